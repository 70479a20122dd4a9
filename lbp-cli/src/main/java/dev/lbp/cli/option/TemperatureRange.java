package dev.lbp.cli.option;

import dev.lbp.cli.terminal.Text;
import java.util.stream.IntStream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The temperatures {@code first, first + step, ...} up to {@code last}, as {@code --temperatures} takes them.
 *
 * @param first the coldest, > 0
 * @param last at least {@code first}
 * @param step > 0
 */
public record TemperatureRange(double first, double last, double step) {

    private static final int MOST = 10_000;

    /**
     * The rounding of decimal steps: a temperature belongs to the range if it exceeds the last one by at most this
     * fraction of a step.
     */
    private static final double ROUNDING = 1e-6;

    private static final String FORM = "must be COLDEST:HOTTEST:STEP, such as 1.0:4.0:0.05: ";

    /** The number of temperatures; may be above {@value #MOST} or not finite before it is checked. */
    private double count() {
        return Math.floor((last - first) / step + ROUNDING) + 1.0;
    }

    public double[] temperatures() {
        return IntStream.range(0, (int) count())
                .mapToDouble(k -> first + k * step)
                .toArray();
    }

    /** The form of the option. */
    @Override
    public String toString() {
        return first + ":" + last + ":" + step;
    }

    /** Reads a range, or refuses it. */
    static final class Converter implements ITypeConverter<TemperatureRange> {

        /** {@inheritDoc} The form is {@code COLDEST:HOTTEST:STEP}. */
        @Override
        public TemperatureRange convert(String text) {
            String[] parts = text.split(":", -1);
            check(parts.length == 3, FORM + text);
            double[] numbers = new double[parts.length];
            for (int i = 0; i < parts.length; i++) {
                numbers[i] = Text.typed(parts[i]);
                check(
                        numbers[i] > 0.0 && numbers[i] < Double.POSITIVE_INFINITY,
                        "must have numbers that are finite and > 0: " + text);
            }
            TemperatureRange range = new TemperatureRange(numbers[0], numbers[1], numbers[2]);
            check(range.first <= range.last, "must begin with the coldest temperature: " + text);
            check(range.count() <= MOST, "must have at most " + MOST + " temperatures: " + text);
            return range;
        }

        private static void check(boolean fits, String message) {
            if (!fits) {
                throw new TypeConversionException(message);
            }
        }
    }
}

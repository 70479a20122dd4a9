package dev.lbp.internal.html;

import java.util.ArrayList;
import java.util.List;

/** An axis of a plot: maps values to places, and has round numbers as labels. */
public class Axis {

    /** The target number of labels; since steps are round, there are between half and twice as many. */
    private static final int LABELS = 5;

    /** Padding on either side if all values are equal, in units of the value. */
    private static final double PADDING = 0.05;

    /** Margin on either side of the data, in units of their range, so that a curve does not touch the frame. */
    private static final double MARGIN = 0.04;

    /** Relative difference up to which two values count as equal: about 4,500 ulps, which rounding may explain. */
    private static final double ROUNDING = 1e-12;

    /**
     * A labelled value.
     *
     * @param place 0 at the low end of the axis, 1 at the high end
     */
    public record Label(double place, String text) {}

    private final String title;
    private final double low;
    private final double high;
    /** The least distance of two labels. */
    private final double leastStep;

    /** If both ends are equal up to rounding, both move outwards, so that the axis has a length. */
    Axis(String title, double low, double high, double leastStep) {
        boolean flat = high - low <= ROUNDING * Math.max(Math.abs(low), Math.abs(high));
        double padding = flat ? Math.max(PADDING * Math.abs(low), 0.5) : 0.0;
        this.title = title;
        this.low = low - padding;
        this.high = high + padding;
        this.leastStep = leastStep;
    }

    /** A linear axis from one value to a higher one, with padding if they differ by no more than rounding. */
    public static Axis of(String title, double low, double high) {
        return new Axis(title, low, high, 0.0);
    }

    /** A linear axis that counts: its labels are whole numbers. */
    public static Axis counting(String title, double low, double high) {
        return new Axis(title, low, high, 1.0);
    }

    /** A linear axis with a grid line at each of at least two ascending values, from the first to the last. */
    public static Axis withTicks(String title, double[] ticks) {
        return new TickAxis(title, ticks);
    }

    /** A linear axis that holds all finite values, with a margin; from 0 to 1 if no value is finite. */
    public static Axis around(String title, double[]... rows) {
        double[] range = range(rows);
        if (range[0] > range[1]) {
            return of(title, 0.0, 1.0);
        }
        double margin = MARGIN * range[1] - MARGIN * range[0];
        return of(title, Math.max(range[0] - margin, -Double.MAX_VALUE), Math.min(range[1] + margin, Double.MAX_VALUE));
    }

    /** A linear axis from 0 to the first of its labels that is at least {@code high}, which is positive. */
    public static Axis fromZero(String title, double high) {
        double end = high;
        double step = step(end, LABELS);
        while (end % step > 1e-9 * step && end % step < (1.0 - 1e-9) * step) { // until end is a multiple of step
            end = step * Math.ceil(end / step);
            step = step(end, LABELS); // the longer axis may need a larger step
        }
        return of(title, 0.0, end);
    }

    /** A logarithmic axis that covers all values from a positive one to a higher one and ends at labels. */
    public static Axis logarithmicCovering(String title, double low, double high) {
        return LogAxis.covering(title, low, high);
    }

    /** A logarithmic axis from one positive value to a higher one, with padding if they are nearly equal. */
    public static Axis logarithmic(String title, double low, double high) {
        return new LogAxis(title, low, high);
    }

    /** A logarithmic axis that holds all finite values, with a margin. There must be some, all positive. */
    public static Axis logarithmicAround(String title, double[]... rows) {
        double[] range = range(rows);
        double factor = Math.pow(range[1] / range[0], MARGIN);
        return logarithmic(title, range[0] / factor, range[1] * factor);
    }

    /** The least and the largest finite value; infinity and -infinity if no value is finite. */
    private static double[] range(double[][] rows) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double[] row : rows) {
            for (double value : row) {
                if (Double.isFinite(value)) {
                    low = Math.min(low, value);
                    high = Math.max(high, value);
                }
            }
        }
        return new double[] {low, high};
    }

    /** The place of a value: 0 at the low end, 1 at the high end. */
    public double place(double value) {
        return (0.5 * value - 0.5 * low) / halfWidth();
    }

    /** The name of the quantity on the axis. */
    public String title() {
        return title;
    }

    /** The value at the low end. */
    public double low() {
        return low;
    }

    /** The value at the high end. */
    public double high() {
        return high;
    }

    /** Half of the width: the whole width might overflow. */
    private double halfWidth() {
        return 0.5 * high - 0.5 * low;
    }

    /** About five labels, in ascending order. */
    public final List<Label> labels() {
        return labels(LABELS);
    }

    /** A round number, 1, 2 or 5 times a power of ten, near {@code width / parts}. */
    private static double step(double width, double parts) {
        double rough = width / parts;
        double power = Math.pow(10.0, Math.floor(Math.log10(rough)));
        double mantissa = rough / power;
        return power * (mantissa < 1.5 ? 1.0 : mantissa < 3.5 ? 2.0 : mantissa < 7.5 ? 5.0 : 10.0);
    }

    /** About {@code about} labels, more if that would be one, at multiples of 1, 2 or 5 times a power of ten. */
    public List<Label> labels(int about) {
        double step = Math.max(leastStep, step(halfWidth(), 0.5 * about)); // half of both: the width may overflow
        List<Label> labels = new ArrayList<>();
        // 1e-9 keeps the ends of the axis among the labels in spite of rounding
        long first = (long) Math.ceil(low / step - 1e-9);
        long last = (long) Math.floor(high / step + 1e-9);
        for (long k = first; k <= last && labels.size() < 2 * about; k++) {
            labels.add(label(k * step, step));
        }
        return labels.size() < 2 && about < LABELS ? labels(about + 1) : labels; // one label is no scale
    }

    /** The label of a value, with enough digits to distinguish it from its neighbours one step away. */
    final Label label(double value, double step) {
        int exponent = (int) Math.floor(Math.log10(step) + 1e-9); // the power of ten of the last digit that is needed
        boolean plain = exponent >= -4 && Math.abs(value) < 1e8; // else it would be too long without an exponent
        int digits = (int) Math.max(0.0, Math.floor(Math.log10(Math.abs(value)) + 1e-9) - exponent);
        return new Label(
                place(value),
                plain ? Numbers.fixed(value, Math.max(0, -exponent)) : Numbers.exponential(value, digits));
    }
}

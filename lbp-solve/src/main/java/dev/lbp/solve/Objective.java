package dev.lbp.solve;

import dev.lbp.internal.Check;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.DoubleUnaryOperator;

/**
 * The user's quantity, such as a cut or an energy, that texts print instead of the log-probability. A {@link Solver}
 * always maximises the log-probability.
 *
 * <pre>{@code
 * Objective cut = Objective.maximise("cut", logProbability -> (weights + logProbability) / 2);
 * }</pre>
 *
 * @param name as in the middle of a sentence: "cut"
 * @param ofLogProbability computes the quantity from the log-probability; must be monotone
 * @param largerIsBetter whether the quantity grows with the log-probability
 */
public record Objective(String name, DoubleUnaryOperator ofLogProbability, boolean largerIsBetter) {

    /** The log-probability itself. */
    public static final Objective LOG_PROBABILITY = maximise("log-probability", DoubleUnaryOperator.identity());

    private static final MathContext DIGITS = new MathContext(10);

    /** Below 2^53 each whole number is a double. */
    private static final double EXACT = 0x1p53;

    /** Checks that nothing is null. */
    public Objective {
        Check.notNull("name", name);
        Check.notNull("ofLogProbability", ofLogProbability);
    }

    /** A quantity that grows with the log-probability. */
    public static Objective maximise(String name, DoubleUnaryOperator ofLogProbability) {
        return new Objective(name, ofLogProbability, true);
    }

    /** A quantity that falls when the log-probability grows. */
    public static Objective minimise(String name, DoubleUnaryOperator ofLogProbability) {
        return new Objective(name, ofLogProbability, false);
    }

    /** The value of the quantity at a log-probability. */
    public double value(double logProbability) {
        return ofLogProbability.applyAsDouble(logProbability);
    }

    /** The value at a log-probability as text: whole numbers exactly, others with 10 digits. */
    public String text(double logProbability) {
        double value = value(logProbability);
        if (value == Math.rint(value) && Math.abs(value) < EXACT) {
            return String.valueOf((long) value);
        }
        return Double.isFinite(value)
                ? new BigDecimal(value).round(DIGITS).stripTrailingZeros().toString()
                : String.valueOf(value);
    }
}

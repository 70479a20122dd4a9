package dev.lbp.proposal;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.Exp;
import java.io.Serializable;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * The function g that maps the probability ratio t of a flip to its weight in an informed proposal,
 * {@code w_i = g(pi(x with i flipped) / pi(x))}. It is locally balanced if {@code g(t) = t g(1/t)} (Zanella 2020). Then
 * proposals are nearly reversible with respect to the target, and long moves are accepted. With any other g a sampler
 * is still exact, but mixes more slowly.
 *
 * <p>Everything is computed from log t, so that no ratio overflows. Samplers hold log g in [-600, 40]. For a batched
 * model -600 is relative to the largest log g of a state; in single precision the bound is -80. So every possible flip
 * has a positive weight and can be undone, and a sampler does not avoid a state because one weight there is large. It
 * moves for log-ratios of any size. Immutable.
 */
public final class WeightFunction implements Serializable {

    private static final long serialVersionUID = 1L;

    /** sqrt(t). Balanced, unbounded. */
    public static final WeightFunction SQRT = new WeightFunction("sqrt(t)", Standard.SQRT);

    /** t / (t + 1), the default. Balanced, at most 1. */
    public static final WeightFunction BARKER = new WeightFunction("t/(t+1)", Standard.BARKER);

    /** min(1, t). Balanced, at most 1. */
    public static final WeightFunction MIN = new WeightFunction("min(1,t)", Standard.MIN);

    /** max(1, t). Balanced, unbounded. */
    public static final WeightFunction MAX = new WeightFunction("max(1,t)", Standard.MAX);

    /** log g as a function of log t. */
    public interface LogWeight extends DoubleUnaryOperator, Serializable {}

    /** The library's own functions. They are constants, and deserialisation returns the same objects. */
    private enum Standard implements LogWeight {
        SQRT,
        BARKER,
        MIN,
        MAX;

        /** log g(t), given log t. */
        @Override
        public double applyAsDouble(double logT) {
            return switch (this) {
                case SQRT -> 0.5 * logT;
                case BARKER -> Math.min(logT, 0.0) - Math.log1p(Exp.exp(-Math.abs(logT)));
                case MIN -> Math.min(logT, 0.0);
                case MAX -> Math.max(logT, 0.0);
            };
        }
    }

    private final String name;
    private final LogWeight logWeight;

    private WeightFunction(String name, LogWeight logWeight) {
        this.name = name;
        this.logWeight = logWeight;
    }

    /**
     * A weight function of the caller.
     *
     * @param name for summaries, not blank
     * @param logWeight log g as a function of log t, not NaN for any finite argument; samplers hold it in [-600, 40],
     *     so infinities count as these bounds
     */
    public static WeightFunction of(String name, LogWeight logWeight) {
        return new WeightFunction(Check.notBlank("name", name), Check.notNull("logWeight", logWeight));
    }

    /**
     * The locally balanced function {@code min{g(t), t g(1/t)}} of any g.
     *
     * @param name for summaries, not blank
     * @param logWeight log g as a function of log t
     */
    public static WeightFunction balanced(String name, LogWeight logWeight) {
        Check.notNull("logWeight", logWeight);
        return of(name, logT -> Math.min(logWeight.applyAsDouble(logT), logT + logWeight.applyAsDouble(-logT)));
    }

    /** The name for summaries. */
    public String name() {
        return name;
    }

    /**
     * log g(t) from log t. For an impossible flip, log t = -Infinity, it is -Infinity for every g: such a flip is never
     * proposed.
     */
    public double logWeight(double logT) {
        return logT == Double.NEGATIVE_INFINITY ? logT : logWeight.applyAsDouble(logT);
    }

    /** Whether {@code g(t) = t g(1/t)} holds, to 1e-9 on a grid of log t in [0, 20]. */
    public boolean isBalanced() {
        for (double logT = 0.0; logT <= 20.0; logT += 0.25) {
            double difference = logWeight(logT) - logT - logWeight(-logT);
            if (!(Math.abs(difference) <= 1e-9 * (1.0 + logT))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * Deserialisation returns the same object for the four constants, because engines select their kernels by identity.
     */
    private Object readResolve() {
        return Stream.of(SQRT, BARKER, MIN, MAX)
                .filter(constant -> constant.logWeight.equals(logWeight))
                .findFirst()
                .orElse(this);
    }
}

package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.kernel.Exp;
import dev.lbp.kernel.FlipWeightKernel.Form;
import dev.lbp.kernel.FlipWeightKernels;
import java.io.Serializable;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The function g that turns the probability ratio t of a flip into the weight by which an informed proposal draws it,
 * {@code w_i = g(pi(x with i flipped) / pi(x))}. It is locally balanced if {@code g(t) = t g(1/t)} (Zanella 2020); then
 * proposals are nearly reversible with respect to the target and long moves are accepted. With any other g a sampler is
 * just as exact, only slower to mix.
 *
 * <p>Everything is computed from log t, so that no ratio overflows. Immutable.
 */
public final class WeightFunction implements Serializable {

    private static final long serialVersionUID = 1L;

    /** sqrt(t). Balanced, unbounded. */
    public static final WeightFunction SQRT = new WeightFunction(Form.SQRT, "sqrt(t)", null);

    /** t / (t + 1), the default. Balanced, at most 1. */
    public static final WeightFunction BARKER = new WeightFunction(Form.BARKER, "t/(t+1)", null);

    /** min(1, t). Balanced, at most 1. */
    public static final WeightFunction MIN = new WeightFunction(Form.MIN, "min(1,t)", null);

    /** max(1, t). Balanced, unbounded. */
    public static final WeightFunction MAX = new WeightFunction(Form.MAX, "max(1,t)", null);

    /** log g as a function of log t. */
    public interface LogWeight extends DoubleUnaryOperator, Serializable {}

    /** The form that kernels know, null for a function of a user's own. */
    private final @Nullable Form form;

    private final String name;
    private final @Nullable LogWeight own;

    private WeightFunction(@Nullable Form form, String name, @Nullable LogWeight own) {
        this.form = form;
        this.name = name;
        this.own = own;
    }

    /**
     * A weight function of one's own.
     *
     * @param name for summaries
     * @param logWeight log g as a function of log t; finite or -Infinity for every finite argument
     */
    public static WeightFunction of(String name, LogWeight logWeight) {
        return new WeightFunction(null, Check.notNull("name", name), Check.notNull("logWeight", logWeight));
    }

    /**
     * The locally balanced function {@code min{g(t), t g(1/t)}} made of any g.
     *
     * @param name for summaries
     * @param logWeight log g as a function of log t
     */
    public static WeightFunction balanced(String name, LogWeight logWeight) {
        Check.notNull("logWeight", logWeight);
        return of(name, logT -> Math.min(logWeight.applyAsDouble(logT), logT + logWeight.applyAsDouble(-logT)));
    }

    /** The name given in summaries. */
    public String name() {
        return name;
    }

    /** log g(t) for log t. Of an impossible flip, log t = -Infinity, it is -Infinity whatever g: none is ever proposed. */
    public double logWeight(double logT) {
        if (logT == Double.NEGATIVE_INFINITY) {
            return logT;
        }
        if (form == null) {
            return Objects.requireNonNull(own).applyAsDouble(logT);
        }
        return switch (form) {
            case SQRT -> 0.5 * logT;
            case BARKER -> Math.min(logT, 0.0) - Math.log1p(Exp.exp(-Math.abs(logT)));
            case MIN -> Math.min(logT, 0.0);
            case MAX -> Math.max(logT, 0.0);
        };
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

    /** What kernels know the function by; null for one of the user's own. */
    @Nullable Form form() {
        return form;
    }

    /** Whether g(t) is at most 1 for every t; then weights need no scaling and are drawn by rejection. */
    boolean isBounded() {
        return form != null && form.bounded();
    }

    /**
     * Weights of a run of log-ratios: {@code weights[k] = exp(log g(logRatios[from + k]) - shift)} for k = 0 .. n - 1. A
     * log-ratio of -Infinity has weight 0, NaN has NaN.
     *
     * @param shift 0 for a bounded function, else about the largest log-weight, so that nothing overflows
     */
    void weights(double[] logRatios, int from, int n, double shift, double[] weights) {
        if (form != null) {
            FlipWeightKernels.chosen().weights(form, logRatios, from, n, shift, weights, 0);
            return;
        }
        for (int k = 0; k < n; k++) {
            weights[k] = Exp.exp(logWeight(logRatios[from + k]) - shift);
        }
    }

    /**
     * The largest log-weight of a run of log-ratios; -Infinity of none.
     *
     * @throws IllegalStateException if a log-ratio is +Infinity or NaN; but a NaN that will show in its weight may be overlooked
     */
    double largestLogWeight(double[] logRatios, int from, int n) {
        if (form != null) { // rises with the log-ratio
            return logWeight(AcceptRule.checkedRatio(FlipWeightKernels.chosen().largest(null, logRatios, from, n)));
        }
        AcceptRule.checkRatios(logRatios, from, n);
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = from; k < from + n; k++) {
            largest = Math.max(largest, logWeight(logRatios[k]));
        }
        return largest;
    }

    /** What to scale weights by whose largest logarithm this is: 0 for a bounded function, and if every weight is 0. */
    double shift(double largestLogWeight) {
        return isBounded() || largestLogWeight == Double.NEGATIVE_INFINITY ? 0.0 : largestLogWeight;
    }

    @Override
    public String toString() {
        return name;
    }
}

package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.kernel.Exp;
import dev.lbp.kernel.FlipWeightKernel;
import dev.lbp.kernel.FlipWeightKernel.Form;
import dev.lbp.kernel.FlipWeightKernels;
import dev.lbp.kernel.LogRatios;
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
 * <p>Everything is computed from log t, so that no ratio overflows. Samplers hold log g in [-600, 40]; of a batched model -600 is
 * relative to the largest log g of a state, and in single precision it is -80. So every possible flip has a positive weight and
 * can be undone, and no state is avoided because of one large weight beside it: a sampler moves whatever the log-ratios are
 * worth. Immutable.
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
     * @param name for summaries, not blank
     * @param logWeight log g as a function of log t, not NaN for any finite argument; held in [-600, 40], and so infinities are
     *     taken for these bounds
     */
    public static WeightFunction of(String name, LogWeight logWeight) {
        Check.that(!Check.notNull("name", name).isBlank(), "not be blank", "name", name);
        return new WeightFunction(null, name, Check.notNull("logWeight", logWeight));
    }

    /**
     * The locally balanced function {@code min{g(t), t g(1/t)}} made of any g.
     *
     * @param name for summaries, not blank
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
            try {
                return Objects.requireNonNull(own).applyAsDouble(logT);
            } catch (Throwable e) {
                throw new PartFailure("weight function " + name, e);
            }
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

    /**
     * Weights of a run of log-ratios: {@code weights[k]} of {@code logRatios[from + k]} for k = 0 .. n - 1, each in [e^-600,
     * e^40]. A log-ratio of -Infinity has weight 0, NaN has NaN.
     */
    void weights(double[] logRatios, int from, int n, double[] weights) {
        if (form != null) {
            FlipWeightKernels.chosen().weights(form, logRatios, from, n, 0.0, weights, 0);
            return;
        }
        for (int k = 0; k < n; k++) {
            weights[k] = weight(logRatios[from + k]);
        }
    }

    /**
     * The largest weight of a run of log-ratios, up to rounding; 0 of none.
     *
     * @throws IllegalStateException if a log-ratio is +Infinity or NaN; but a NaN that will show in its weight may be overlooked
     */
    double largestWeight(double[] logRatios, int from, int n) {
        if (form != null) { // rises with the log-ratio
            return weight(LogRatios.checked(FlipWeightKernels.chosen().largest(null, logRatios, from, n)));
        }
        LogRatios.check(logRatios, from, n);
        double largest = 0.0;
        for (int k = from; k < from + n; k++) {
            largest = Math.max(largest, weight(logRatios[k]));
        }
        return largest;
    }

    /**
     * The failure of a function some of whose weights of {@code n} log-ratios are not numbers, which the log-ratios are.
     *
     * @param logRatios in the first {@code n} places
     */
    PartFailure failure(double[] logRatios, int n) {
        int k = 0;
        while (k < n - 1 && !Double.isNaN(logWeight(logRatios[k]))) {
            k++;
        }
        String call = "logWeight(" + logRatios[k] + ")=" + logWeight(logRatios[k]);
        return new PartFailure("weight function " + name, new IllegalStateException("must not be NaN: " + call));
    }

    private double weight(double logRatio) {
        return logRatio == Double.NEGATIVE_INFINITY ? 0.0 : Exp.exp(FlipWeightKernel.held(logWeight(logRatio)));
    }

    @Override
    public String toString() {
        return name;
    }
}

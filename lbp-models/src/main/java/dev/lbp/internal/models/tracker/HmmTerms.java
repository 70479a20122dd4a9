package dev.lbp.internal.models.tracker;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import java.io.Serializable;
import java.util.Arrays;

/** The terms of the log-probability of a {@code CategoricalFactorialHmm}, rounded to the grids of exact sums. */
public final class HmmTerms implements Serializable {

    private static final long serialVersionUID = 1L;

    /** {@code y_l - b}: the sum that the weights of the chains should have. */
    public final double[] target;

    /** w, by chain and value. */
    public final double[][] weights;

    /** The logarithms of the probabilities of a chain's first value, rounded. */
    final double[] first;

    /** The logarithms of the probabilities of a value after another one, rounded: {@code next[before][after]}. */
    final double[][] next;

    /** {@code -1 / (2 sigma^2)}. */
    final double curvature;

    /** The logarithm of the normal density's constant factor, summed over the observations. */
    final double constant;

    /** Log-probabilities are sums of terms that are rounded to whole multiples of this, so the sums are exact. */
    final double quantum;

    private final double perQuantum;

    public HmmTerms(double[] target, double[][] weights, double sigma, double[] initial, double[][] transitions) {
        double sum = Sum.of(
                weights, chain -> Arrays.stream(chain).map(Math::abs).max().orElseThrow());
        double residual = Arrays.stream(target).map(Math::abs).max().orElseThrow() + sum;
        Check.finite("the sum of the largest |weights|, |observations| and |bias|", residual);
        // residuals are exact sums on a grid of their own
        double sumQuantum = Quantum.of(residual, residual);
        this.target = Quantum.rounded(target, sumQuantum);
        this.weights = Arrays.stream(weights)
                .map(chain -> Quantum.rounded(chain, sumQuantum))
                .toArray(double[][]::new);
        this.curvature = -0.5 / (sigma * sigma);
        this.constant = -target.length * (Math.log(sigma) + 0.5 * Math.log(2.0 * Math.PI));
        double[] logInitial = logs(initial);
        double[][] logTransitions =
                Arrays.stream(transitions).map(HmmTerms::logs).toArray(double[][]::new);
        // the largest |log-probability| of a chain's step; a change of one value changes at most four: two that go in
        // and out of it before and two after
        double step = Math.max(
                largest(logInitial),
                Arrays.stream(logTransitions)
                        .mapToDouble(HmmTerms::largest)
                        .max()
                        .orElseThrow());
        double emission = -curvature * residual * residual;
        this.quantum = Quantum.checked(
                "observations, weights, bias and noise",
                emission + 4.0 * step,
                target.length * (emission + weights.length * step));
        this.perQuantum = 1.0 / quantum;
        this.first = Quantum.rounded(logInitial, quantum);
        this.next = Arrays.stream(logTransitions)
                .map(row -> Quantum.rounded(row, quantum))
                .toArray(double[][]::new);
    }

    private static double[] logs(double[] probabilities) {
        return Arrays.stream(probabilities).map(Math::log).toArray();
    }

    private static double largest(double[] logs) {
        return Arrays.stream(logs).map(Math::abs).max().orElseThrow();
    }

    /**
     * The logarithm of an observation's density without its constant, {@code -r^2 / (2 sigma^2)}, rounded to the grid.
     */
    double emission(double residual) {
        return Math.rint(curvature * residual * residual * perQuantum) * quantum;
    }
}

package dev.lbp.models;

import dev.lbp.internal.Check;

/**
 * Any quadratic target: {@code log pi(x) = sum_i bias_i x_i + sum_k values_k x_rows[k] x_columns[k]} plus a constant.
 * Quadratic unconstrained binary optimisation (QUBO) minimises {@code x'Ax}: use the values {@code -A}, perhaps under
 * {@code Tempered}. Sizes, exactness and limits: {@link QuadraticModel}.
 */
public final class PairwiseModel extends QuadraticModel {

    private static final long serialVersionUID = 1L;

    private PairwiseModel(double constant, double[] bias, int[] rows, int[] columns, double[] values) {
        super("bias and values", constant, bias, rows, columns, values);
    }

    /**
     * From a list of couplings, each pair of sites once, in either order. Repeated pairs are added; a site coupled with
     * itself has the value added to its bias, since {@code x^2 = x}.
     *
     * @param bias [N], finite
     * @param rows one site of each coupling, 0 to N - 1
     * @param columns the other
     * @param values the couplings, finite
     * @throws IllegalArgumentException if an argument is not as described, or the sums of magnitudes are beyond the
     *     limits of {@link QuadraticModel}
     */
    public static PairwiseModel of(double[] bias, int[] rows, int[] columns, double[] values) {
        return of(0.0, bias, rows, columns, values);
    }

    /**
     * From a constant and a list of couplings, see {@link #of(double[], int[], int[], double[])}.
     *
     * @param constant the log-probability of all sites at 0, finite
     */
    public static PairwiseModel of(double constant, double[] bias, int[] rows, int[] columns, double[] values) {
        Check.finite("constant", constant);
        Check.atLeast(1, "bias.length", Check.notNull("bias", bias).length);
        Check.finite("bias", bias);
        Couplings.check(bias.length, "rows", rows, "columns", columns, "values", values);
        Couplings.checkMemory(
                bias.length, values.length, "bias.length=" + bias.length + ", values.length=" + values.length);
        return new PairwiseModel(constant, bias, rows, columns, values);
    }
}

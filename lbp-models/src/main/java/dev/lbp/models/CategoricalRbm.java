package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.target.CategoricalEnergyModel;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A restricted Boltzmann machine whose visible units have C values each, one-hot, and whose hidden units are bits and
 * summed out: {@code log pi(v) = sum_i b_i(v_i) + sum_j softplus(a_j)}, {@code a_j = c_j + sum_i W_i(v_i)_j}. It is the
 * categorical RBM of the DISCS benchmark (Goshvadi et al. 2023).
 *
 * <p>It is a {@link BernoulliRbm} over the N C cells; exactly one cell of each site is 1. Log-ratios of moves are
 * first-order estimates from the gradient. An evaluation costs two matrix products.
 *
 * <p>Immutable; any number of threads may use it at once.
 */
public final class CategoricalRbm implements CategoricalEnergyModel {

    private static final long serialVersionUID = 1L;

    private final BernoulliRbm cells;
    private final int values;

    private CategoricalRbm(BernoulliRbm cells, int values) {
        this.cells = cells;
        this.values = values;
    }

    /**
     * A machine whose visible unit {@code i * C + c} stands for value c of site i. Its parameters may come from
     * {@link BernoulliRbm#of} or, from a file, {@link BernoulliRbm#load}.
     *
     * @param cells a machine over N C visible units
     * @param values C, at least 2; the number of visible units must be a multiple of it
     */
    public static CategoricalRbm ofCells(BernoulliRbm cells, int values) {
        Check.notNull("cells", cells);
        Check.atLeast(2, "values", values);
        Check.that(
                cells.dimension() % values == 0,
                "be a multiple of values=" + values,
                "cells.dimension()",
                cells.dimension());
        return new CategoricalRbm(cells, values);
    }

    /**
     * A machine whose weights and biases are independent draws from N(0, standardDeviation^2).
     *
     * @param sites N, at least 1; {@code sites * values * hidden} at most 2^28
     * @param values C, at least 2
     * @param hidden at least 1
     * @param standardDeviation 0 or more, finite
     */
    public static CategoricalRbm random(int sites, int values, int hidden, double standardDeviation, long seed) {
        Check.atLeast(1, "sites", sites);
        Check.atLeast(2, "values", values);
        Check.that(
                (long) sites * values <= Integer.MAX_VALUE, "be below 2^31", "sites * values", (long) sites * values);
        return new CategoricalRbm(BernoulliRbm.random(sites * values, hidden, standardDeviation, seed), values);
    }

    /** A copy with products in {@link DataType#FLOAT} or {@link DataType#DOUBLE}. */
    public CategoricalRbm withDataType(DataType dataType) {
        return new CategoricalRbm(cells.withDataType(dataType), values);
    }

    /** The name, N, C and the number of hidden units. */
    @Override
    public String toString() {
        return name() + ", N = " + dimension() + ", C = " + values + ", hidden = " + cells.hidden();
    }

    /** The number of sites N. */
    @Override
    public int dimension() {
        return cells.dimension() / values;
    }

    @Override
    public int values() {
        return values;
    }

    /** The machine over N C visible units of bits, for its parameters and {@link BernoulliRbm#save}. */
    public BernoulliRbm cells() {
        return cells;
    }

    @Override
    public DataType dataType() {
        return cells.dataType();
    }

    @Override
    public INDArray logProb(INDArray states) {
        return cells.logProb(states);
    }

    @Override
    public INDArray gradient(INDArray states) {
        return cells.gradient(states);
    }

    /**
     * Computes log-probability and gradient with one product in each direction. The same thread's next call overwrites
     * the result.
     */
    @Override
    public Evaluation evaluate(INDArray states) {
        var answer = cells.evaluate(states);
        return new Evaluation(answer.logProb(), answer.gradient().orElseThrow());
    }
}

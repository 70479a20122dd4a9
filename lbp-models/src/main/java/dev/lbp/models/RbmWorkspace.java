package dev.lbp.models;

import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The memory of a {@link BernoulliRbm} for one number of chains, and its two matrix products.
 *
 * <p>Every matrix is held so that BLAS, which counts column after column, needs no copy: batches as [units, chains] in 'f'
 * order, which in memory is chain after chain, the same as [chains, units] in 'c' order. The obvious
 * {@code states.mmul(weights)} copies instead, and takes several times as long.
 */
final class RbmWorkspace {

    final int chains;

    /** Chain after chain: the states, then what is wanted of the hidden and of the visible units. */
    final double[] states;

    final double[] hiddenValues;
    final double[] visibleValues;

    /** [hidden, visible] in 'f' order: W', which in memory is W row after row. */
    private final INDArray weights;

    private final INDArray hidden;
    private final INDArray visible;

    private RbmWorkspace(INDArray weights, int chains) {
        this.chains = chains;
        this.weights = weights;
        this.hidden = matrix(weights.dataType(), weights.size(0), chains);
        this.visible = matrix(weights.dataType(), weights.size(1), chains);
        this.hiddenValues = new double[Math.toIntExact(hidden.length())];
        this.visibleValues = new double[Math.toIntExact(visible.length())];
        this.states = new double[visibleValues.length];
    }

    /** @param weights W row after row */
    static RbmWorkspace of(double[] weights, int visible, int hidden, DataType dataType, int chains) {
        INDArray transposed = matrix(dataType, hidden, visible);
        StateBatch.write(weights, transposed);
        return new RbmWorkspace(transposed, chains);
    }

    /** This one if it has as many chains, else one that shares the weights. */
    RbmWorkspace withChains(int chains) {
        return chains == this.chains ? this : new RbmWorkspace(weights, chains);
    }

    private static INDArray matrix(DataType dataType, long rows, long columns) {
        return Nd4j.createUninitialized(dataType, new long[] {rows, columns}, 'f');
    }

    /** Takes states, [chains, visible] without gaps, and leaves {@code vW} in {@link #hiddenValues}. */
    void toHidden(INDArray batch) {
        StateBatch.read(batch, states);
        Nd4j.gemm(weights, batch.transpose(), hidden, false, false, 1.0, 0.0);
        StateBatch.read(hidden, hiddenValues);
    }

    /** Leaves {@code hW'} in {@link #visibleValues}, for the h in {@link #hiddenValues}. */
    void toVisible() {
        StateBatch.write(hiddenValues, hidden);
        Nd4j.gemm(weights, hidden, visible, true, false, 1.0, 0.0);
        StateBatch.read(visible, visibleValues);
    }

    /** {@link #visibleValues} as [chains, visible] in 'c' order, in memory that is used again. */
    INDArray visibleResult() {
        StateBatch.write(visibleValues, visible);
        return visible.transpose();
    }
}

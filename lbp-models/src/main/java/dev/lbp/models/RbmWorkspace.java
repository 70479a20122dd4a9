package dev.lbp.models;

import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The memory of a {@link BernoulliRbm} for one number of chains, and its matrix products.
 *
 * <p>Every matrix is held so that BLAS, which counts column after column, needs no copy: batches as [units, chains] in 'f'
 * order, which in memory is chain after chain, the same as [chains, units] in 'c' order. The obvious
 * {@code states.mmul(weights)} copies instead, and takes several times as long. Biases cost a copy of memory: a product is
 * added to what they have left in its place.
 */
final class RbmWorkspace {

    private final int chains;

    /** [hidden, visible] in 'f' order: W', which in memory is W row after row. */
    private final INDArray weights;

    private final double[] visibleBias;
    private final double[] hiddenBias;

    private final INDArray states;
    private final RbmLayer hidden;
    private final RbmLayer visible;

    /** b.v of each chain, [1, chains]. */
    private final INDArray fields;

    private final MatrixProduct toHidden;
    private final MatrixProduct toVisible;
    private final MatrixProduct toFields;

    private final double[] logProb;
    private final INDArray logProbResult;
    private final INDArray gradientResult;

    private RbmWorkspace(INDArray weights, double[] visibleBias, double[] hiddenBias, int chains) {
        DataType type = weights.dataType();
        this.chains = chains;
        this.weights = weights;
        this.visibleBias = visibleBias;
        this.hiddenBias = hiddenBias;
        this.states = matrix(type, visibleBias.length, chains);
        this.hidden = RbmLayer.of(type, hiddenBias, chains);
        this.visible = RbmLayer.of(type, visibleBias, chains);
        this.fields = matrix(type, 1, chains);
        INDArray bias = matrix(type, visibleBias.length, 1);
        StateBatch.write(visibleBias, bias);
        this.toHidden = new MatrixProduct(weights, false, states, 1.0, hidden.array);
        this.toVisible = new MatrixProduct(weights, true, hidden.array, 1.0, visible.array);
        this.toFields = new MatrixProduct(bias, true, states, 0.0, fields);
        this.logProb = new double[chains];
        this.logProbResult = Nd4j.createUninitialized(DataType.DOUBLE, chains);
        this.gradientResult = visible.array.transpose();
    }

    /** @param weights W row after row */
    static RbmWorkspace of(double[] weights, double[] visibleBias, double[] hiddenBias, DataType dataType, int chains) {
        INDArray transposed = matrix(dataType, hiddenBias.length, visibleBias.length);
        StateBatch.write(weights, transposed);
        return new RbmWorkspace(transposed, visibleBias, hiddenBias, chains);
    }

    /** This one if it has as many chains, else one that shares the weights. */
    RbmWorkspace withChains(int count) {
        return count == chains ? this : new RbmWorkspace(weights, visibleBias, hiddenBias, count);
    }

    private static INDArray matrix(DataType dataType, long rows, long columns) {
        return Nd4j.createUninitialized(dataType, new long[] {rows, columns}, 'f');
    }

    /**
     * Computes the hidden units of some states.
     *
     * @param batch [chains, visible], of the type of the weights, without gaps
     * @return the log-probabilities, [chains], in memory that is used again
     */
    INDArray toHidden(INDArray batch) {
        StateBatch.copy(batch, states);
        hidden.setToBias();
        toHidden.run();
        toFields.run();
        StateBatch.read(fields, logProb);
        hidden.activate(logProb);
        StateBatch.write(logProb, logProbResult);
        return logProbResult;
    }

    /** The gradient at the same states, [chains, visible] in 'c' order, in memory that is used again. */
    INDArray toVisible() {
        visible.setToBias();
        toVisible.run();
        return gradientResult;
    }
}

package dev.lbp.internal.models.rbm;

import dev.lbp.internal.kernel.nd4j.StateBatch;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The memory of a {@code BernoulliRbm} for one number of chains and one thread, and its matrix products.
 *
 * <p>BLAS stores matrices column after column, and every matrix here has that order, so that BLAS makes no copy:
 * batches are [units, chains] in 'f' order, in memory chain after chain, the same as [chains, units] in 'c' order. The
 * obvious {@code states.mmul(weights)} makes a copy and takes several times as long.
 *
 * <p>The visible biases are one more row of the weights, for a hidden unit that is always 1. The product with the
 * visible units stores {@code b.v} in the place of that unit; the product with the hidden units adds b.
 */
public final class RbmWorkspace {

    private final int chains;

    /** [hidden + 1, visible] in 'f' order: W', in memory W row after row, with b. */
    private final INDArray weights;

    private final HiddenLayer hidden;
    private final MatrixProduct toVisible;
    private final double[] logProb;
    private final INDArray logProbResult;
    private final INDArray gradientResult;

    /** The states of the last call, and the product that reads them in place. */
    private @Nullable INDArray states;

    private @Nullable MatrixProduct toHidden;

    private RbmWorkspace(INDArray weights, double[] hiddenBias, int chains) {
        this.chains = chains;
        this.weights = weights;
        this.hidden = HiddenLayer.of(weights.dataType(), hiddenBias, chains);
        INDArray visible = matrix(weights.dataType(), weights.size(1), chains);
        boolean transposeWeights = true;
        // the factor 0.0 lets the product replace the last one
        this.toVisible = new MatrixProduct(weights, transposeWeights, hidden.array, 0.0, visible);
        this.logProb = new double[chains];
        this.logProbResult = Nd4j.createUninitialized(DataType.DOUBLE, chains);
        this.gradientResult = visible.transpose();
    }

    /**
     * Allocates a workspace.
     *
     * @param weights made by {@link #weights}; any number of workspaces may share them
     */
    public static RbmWorkspace of(INDArray weights, double[] hiddenBias, int chains) {
        return new RbmWorkspace(weights, hiddenBias, chains);
    }

    /**
     * The weights, followed by the visible biases, in the form that workspaces multiply.
     *
     * @param weights W row after row
     */
    public static INDArray weights(double[] weights, double[] visibleBias, double[] hiddenBias, DataType dataType) {
        int hidden = hiddenBias.length;
        double[] withBias = new double[weights.length + visibleBias.length];
        for (int i = 0; i < visibleBias.length; i++) {
            System.arraycopy(weights, i * hidden, withBias, i * (hidden + 1), hidden);
            withBias[i * (hidden + 1) + hidden] = visibleBias[i];
        }
        INDArray transposed = matrix(dataType, hidden + 1, visibleBias.length);
        StateBatch.write(withBias, transposed);
        return transposed;
    }

    /** The number of chains. */
    public int chains() {
        return chains;
    }

    private static INDArray matrix(DataType dataType, long rows, long columns) {
        return Nd4j.createUninitialized(dataType, new long[] {rows, columns}, 'f');
    }

    /**
     * Computes the hidden units of some states.
     *
     * @param batch [chains, visible], of the type of the weights, without gaps; best the same array as in the last call
     * @return the log-probabilities, [chains]; the next call overwrites them
     */
    @SuppressWarnings("ReferenceEquality") // the product refers to the array itself, not to its contents
    public INDArray toHidden(INDArray batch) {
        MatrixProduct product = toHidden;
        if (product == null || batch != states) {
            boolean transposeWeights = false;
            // the factor 1.0 adds the product to the biases that hidden.array holds
            product = new MatrixProduct(weights, transposeWeights, batch.transpose(), 1.0, hidden.array);
            states = batch;
            toHidden = product;
        }
        hidden.setToBias();
        product.run();
        hidden.activate(logProb);
        StateBatch.write(logProb, logProbResult);
        return logProbResult;
    }

    /** Draws the hidden units given the same states; the draws overwrite their probabilities. */
    public void drawHidden(List<UniformRandomProvider> random) {
        hidden.draw(random);
    }

    /**
     * The gradient at the same states; after {@link #drawHidden} the log-odds given the hidden units. [chains, visible]
     * in 'c' order; the next call overwrites it.
     */
    public INDArray toVisible() {
        toVisible.run();
        return gradientResult;
    }
}

package dev.lbp.models.training;

import dev.lbp.internal.kernel.nd4j.NativeFloats;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Block Gibbs for the joint of a restricted Boltzmann machine, {@code P(v, h) ~ exp(b.v + c.h + v'Wh)}, on many chains
 * in lock-step: {@code P(h_j = 1 | v) = sigmoid(c_j + (vW)_j)} and {@code P(v_i = 1 | h) = sigmoid(b_i + (Wh)_i)}, all
 * units of a layer at once. A sweep costs two products of [chains, visible] with [visible, hidden] in single precision,
 * and in addition some nanoseconds per unit.
 *
 * <p>Matrices are stored column after column, as BLAS expects, so that no product copies.
 */
final class BlockGibbs {

    final UnitLayer visible;
    final UnitLayer hidden;

    /** W', [hidden, visible] in 'f' order: in memory W row after row. */
    private final INDArray weights;

    private final NativeFloats weightElements;
    private final float[] rounded;

    BlockGibbs(int visibleUnits, int hiddenUnits, int chains) {
        visible = new UnitLayer(visibleUnits, chains);
        hidden = new UnitLayer(hiddenUnits, chains);
        weights = Nd4j.create(DataType.FLOAT, new long[] {hiddenUnits, visibleUnits}, 'f');
        weightElements = new NativeFloats(weights);
        rounded = new float[Math.multiplyExact(visibleUnits, hiddenUnits)];
    }

    /**
     * Sets new parameters; the states stay.
     *
     * @param parameters W row after row, then b, then c; rounded to single precision
     */
    void setParameters(double[] parameters) {
        for (int k = 0; k < rounded.length; k++) {
            rounded[k] = (float) parameters[k];
        }
        weightElements.put(0, rounded);
        visible.setBiases(parameters, rounded.length);
        hidden.setBiases(parameters, rounded.length + visible.units);
    }

    /** Computes the hidden units' probabilities given the visible states. */
    void activateHidden() {
        hidden.toBiases();
        // hidden = 1.0 W' visible + 1.0 hidden; the memory holds W', which is not transposed
        Nd4j.gemm(weights, visible.array, hidden.array, false, false, 1.0, 1.0);
        hidden.activate();
    }

    /** Computes the visible units' probabilities given the hidden states. */
    void activateVisible() {
        visible.toBiases();
        // visible = 1.0 W hidden + 1.0 visible; the memory holds W', so it is transposed
        Nd4j.gemm(weights, hidden.array, visible.array, true, false, 1.0, 1.0);
        visible.activate();
    }

    /**
     * The first half of a sweep, from hidden probabilities: draws hidden states, and computes visible probabilities.
     */
    void reconstruct(UniformRandomProvider random) {
        hidden.draw(random);
        activateVisible();
    }

    /** The second half of a sweep: draws visible states, and computes hidden probabilities. */
    void resample(UniformRandomProvider random) {
        visible.draw(random);
        activateHidden();
    }
}

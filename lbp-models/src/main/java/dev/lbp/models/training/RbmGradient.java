package dev.lbp.models.training;

import dev.lbp.internal.kernel.nd4j.NativeFloats;
import java.util.Arrays;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The gradient of the mean log-likelihood of data under a restricted Boltzmann machine (Hinton, 2002,
 * doi:10.1162/089976602760128018): the mean of {@code (v p', v, p)} over the data minus that over the model, with
 * {@code p = P(h = 1 | v)}. Hidden units enter by their probabilities, not by drawn states: the expectation is the
 * same, with less noise.
 */
final class RbmGradient {

    /** The gradient with respect to W row after row, then b, then c. */
    final double[] values;

    private final int weightCount;
    private final int visibleUnits;

    /** The gradient with respect to W', [hidden, visible] in 'f' order. */
    private final INDArray weights;

    private final NativeFloats weightElements;
    private final float[] products;

    RbmGradient(int visibleUnits, int hiddenUnits) {
        this.visibleUnits = visibleUnits;
        weightCount = Math.multiplyExact(visibleUnits, hiddenUnits);
        values = new double[Math.addExact(weightCount, visibleUnits + hiddenUnits)];
        weights = Nd4j.create(DataType.FLOAT, new long[] {hiddenUnits, visibleUnits}, 'f');
        weightElements = new NativeFloats(weights);
        products = new float[weightCount];
    }

    void clear() {
        Arrays.fill(values, 0.0);
    }

    /**
     * Adds {@code scale} times the sum of {@code (v p', v, p)} over the chains.
     *
     * @param units visible states, and the hidden probabilities given them
     */
    void add(BlockGibbs units, double scale) {
        Nd4j.gemm(units.hidden.array, units.visible.array, weights, false, true, 1.0, 0.0); // p v' summed over chains
        weightElements.get(0, products); // W' column after column is W row after row
        for (int k = 0; k < weightCount; k++) {
            values[k] += scale * products[k];
        }
        units.visible.addTo(values, weightCount, scale);
        units.hidden.addTo(values, weightCount + visibleUnits, scale);
    }
}

package dev.lbp.models.training;

import dev.lbp.internal.kernel.Logistic;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The units of one layer for all chains. During a half sweep the same memory holds three forms in turn: activations,
 * which are the biases plus a matrix product; probabilities; and states drawn by the probabilities.
 */
final class UnitLayer {

    /** Uniform numbers have 24 bits, the precision of a float: a probability is right to 2^-24. */
    private static final float TO_UNIT = 0x1p-24f;

    final int units;
    final int chains;

    /** [units, chains] in 'f' order, which in memory is chain after chain. */
    final INDArray array;

    private final NativeFloats elements;

    /** The biases, chain after chain. The array is set to them before a product. */
    private final float[] biases;

    /** The values last written to the array. */
    private final float[] values;

    UnitLayer(int units, int chains) {
        this.units = units;
        this.chains = chains;
        int size = Math.multiplyExact(units, chains);
        array = Nd4j.create(DataType.FLOAT, new long[] {units, chains}, 'f');
        elements = new NativeFloats(array);
        biases = new float[size];
        values = new float[size];
    }

    /** Sets the biases of all chains to the parameters that begin at index {@code from}. */
    void setBiases(double[] parameters, int from) {
        for (int k = 0; k < biases.length; k++) {
            biases[k] = (float) parameters[from + k % units];
        }
    }

    /** Sets the states of a chain. */
    void set(int chain, byte[] states) {
        for (int i = 0; i < units; i++) {
            values[chain * units + i] = states[i];
        }
        elements.put(chain * units, values, chain * units, units); // this chain's part of the memory only
    }

    /** Sets every unit to its bias; a product is then added. */
    void toBiases() {
        elements.put(0, biases);
    }

    /** Replaces activations by probabilities {@code sigmoid(a)}. */
    void activate() {
        elements.get(0, values);
        Logistic.probabilities(values, values.length, values);
        elements.put(0, values);
    }

    /**
     * Replaces every unit's probability by a state, 0 or 1, drawn with it. A word of random bits serves two draws: the
     * upper 24 bits of each half.
     */
    void draw(UniformRandomProvider random) {
        int k = 0;
        for (; k < values.length - 1; k += 2) {
            long bits = random.nextLong();
            values[k] = uniform((int) (bits >>> 40)) < values[k] ? 1.0f : 0.0f;
            values[k + 1] = uniform((int) bits >>> 8) < values[k + 1] ? 1.0f : 0.0f;
        }
        if (k < values.length) {
            values[k] = uniform((int) (random.nextLong() >>> 40)) < values[k] ? 1.0f : 0.0f;
        }
        elements.put(0, values);
    }

    /** A number in (0, 1) of 24 bits. It is never 0, so a probability of e^-80 acts as 0. */
    private static float uniform(int bits) {
        return Math.max(bits, 0.5f) * TO_UNIT;
    }

    /** The unit's present value: its state, or its probability. */
    float value(int chain, int unit) {
        return values[chain * units + unit];
    }

    /** Adds {@code scale} times the sum over chains to the elements of a vector that begin at index {@code from}. */
    void addTo(double[] vector, int from, double scale) {
        for (int i = 0; i < units; i++) {
            double sum = 0.0;
            for (int k = i; k < values.length; k += units) {
                sum += values[k];
            }
            vector[from + i] += scale * sum;
        }
    }
}

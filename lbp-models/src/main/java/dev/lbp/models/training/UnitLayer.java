package dev.lbp.models.training;

import dev.lbp.internal.kernel.Logistic;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The units of one layer for all chains. A half sweep takes them through three forms in the same memory: activations, which a
 * matrix product adds to the biases; probabilities; and states drawn with these.
 */
final class UnitLayer {

    /** Uniform numbers are of 24 bits, all that a float tells apart: a probability is right to 2^-24. */
    private static final float TO_UNIT = 0x1p-24f;

    final int units;
    final int chains;

    /** [units, chains] in 'f' order, which in memory is chain after chain. */
    final INDArray array;

    private final NativeFloats elements;

    /** What the array is set to before a product: the biases, chain after chain. */
    private final float[] biases;

    /** What was last written to the array. */
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

    /** Takes the biases of all chains from a vector of parameters, from an index on. */
    void setBiases(double[] parameters, int from) {
        for (int k = 0; k < biases.length; k++) {
            biases[k] = (float) parameters[from + k % units];
        }
    }

    /** Gives a chain its states. */
    void set(int chain, byte[] states) {
        for (int i = 0; i < units; i++) {
            values[chain * units + i] = states[i];
        }
        elements.put(chain * units, values, chain * units, units);
    }

    /** Sets every unit to its bias, for a product to add to. */
    void toBiases() {
        elements.put(0, biases);
    }

    /** Makes probabilities {@code sigmoid(a)} of activations. */
    void activate() {
        elements.get(0, values);
        Logistic.probabilities(values, values.length, values);
        elements.put(0, values);
    }

    /** Draws every unit's state, 0 or 1, with the probability that stands in its place; half a word of random bits each. */
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

    /** A number in (0, 1) of 24 bits. Never 0: a probability of e^-80 stands for none. */
    private static float uniform(int bits) {
        return Math.max(bits, 0.5f) * TO_UNIT;
    }

    /** What stands in a unit's place: its state, or its probability. */
    float value(int chain, int unit) {
        return values[chain * units + unit];
    }

    /** Adds {@code scale} times the sum over chains to a vector, from an index on. */
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

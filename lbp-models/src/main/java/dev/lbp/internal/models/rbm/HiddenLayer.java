package dev.lbp.internal.models.rbm;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.Logistic;
import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The hidden units of a {@code BernoulliRbm} for a batch of chains, followed by an extra unit that is 1. One array
 * holds in turn their biases, activations, probabilities and draws. Element-wise operations run on Java arrays of the
 * same floating type, chain after chain.
 */
abstract class HiddenLayer {

    /** [units + 1, chains] in 'f' order. */
    final INDArray array;

    final int units;
    final int chains;

    private HiddenLayer(DataType type, int units, int chains) {
        this.array = Nd4j.createUninitialized(type, new long[] {units + 1, chains}, 'f');
        this.units = units;
        this.chains = chains;
    }

    static HiddenLayer of(DataType type, double[] bias, int chains) {
        return type == DataType.FLOAT ? new Floats(bias, chains) : new Doubles(bias, chains);
    }

    /** Sets the hidden units of every chain to their biases, and the extra last unit to 0, until {@link #activate}. */
    abstract void setToBias();

    /**
     * Replaces activations a by {@code sigmoid(a)}, and the value of the extra last unit by 1.
     *
     * @param sums receives, for each chain, {@code sum softplus(a)} plus the extra unit's previous value
     */
    abstract void activate(double[] sums);

    /**
     * Replaces the probabilities of {@link #activate} by draws, 0 or 1.
     *
     * @param random a generator per chain
     */
    abstract void draw(List<UniformRandomProvider> random);

    private static final class Doubles extends HiddenLayer {

        private final NativeDoubles elements = new NativeDoubles(array);
        private final double[] biases;
        private final double[] activations;
        private final double[] sigmoids;

        Doubles(double[] bias, int chains) {
            super(DataType.DOUBLE, bias.length, chains);
            activations = new double[units];
            sigmoids = new double[units];
            biases = new double[Math.multiplyExact(units + 1, chains)];
            for (int k = 0; k < biases.length; k++) {
                int unit = k % (units + 1);
                biases[k] = unit < units ? bias[unit] : 0.0; // of each chain; 0 for the extra unit
            }
        }

        @Override
        void setToBias() {
            elements.put(0, biases);
        }

        @Override
        void activate(double[] sums) {
            for (int chain = 0; chain < chains; chain++) {
                int first = chain * (units + 1); // a column has an extra last unit
                elements.get(first, activations);
                // the extra unit holds b.v, the part of the visible biases
                sums[chain] = elements.get(first + units) + Logistic.sigmoids(activations, sigmoids);
                elements.put(first, sigmoids);
                elements.put(first + units, 1.0);
            }
        }

        @Override
        void draw(List<UniformRandomProvider> random) {
            for (int chain = 0; chain < chains; chain++) {
                int first = chain * (units + 1); // a column has an extra last unit
                UniformRandomProvider rng = Check.notNull("an element of random", random.get(chain));
                elements.get(first, sigmoids);
                for (int j = 0; j < units; j++) {
                    sigmoids[j] = rng.nextDouble() < sigmoids[j] ? 1.0 : 0.0;
                }
                elements.put(first, sigmoids);
            }
        }
    }

    private static final class Floats extends HiddenLayer {

        private final NativeFloats elements = new NativeFloats(array);
        private final float[] biases;
        private final float[] activations;
        private final float[] sigmoids;

        Floats(double[] bias, int chains) {
            super(DataType.FLOAT, bias.length, chains);
            activations = new float[units];
            sigmoids = new float[units];
            biases = new float[Math.multiplyExact(units + 1, chains)];
            for (int k = 0; k < biases.length; k++) {
                int unit = k % (units + 1);
                biases[k] = unit < units ? (float) bias[unit] : 0.0f; // of each chain; 0 for the extra unit
            }
        }

        @Override
        void setToBias() {
            elements.put(0, biases);
        }

        @Override
        void activate(double[] sums) {
            for (int chain = 0; chain < chains; chain++) {
                int first = chain * (units + 1); // a column has an extra last unit
                elements.get(first, activations);
                // the extra unit holds b.v, the part of the visible biases
                sums[chain] = elements.get(first + units) + Logistic.sigmoids(activations, sigmoids);
                elements.put(first, sigmoids);
                elements.put(first + units, 1.0f);
            }
        }

        @Override
        void draw(List<UniformRandomProvider> random) {
            for (int chain = 0; chain < chains; chain++) {
                int first = chain * (units + 1); // a column has an extra last unit
                UniformRandomProvider rng = Check.notNull("an element of random", random.get(chain));
                elements.get(first, sigmoids);
                for (int j = 0; j < units; j++) {
                    sigmoids[j] = rng.nextDouble() < sigmoids[j] ? 1.0f : 0.0f;
                }
                elements.put(first, sigmoids);
            }
        }
    }
}

package dev.lbp.models;

import dev.lbp.kernel.Logistic;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * One layer of a {@link BernoulliRbm} for a batch of chains: its biases, and what matrix products leave of its units. What is
 * element-wise runs on Java arrays of the same floating type, chain after chain.
 */
abstract class RbmLayer {

    /** [units, chains] in 'f' order. */
    final INDArray array;

    final int units;
    final int chains;

    private RbmLayer(DataType type, int units, int chains) {
        this.array = Nd4j.createUninitialized(type, new long[] {units, chains}, 'f');
        this.units = units;
        this.chains = chains;
    }

    static RbmLayer of(DataType type, double[] bias, int chains) {
        return type == DataType.FLOAT ? new Floats(bias, chains) : new Doubles(bias, chains);
    }

    /** Sets every chain's units to their biases. */
    abstract void setToBias();

    /** Turns activations a into {@code sigmoid(a)}, in place, and adds {@code sum softplus(a)} to the number of each chain. */
    abstract void activate(double[] softplus);

    private static final class Doubles extends RbmLayer {

        private final DoubleBuffer buffer = array.data().asNioDouble();
        private final double[] biases;
        private final double[] activations;
        private final double[] sigmoids;

        Doubles(double[] bias, int chains) {
            super(DataType.DOUBLE, bias.length, chains);
            activations = new double[units];
            sigmoids = new double[units];
            biases = new double[Math.multiplyExact(units, chains)];
            for (int k = 0; k < biases.length; k++) {
                biases[k] = bias[k % units];
            }
        }

        @Override
        void setToBias() {
            buffer.put(0, biases);
        }

        @Override
        void activate(double[] softplus) {
            for (int chain = 0; chain < chains; chain++) {
                buffer.get(chain * units, activations);
                softplus[chain] += Logistic.sigmoids(activations, sigmoids);
                buffer.put(chain * units, sigmoids);
            }
        }
    }

    private static final class Floats extends RbmLayer {

        private final FloatBuffer buffer = array.data().asNioFloat();
        private final float[] biases;
        private final float[] activations;
        private final float[] sigmoids;

        Floats(double[] bias, int chains) {
            super(DataType.FLOAT, bias.length, chains);
            activations = new float[units];
            sigmoids = new float[units];
            biases = new float[Math.multiplyExact(units, chains)];
            for (int k = 0; k < biases.length; k++) {
                biases[k] = (float) bias[k % units];
            }
        }

        @Override
        void setToBias() {
            buffer.put(0, biases);
        }

        @Override
        void activate(double[] softplus) {
            for (int chain = 0; chain < chains; chain++) {
                buffer.get(chain * units, activations);
                softplus[chain] += Logistic.sigmoids(activations, sigmoids);
                buffer.put(chain * units, sigmoids);
            }
        }
    }
}

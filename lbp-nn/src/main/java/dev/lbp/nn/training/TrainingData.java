package dev.lbp.nn.training;

import dev.lbp.internal.Check;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.apache.commons.rng.UniformRandomProvider;

/** The data of a training: states, or grey values that are drawn again at each use. */
abstract class TrainingData {

    /** The number of data. */
    abstract int count();

    /** The probability of a one at a site of a datum; 0 or 1 for states. */
    abstract float value(int index, int site);

    /** Writes a datum as a state of zeros and ones. */
    abstract void draw(int index, UniformRandomProvider random, float[] to);

    /** What the data are, with a checksum. */
    abstract String identity();

    /** The mean of each site, [N]. */
    final double[] means(int dimension) {
        double[] means = new double[dimension];
        for (int index = 0; index < count(); index++) {
            for (int i = 0; i < dimension; i++) {
                means[i] += value(index, i);
            }
        }
        for (int i = 0; i < dimension; i++) {
            means[i] /= count();
        }
        return means;
    }

    /** Data of zeros and ones, [count][N], not copied. */
    static TrainingData ofStates(byte[][] states, int dimension) {
        Check.atLeast(1, "data.length", Check.notNull("data", states).length);
        for (int k = 0; k < states.length; k++) {
            String name = "data[" + k + "]";
            Check.length(dimension, name, Check.notNull(name, states[k]).length);
            Check.binary(name, states[k]);
        }
        return new States(states);
    }

    /** Grey values in [0, 1], [count][N], not copied. */
    static TrainingData ofGrey(float[][] grey, int dimension) {
        Check.atLeast(1, "grey.length", Check.notNull("grey", grey).length);
        for (int k = 0; k < grey.length; k++) {
            String name = "grey[" + k + "]";
            Check.length(dimension, name, Check.notNull(name, grey[k]).length);
            for (int i = 0; i < dimension; i++) {
                if (!(grey[k][i] >= 0.0f && grey[k][i] <= 1.0f)) {
                    Check.that(false, "be in [0, 1]", name + "[" + i + "]", grey[k][i]);
                }
            }
        }
        return new Grey(grey);
    }

    private static final class States extends TrainingData {

        private final byte[][] states;

        States(byte[][] states) {
            this.states = states;
        }

        @Override
        int count() {
            return states.length;
        }

        @Override
        float value(int index, int site) {
            return states[index][site];
        }

        @Override
        void draw(int index, UniformRandomProvider random, float[] to) {
            byte[] state = states[index];
            for (int i = 0; i < state.length; i++) {
                to[i] = state[i];
            }
        }

        @Override
        String identity() {
            CRC32C sum = new CRC32C();
            for (byte[] state : states) {
                sum.update(state);
            }
            return count() + " states, checksum " + Long.toHexString(sum.getValue());
        }
    }

    private static final class Grey extends TrainingData {

        private final float[][] grey;

        Grey(float[][] grey) {
            this.grey = grey;
        }

        @Override
        int count() {
            return grey.length;
        }

        @Override
        float value(int index, int site) {
            return grey[index][site];
        }

        @Override
        void draw(int index, UniformRandomProvider random, float[] to) {
            float[] image = grey[index];
            for (int i = 0; i < image.length; i++) {
                to[i] = random.nextFloat() < image[i] ? 1.0f : 0.0f;
            }
        }

        @Override
        String identity() {
            CRC32C sum = new CRC32C();
            ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * grey[0].length);
            for (float[] image : grey) {
                bytes.asFloatBuffer().put(image);
                sum.update(bytes.array());
            }
            return count() + " grey images, checksum " + Long.toHexString(sum.getValue());
        }
    }
}

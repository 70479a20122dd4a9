package dev.lbp.nn.training;

import dev.lbp.internal.Check;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.apache.commons.rng.UniformRandomProvider;

/** The data of a training: states, or grey images from which each use draws a state. */
interface TrainingData {

    /** The number of data. */
    int count();

    /** The probability that a site of a datum is 1; for states 0 or 1. */
    float value(int index, int site);

    /** Writes a datum as a state of zeros and ones. Draws it if the data are grey. */
    void draw(int index, UniformRandomProvider random, float[] to);

    /** The kind and the number of the data, with a checksum. A checkpoint keeps it, to recognise other data. */
    String identity();

    /** The mean of each site over the data, [N]. */
    default double[] means(int dimension) {
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
        dev.lbp.internal.States.checkRows("data", states, dimension);
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

    /** Zeros and ones, [count][N]. */
    record States(byte[][] states) implements TrainingData {

        @Override
        public int count() {
            return states.length;
        }

        @Override
        public float value(int index, int site) {
            return states[index][site];
        }

        @Override
        public void draw(int index, UniformRandomProvider random, float[] to) {
            byte[] state = states[index];
            for (int i = 0; i < state.length; i++) {
                to[i] = state[i];
            }
        }

        @Override
        public String identity() {
            CRC32C sum = new CRC32C();
            for (byte[] state : states) {
                sum.update(state);
            }
            return count() + " states, checksum " + Long.toHexString(sum.getValue());
        }
    }

    /** Grey values, [count][N]. */
    record Grey(float[][] grey) implements TrainingData {

        @Override
        public int count() {
            return grey.length;
        }

        @Override
        public float value(int index, int site) {
            return grey[index][site];
        }

        @Override
        public void draw(int index, UniformRandomProvider random, float[] to) {
            float[] image = grey[index];
            for (int i = 0; i < image.length; i++) {
                to[i] = random.nextFloat() < image[i] ? 1.0f : 0.0f;
            }
        }

        @Override
        public String identity() {
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

package dev.lbp.learn;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A network with two hidden layers of rectified units on bits and one output: {@code f(x) = c + w.r(b2 + W2' r(b1 + W1'
 * x))} with {@code r(z) = max(0, z)}. It also computes the gradient of the logistic loss of a classification by f.
 *
 * <p>All parameters are in one array. Row j of W1 has the weights of site j, row k of W2 the weights of hidden unit k.
 * Only rows of sites that are 1 and of units above 0 are added, so a state of m ones costs {@code O(m h1 + h1 h2)}.
 *
 * <p>The states are divided into a fixed number of slices, which run on the common pool. Their sums are added in order,
 * so the result does not depend on the number of threads.
 */
final class Perceptron {

    private static final int SLICES = 4;

    private final int n;
    private final int first;
    private final int second;

    private final int biasOfFirst;
    private final int weightsOfSecond;
    private final int biasOfSecond;
    private final int weightsOfOutput;
    private final int biasOfOutput;

    /** W1, b1, W2, b2, w and c. */
    final double[] parameters;

    /**
     * A network of zeros.
     *
     * @param first units of the first hidden layer
     * @param second units of the second hidden layer
     */
    Perceptron(int n, int first, int second) {
        this.n = n;
        this.first = first;
        this.second = second;
        biasOfFirst = Math.multiplyExact(n, first);
        weightsOfSecond = Math.addExact(biasOfFirst, first);
        biasOfSecond = Math.addExact(weightsOfSecond, Math.multiplyExact(first, second));
        weightsOfOutput = Math.addExact(biasOfSecond, second);
        biasOfOutput = Math.addExact(weightsOfOutput, second);
        parameters = new double[Math.addExact(biasOfOutput, 1)];
    }

    /** The number of sites. */
    int dimension() {
        return n;
    }

    /**
     * Draws uniform weights of the variance 2 / inputs, and leaves the biases 0. Source: He and others, Delving deep
     * into rectifiers, 2015.
     */
    void initialise(UniformRandomProvider random) {
        initialise(0, biasOfFirst, n, random);
        initialise(weightsOfSecond, biasOfSecond, first, random);
        initialise(weightsOfOutput, biasOfOutput, second, random);
    }

    /**
     * Draws the parameters at indices {@code from} to {@code to - 1}.
     *
     * @param inputs the number of inputs of the units whose weights these are
     */
    private void initialise(int from, int to, int inputs, UniformRandomProvider random) {
        double bound = Math.sqrt(6.0 / inputs); // a uniform number in [-bound, bound] has the variance bound^2 / 3
        for (int k = from; k < to; k++) {
            parameters[k] = bound * (2.0 * random.nextDouble() - 1.0);
        }
    }

    /** The output f of each state. */
    double[] outputs(byte[][] states) {
        double[] outputs = new double[states.length];
        inSlices(states.length, (slice, from, to) -> {
            Units units = new Units();
            for (int r = from; r < to; r++) {
                outputs[r] = units.forward(states[r]);
            }
        });
        return outputs;
    }

    /** Runs a task for each slice in parallel, with the number and the bounds of the slice. */
    private static void inSlices(int rows, SliceTask task) {
        IntUnaryOperator bound = s -> (int) ((long) rows * s / SLICES);
        IntStream.range(0, SLICES).parallel().forEach(s -> task.run(s, bound.applyAsInt(s), bound.applyAsInt(s + 1)));
    }

    @FunctionalInterface
    private interface SliceTask {
        void run(int slice, int from, int to);
    }

    /** Computes the gradient of a batch, and holds its memory. */
    final class Gradient {

        private final double[][] slices = new double[SLICES][parameters.length];

        /** The gradient of the last batch, in the order of the parameters. */
        final double[] values = new double[parameters.length];

        /**
         * Computes the gradient of the mean loss, which is {@code log(1 + e^{-f})} for data and {@code log(1 + e^f)}
         * for samples.
         *
         * @param states data, followed by samples; at least one
         * @param data the number of data
         */
        void compute(byte[][] states, int data) {
            inSlices(states.length, (s, from, to) -> {
                Arrays.fill(slices[s], 0.0);
                Units units = new Units();
                for (int r = from; r < to; r++) {
                    double probability = 1.0 / (1.0 + Math.exp(-units.forward(states[r])));
                    units.backward(states[r], probability - (r < data ? 1.0 : 0.0), slices[s]);
                }
            });
            for (int k = 0; k < values.length; k++) {
                double sum = 0.0;
                for (double[] slice : slices) {
                    sum += slice[k];
                }
                values[k] = sum / states.length;
            }
        }
    }

    /** The hidden units of one state. */
    private final class Units {

        private final double[] a = new double[first]; // the values of the first layer's units
        private final double[] b = new double[second]; // the values of the second layer's units
        private final double[] slopesOfA = new double[first];
        private final double[] slopesOfB = new double[second];

        /** Computes the hidden units of a state, and returns f. */
        private double forward(byte[] state) {
            System.arraycopy(parameters, biasOfFirst, a, 0, first);
            for (int j = 0; j < n; j++) {
                if (state[j] == 1) {
                    addRow(1.0, parameters, j * first, a);
                }
            }
            System.arraycopy(parameters, biasOfSecond, b, 0, second);
            for (int k = 0; k < first; k++) {
                a[k] = Math.max(0.0, a[k]);
                if (a[k] > 0.0) {
                    addRow(a[k], parameters, weightsOfSecond + k * second, b);
                }
            }
            double output = parameters[biasOfOutput];
            for (int l = 0; l < second; l++) {
                b[l] = Math.max(0.0, b[l]);
                output += b[l] * parameters[weightsOfOutput + l];
            }
            return output;
        }

        /**
         * Adds the gradient of a loss for the state of the last call of {@link #forward}.
         *
         * @param slope the derivative of the loss by f
         */
        private void backward(byte[] state, double slope, double[] gradient) {
            gradient[biasOfOutput] += slope;
            for (int l = 0; l < second; l++) {
                gradient[weightsOfOutput + l] += slope * b[l];
                slopesOfB[l] = b[l] > 0.0 ? slope * parameters[weightsOfOutput + l] : 0.0;
            }
            addTo(gradient, biasOfSecond, 1.0, slopesOfB);
            // slopes are derivatives of the loss by a unit's sum of inputs; 0 for a unit that is off
            for (int k = 0; k < first; k++) {
                slopesOfA[k] = 0.0;
                if (a[k] > 0.0) {
                    int row = weightsOfSecond + k * second;
                    addTo(gradient, row, a[k], slopesOfB);
                    slopesOfA[k] = product(parameters, row, slopesOfB);
                }
            }
            addTo(gradient, biasOfFirst, 1.0, slopesOfA);
            for (int j = 0; j < n; j++) {
                if (state[j] == 1) {
                    addTo(gradient, j * first, 1.0, slopesOfA);
                }
            }
        }
    }

    /** Adds a row of a matrix times a factor. The row begins at index {@code row}. */
    private static void addRow(double factor, double[] matrix, int row, double[] to) {
        for (int k = 0; k < to.length; k++) {
            to[k] += factor * matrix[row + k];
        }
    }

    /** Adds values times a factor to a row of a matrix. The row begins at index {@code row}. */
    private static void addTo(double[] matrix, int row, double factor, double[] values) {
        for (int k = 0; k < values.length; k++) {
            matrix[row + k] += factor * values[k];
        }
    }

    /** The product of a row of a matrix, which begins at index {@code row}, and a vector. */
    private static double product(double[] matrix, int row, double[] values) {
        double sum = 0.0;
        for (int k = 0; k < values.length; k++) {
            sum += matrix[row + k] * values[k];
        }
        return sum;
    }
}

package dev.lbp.bench.jmh;

import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.nd4j.FlipWeightBatch;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Flip weights of a row: computes the weights of N sites and their sum from the state and the gradient. Each kernel
 * gets its data in its fastest form: Java arrays for the Java kernels and the plain loop, ND4J's arrays for ND4J.
 * {@code vector-batch} is the vector kernel on ND4J's arrays, with the necessary copies. The unit is microseconds per
 * row of N sites.
 *
 * <p>ND4J uses as many threads as there are processors, unless the environment has {@code OMP_NUM_THREADS=1}; setting
 * its threads from Java ({@code Environment.setMaxThreads}) has no effect on its element-wise operations.
 */
public class FlipWeightKernelBenchmark extends TimedBenchmark {

    /** The kernel, or the plain loop ({@code math-exp}). */
    @Param({"vector", "scalar", "nd4j", "math-exp", "vector-batch"})
    public String kernel;

    /** The weight function. */
    @Param({"BARKER", "SQRT", "MIN", "MAX"})
    public FlipWeightKernel.Form form;

    /** The precision of states, gradients and weights. */
    @Param({"FLOAT", "DOUBLE"})
    public DataType type;

    /** The number of sites N, mostly no multiple of a vector's length. */
    @Param({"100", "702", "10000", "100000", "1000000"})
    public int n;

    /** Computes the weights of the row, and returns their sum. */
    private interface Row {
        double sum();
    }

    private Row row;

    /** Makes log-ratios in [-3, 3], as on a moderate target; every third site is 1. */
    @Setup
    public void setUp() {
        double[] states = new double[n];
        double[] gradients = new double[n];
        for (int i = 0; i < n; i++) {
            states[i] = i % 3 == 0 ? 1.0 : 0.0;
            gradients[i] = 3.0 * Math.sin(i);
        }
        row = switch (kernel) {
            case "nd4j" -> batch("nd4j", states, gradients);
            case "vector-batch" -> batch("vector", states, gradients);
            case "math-exp" ->
                type == DataType.FLOAT ? plainLoop(floats(states), floats(gradients)) : plainLoop(states, gradients);
            default ->
                type == DataType.FLOAT ? kernelRow(floats(states), floats(gradients)) : kernelRow(states, gradients);
        };
    }

    /** Computes one row. */
    @Benchmark
    public double row() {
        return row.sum();
    }

    private Row kernelRow(double[] states, double[] gradients) {
        FlipWeightKernel chosen = FlipWeightKernels.of(kernel);
        double[] weights = new double[n];
        return () -> {
            double shift = form.bounded() ? 0.0 : form.shift(chosen.largest(states, gradients, 0, n));
            return chosen.row(form, states, gradients, 0, n, shift, weights);
        };
    }

    private Row kernelRow(float[] states, float[] gradients) {
        FlipWeightKernel chosen = FlipWeightKernels.of(kernel);
        float[] weights = new float[n];
        return () -> {
            float shift = form.bounded() ? 0.0f : (float) form.shift(chosen.largest(states, gradients, 0, n));
            return chosen.row(form, states, gradients, 0, n, shift, weights);
        };
    }

    private Row batch(String name, double[] states, double[] gradients) {
        INDArray stateArray = Nd4j.createFromArray(states).reshape(1, n).castTo(type);
        INDArray gradientArray = Nd4j.createFromArray(gradients).reshape(1, n).castTo(type);
        FlipWeightBatch batch = FlipWeightBatch.of(FlipWeightKernels.of(name), form, type, 1, n);
        return () -> {
            batch.compute(stateArray, gradientArray);
            return batch.sums().getDouble(0);
        };
    }

    /** The plain loop, without a shift of the log-ratios. */
    private Row plainLoop(double[] states, double[] gradients) {
        double[] weights = new double[n];
        return () -> {
            double sum = 0.0;
            for (int i = 0; i < n; i++) {
                double weight = weight((1.0 - 2.0 * states[i]) * gradients[i]);
                weights[i] = weight;
                sum += weight;
            }
            return sum;
        };
    }

    private Row plainLoop(float[] states, float[] gradients) {
        float[] weights = new float[n];
        return () -> {
            double sum = 0.0;
            for (int i = 0; i < n; i++) {
                float weight = (float) weight((1.0f - 2.0f * states[i]) * gradients[i]);
                weights[i] = weight;
                sum += weight;
            }
            return sum;
        };
    }

    private double weight(double logRatio) {
        return switch (form) {
            case SQRT -> Math.exp(0.5 * logRatio);
            case BARKER -> 1.0 / (1.0 + Math.exp(-logRatio));
            case MIN -> Math.exp(Math.min(0.0, logRatio));
            case MAX -> Math.exp(Math.max(0.0, logRatio));
        };
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }
}

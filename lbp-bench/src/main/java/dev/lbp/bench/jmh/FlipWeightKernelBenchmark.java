package dev.lbp.bench.jmh;

import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.nd4j.FlipWeightBatch;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Flip weights of the rows of a batch: state and gradient of N sites of each row in, weights and their sum out. Each
 * contestant has its data in its fastest form: Java arrays for the Java kernels and the plain loop, ND4J's own arrays
 * for ND4J. {@code vector-batch} is the vector kernel on ND4J's arrays, with the necessary copies.
 *
 * <p>Times are processor times of all threads of the process, because a busy machine stretches the clock. A round warms
 * up until two slices agree, so it does not measure code that a starved compiler has not reached yet.
 *
 * <p>ND4J uses as many threads as there are processors, unless the environment has {@code OMP_NUM_THREADS=1}; setting
 * its threads from Java ({@code Environment.setMaxThreads}) has no effect on its element-wise operations.
 */
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class FlipWeightKernelBenchmark extends RoundBenchmark {

    /** The largest relative difference of two slices that agree; a slice is a series of calls that is timed as one. */
    private static final double AGREE = 0.05;

    /** The largest number of slices that a round times. */
    private static final int MOST_SLICES = 20;

    /** The contestant. */
    @Param({"vector", "scalar", "nd4j", "math-exp", "vector-batch"})
    public String kernel;

    /** The weight function. */
    @Param({"BARKER", "SQRT", "MIN", "MAX"})
    public FlipWeightKernel.Form form;

    /** The precision of states, gradients and weights. */
    @Param({"FLOAT", "DOUBLE"})
    public DataType type;

    /** The sites; most are no multiple of a vector's length. */
    @Param({"100", "702", "10000", "100000", "1000000"})
    public int n;

    /** The rows; 0 for as many as have 10^6 sites together. */
    @Param("1")
    public int rows;

    /** Least processor seconds of a slice: 50 times the resolution of this clock. */
    double slice = 0.5;

    /** The figures of a round. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {

        /** Processor microseconds of a row. */
        public double micros;

        /** Time by the clock over processor time: above 1 on a busy machine, below 1 for several threads. */
        public double clock;

        /** The relative difference of the times of the last two slices; above 0.05 if no two slices agreed. */
        public double spread;
    }

    /** A contestant: computes the weights of all rows, and returns a number that depends on them. */
    private interface Rows {
        double sum();
    }

    private Rows contestant;

    private int count;

    /** Log-ratios in [-3, 3], as on a moderate target; every third site is 1. */
    @Setup
    public void setUp() {
        count = rows == 0 ? Math.max(1, 1_000_000 / n) : rows; // 0: as many rows as have about a million sites
        double[] states = new double[count * n];
        double[] gradients = new double[count * n];
        for (int i = 0; i < states.length; i++) {
            states[i] = i % 3 == 0 ? 1.0 : 0.0;
            gradients[i] = 3.0 * Math.sin(i);
        }
        contestant = switch (kernel) {
            case "nd4j" -> batch("nd4j", states, gradients);
            case "vector-batch" -> batch("vector", states, gradients);
            case "math-exp" ->
                type == DataType.FLOAT ? plainLoop(floats(states), floats(gradients)) : plainLoop(states, gradients);
            default ->
                type == DataType.FLOAT ? kernelRow(floats(states), floats(gradients)) : kernelRow(states, gradients);
        };
    }

    /**
     * One round: doubles the number of calls until a slice takes long enough, and then times slices until two
     * successive ones agree, or {@link #MOST_SLICES} are made.
     */
    @Benchmark
    public double round(Figures figures) {
        long calls = 1;
        double before = 0.0; // no slice: the relative difference to it is infinite
        double now;
        boolean tooShort;
        int slices = 0;
        do {
            Stopwatch watch = new Stopwatch();
            now = seconds(calls);
            figures.clock = watch.seconds() / now;
            figures.spread = Math.round(1e3 * Math.abs(now - before) / before) / 1e3;
            tooShort = now < slice;
            if (tooShort) { // calls also get short when compiled code replaces slow code
                calls *= 2;
                before = 0.0;
            } else {
                slices++;
                before = now;
            }
        } while (tooShort || (figures.spread > AGREE && slices < MOST_SLICES));
        figures.micros = 1e6 * now / calls / count;
        return figures.micros;
    }

    /** The processor seconds of some calls. */
    private double seconds(long calls) {
        double began = Stopwatch.ofProcess();
        double sum = 0.0;
        for (long k = 0; k < calls; k++) {
            sum += contestant.sum();
        }
        if (Double.isNaN(sum)) { // uses the sum, so that no compiler leaves the work out
            throw new IllegalStateException("must have finite weights");
        }
        return Stopwatch.ofProcess() - began;
    }

    /** The kernel, row by row. Weights that may exceed 1 are scaled by a shift of their logarithms. */
    private Rows kernelRow(double[] states, double[] gradients) {
        FlipWeightKernel chosen = FlipWeightKernels.of(kernel);
        double[] weights = new double[states.length];
        return () -> {
            double sum = 0.0;
            for (int from = 0; from < states.length; from += n) {
                double shift = form.bounded() ? 0.0 : form.shift(chosen.largest(states, gradients, from, n));
                sum += chosen.row(form, states, gradients, from, n, shift, weights);
            }
            return sum;
        };
    }

    /** The kernel, row by row, in single precision. */
    private Rows kernelRow(float[] states, float[] gradients) {
        FlipWeightKernel chosen = FlipWeightKernels.of(kernel);
        float[] weights = new float[states.length];
        return () -> {
            double sum = 0.0;
            for (int from = 0; from < states.length; from += n) {
                float shift = form.bounded() ? 0.0f : (float) form.shift(chosen.largest(states, gradients, from, n));
                sum += chosen.row(form, states, gradients, from, n, shift, weights);
            }
            return sum;
        };
    }

    /** The contestant that computes all rows by one call of a kernel's batch. It returns the first row's sum. */
    private Rows batch(String name, double[] states, double[] gradients) {
        INDArray stateArray = Nd4j.createFromArray(states).reshape(count, n).castTo(type);
        INDArray gradientArray =
                Nd4j.createFromArray(gradients).reshape(count, n).castTo(type);
        FlipWeightBatch batch = FlipWeightBatch.of(FlipWeightKernels.of(name), form, type, count, n);
        return () -> {
            batch.compute(stateArray, gradientArray);
            return batch.sums().getDouble(0);
        };
    }

    /** The obvious loop, without a shift. */
    private Rows plainLoop(double[] states, double[] gradients) {
        double[] weights = new double[states.length];
        return () -> {
            double sum = 0.0;
            for (int i = 0; i < states.length; i++) {
                double weight = weight((1.0 - 2.0 * states[i]) * gradients[i]);
                weights[i] = weight;
                sum += weight;
            }
            return sum;
        };
    }

    private Rows plainLoop(float[] states, float[] gradients) {
        float[] weights = new float[states.length];
        return () -> {
            double sum = 0.0;
            for (int i = 0; i < states.length; i++) {
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

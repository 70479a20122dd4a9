package dev.lbp.bench.jmh;

import dev.lbp.kernel.FlipWeightKernel;
import dev.lbp.kernel.FlipWeightKernels;
import java.util.concurrent.TimeUnit;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.ops.transforms.Transforms;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Flip weights of N sites in double precision: the kernels, a loop with {@code Math.exp} as anyone would write it, and ND4J
 * operations in place. Microseconds per call; divide by N.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsPrepend = {"--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class FlipWeightKernelBenchmark {

    /** The sites; none but one is a multiple of the vector length. */
    @Param({"100", "702", "10000", "100000", "1000000"})
    public int n;

    /** The weight function. */
    @Param({"BARKER", "SQRT", "MIN", "MAX"})
    public FlipWeightKernel.Form form;

    private final FlipWeightKernel vector = FlipWeightKernels.of("vector");
    private final FlipWeightKernel scalar = FlipWeightKernels.of("scalar");
    private double[] logRatios;
    private double[] weights;
    private INDArray ratioArray;
    private INDArray weightArray;

    /** Log-ratios in [-3, 3], as on a moderate target. */
    @Setup(Level.Trial)
    public void setUp() {
        logRatios = new double[n];
        weights = new double[n];
        for (int i = 0; i < n; i++) {
            logRatios[i] = 3.0 * Math.sin(i);
        }
        ratioArray = Nd4j.createFromArray(logRatios);
        weightArray = ratioArray.dup();
    }

    /** The SIMD kernel. */
    @Benchmark
    public double[] vector() {
        vector.weights(form, logRatios, 0, n, 0.0, weights, 0);
        return weights;
    }

    /** The scalar kernel, of the same bits. */
    @Benchmark
    public double[] scalar() {
        scalar.weights(form, logRatios, 0, n, 0.0, weights, 0);
        return weights;
    }

    /** A plain loop. */
    @Benchmark
    public double[] mathExp() {
        switch (form) {
            case BARKER -> {
                for (int i = 0; i < n; i++) {
                    weights[i] = 1.0 / (1.0 + Math.exp(-logRatios[i]));
                }
            }
            case SQRT -> {
                for (int i = 0; i < n; i++) {
                    weights[i] = Math.exp(0.5 * logRatios[i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    weights[i] = Math.exp(Math.min(0.0, logRatios[i]));
                }
            }
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    weights[i] = Math.exp(Math.max(0.0, logRatios[i]));
                }
            }
        }
        return weights;
    }

    /** ND4J, in as few operations in place as it takes. */
    @Benchmark
    public INDArray nd4j() {
        weightArray.assign(ratioArray);
        return switch (form) {
            case BARKER -> Transforms.sigmoid(weightArray, false);
            case SQRT -> Transforms.exp(weightArray.muli(0.5), false);
            case MIN -> Transforms.exp(Transforms.min(weightArray, 0.0, false), false);
            case MAX -> Transforms.exp(Transforms.max(weightArray, 0.0, false), false);
        };
    }
}

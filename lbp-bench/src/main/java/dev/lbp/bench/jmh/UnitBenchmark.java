package dev.lbp.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The unit for the cost of a flip: one turn of a loop of {@code 1 / (1 + Math.exp(-d))}; nanoseconds. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class UnitBenchmark {

    private static final int TURNS = 10_000;

    private final double[] logRatios = new double[TURNS];
    private final double[] weights = new double[TURNS];

    /** Log-ratios in [-3, 3]. */
    @Setup(Level.Trial)
    public void setUp() {
        for (int i = 0; i < TURNS; i++) {
            logRatios[i] = 3.0 * Math.sin(i);
        }
    }

    /** The loop. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public double[] unit() {
        for (int i = 0; i < TURNS; i++) {
            weights[i] = 1.0 / (1.0 + Math.exp(-logRatios[i]));
        }
        return weights;
    }
}

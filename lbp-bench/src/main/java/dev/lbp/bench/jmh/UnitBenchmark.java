package dev.lbp.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;

/** The unit for the cost of a flip: one turn of a loop of {@code 1 / (1 + Math.exp(-d))}, in nanoseconds. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class UnitBenchmark extends TimedBenchmark {

    private static final int TURNS = 10_000;

    private final double[] logRatios = new double[TURNS];
    private final double[] weights = new double[TURNS];

    /** Makes log-ratios in [-3, 3]. */
    @Setup
    public void setUp() {
        for (int i = 0; i < TURNS; i++) {
            logRatios[i] = 3.0 * Math.sin(i);
        }
    }

    /** Runs the loop. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public double[] unit() {
        for (int i = 0; i < TURNS; i++) {
            weights[i] = 1.0 / (1.0 + Math.exp(-logRatios[i]));
        }
        return weights;
    }
}

package dev.lbp.bench.jmh;

import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.TemperingResult;
import java.util.Arrays;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Parallel tempering: a step of all replicas of a periodic Ising lattice by adaptive LBP, with exchanges after every
 * step, after every fifth step, and almost never. The coupling falls with the side, so that the acceptance of exchanges
 * is about the same for all sides. Times are CPU times of the process after warm-up.
 */
@Warmup(iterations = 2)
@Measurement(iterations = 5)
public class TemperingBenchmark extends RoundBenchmark {

    private static final int REPLICAS = 14;

    private static final int WARM_UP = 4_000;

    /** Steps between exchanges that are so rare that their cost is negligible. */
    private static final int RARELY = 100;

    /** The side of the lattice. */
    @Param({"32", "50", "100"})
    public int side;

    /** N times the number of steps of each replica in a round. */
    @Param("10000000")
    public int work;

    /** The figures of a round. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        /** The number of sites N. */
        public double sites;

        /** The number of accepted exchanges in a scan, which tries half of the 13 pairs. */
        public double exchanges;

        /** Microseconds of a step of all replicas, almost without exchanges. */
        public double step;

        /** Microseconds of a step of all replicas, with exchanges every 5 steps. */
        public double everyFive;

        /** Microseconds of a step of all replicas, with exchanges after every step. */
        public double everyOne;
    }

    /** Makes one round. */
    @Benchmark
    public double round(Figures figures) {
        IsingModel model =
                IsingModel.lattice(side, side).periodic().coupling(8.0 / side).build();
        figures.sites = side * side;
        figures.step = run(model, RARELY, figures);
        figures.everyFive = run(model, 5, figures);
        figures.everyOne = run(model, 1, figures);
        return figures.everyOne;
    }

    /**
     * Makes a run with exchanges after {@code every} steps, and notes its accepted exchanges in {@code figures}.
     * Returns the microseconds of a step of all replicas.
     */
    private double run(IsingModel model, int every, Figures figures) {
        int steps = work / model.dimension();
        double[] began = new double[1]; // when the draws began; an array, so that the listener can set it
        SampleResult result = Samplers.lbp()
                .build()
                .sample(model)
                .tempering(Tempering.replicas(REPLICAS).every(every))
                .chains(1)
                .threads(1)
                .warmup(WARM_UP)
                .draws(steps)
                .listener(new SamplingListener() {
                    @Override
                    public void frozen(double scale, boolean settled) {
                        began[0] = Stopwatch.ofProcess();
                    }
                })
                .run();
        double micros = 1e6 * (Stopwatch.ofProcess() - began[0]) / steps;
        TemperingResult tempering = result.tempering().orElseThrow();
        figures.exchanges = 0.5 // a scan tries every second pair
                * Arrays.stream(tempering.swapAcceptance()).sum();
        return micros;
    }
}

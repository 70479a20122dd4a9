package dev.lbp.bench.jmh;

import dev.lbp.Samplers;
import dev.lbp.SweepBuilder;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The draws of runs of one chain of Gibbs on a lattice: in blocks on one thread and on many, and plain. A round has the
 * three runs in turn. Times are those of the draws with all that a run records of them, by the clock and by the CPU
 * time of all threads; the CPU time has the warm-up and the start of the run too.
 */
@Warmup(iterations = 1)
@Measurement(iterations = 7)
public class BlockSweepBenchmark extends RoundBenchmark {

    private static final int WARM_UP = 16;

    /** The side of the lattice, of coupling 0.3 in a field of 0.1. */
    @Param("4000")
    public int side;

    /** The draws of a run. */
    @Param("40")
    public int draws;

    /** The number of threads that is compared with one. */
    @Param("2")
    public int threads;

    private IsingModel lattice = IsingModel.lattice(1, 1).coupling(0.0).build();

    /** The figures of a round: nanoseconds per update of a site. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        /** In blocks, one thread, by the clock. */
        public double one;

        /** In blocks, many threads, by the clock. */
        public double many;

        /** Without blocks, by the clock. */
        public double plain;

        /** In blocks, CPU time of a run on many threads over that on one. */
        public double cpu;

        /** The time of one thread over that of many. */
        public double gain;
    }

    @Setup
    public void setUp() {
        lattice = IsingModel.lattice(side, side).coupling(0.3).field(0.1).build();
    }

    /** One round. */
    @Benchmark
    public void round(Figures figures) throws Exception {
        byte[][] last = new byte[3][];
        double[] cpu = new double[3];
        inTurn(
                () -> figures.one = run(Samplers.gibbs().inBlocks(), 1, last, cpu, 0),
                () -> figures.many = run(Samplers.gibbs().inBlocks(), threads, last, cpu, 1),
                () -> figures.plain = run(Samplers.gibbs(), 1, last, cpu, 2));
        figures.cpu = cpu[1] / cpu[0];
        figures.gain = figures.one / figures.many;
        if (!Arrays.equals(last[0], last[1])) {
            throw new IllegalStateException("must be the same for any number of threads: the last state");
        }
    }

    private double run(SweepBuilder sweeps, int width, byte[][] last, double[] cpu, int place) {
        Stopwatch watch = new Stopwatch();
        SampleResult result = sweeps.build()
                .sample(lattice)
                .chains(1)
                .warmup(WARM_UP)
                .draws(draws)
                .threads(width)
                .run();
        cpu[place] = watch.cpuSeconds();
        last[place] = result.finalStates()[0];
        return result.drawTime().toNanos() / (double) draws / lattice.dimension();
    }
}

package dev.lbp.bench.jmh;

import dev.lbp.Samplers;
import dev.lbp.SweepBuilder;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.internal.Check;
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
 * Gibbs sampling of one chain on a lattice: in blocks on one thread, in blocks on many threads, and without blocks. A
 * round makes these three runs in turn. Wall-clock times are those of the draws, recording included. CPU times are
 * those of all threads, and also include the start and the warm-up of the run.
 */
@Warmup(iterations = 1)
@Measurement(iterations = 7)
public class BlockSweepBenchmark extends RoundBenchmark {

    private static final int WARM_UP = 16;

    /** The side of the lattice, which has coupling 0.3 and field 0.1. */
    @Param("4000")
    public int side;

    /** The number of draws of a run. */
    @Param("40")
    public int draws;

    /** The number of threads of the run on many threads. */
    @Param("2")
    public int threads;

    private IsingModel lattice = IsingModel.lattice(1, 1).coupling(0.0).build();

    /** The figures of a round; times are nanoseconds per update of a site. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        /** Wall-clock time in blocks on one thread. */
        public double one;
        /** Wall-clock time in blocks on many threads. */
        public double many;
        /** Wall-clock time without blocks. */
        public double plain;
        /** CPU time of the run in blocks on many threads, relative to the run on one thread. */
        public double cpu;
        /** The speed-up in blocks by many threads, {@code one / many}. */
        public double gain;
    }

    @Setup
    public void setUp() {
        lattice = IsingModel.lattice(side, side).coupling(0.3).field(0.1).build();
    }

    /** Makes one round: three runs, each of which stores its last state and CPU time at an index of its own. */
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
        Check.state(Arrays.equals(last[0], last[1]), "be the same for any number of threads: the last state");
    }

    /** Makes a run, and stores its CPU time and last state at an index. Returns nanoseconds per update of a site. */
    private double run(SweepBuilder sweeps, int width, byte[][] last, double[] cpu, int index) {
        Stopwatch watch = new Stopwatch();
        SampleResult result = sweeps.build()
                .sample(lattice)
                .chains(1)
                .warmup(WARM_UP)
                .draws(draws)
                .threads(width)
                .run();
        cpu[index] = watch.cpuSeconds();
        last[index] = result.finalStates()[0];
        return result.drawTime().toNanos() / (double) draws / lattice.dimension();
    }
}

package dev.lbp.bench.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The gain of a run from a second thread, beside the gain of a loop of {@code Math.exp} that shares nothing: the loop
 * measures the speed-up that the machine can give at that time.
 *
 * <p>One invocation is one round of all four, each for some seconds, and every second round is in reverse order: a
 * temporary load slows them alike. It would not do so in forks that run one after another. So the figure is a ratio
 * within a round, {@code (engineOne / engineMany) / (loopOne / loopMany)}; JMH's summary is the sum of the seconds of
 * all rounds.
 */
@Warmup(iterations = 1)
@Measurement(iterations = 9)
public class ThreadScalingBenchmark extends RoundBenchmark {

    /** The side of the lattice, Ising C2. */
    @Param("100")
    public int side;

    /** The chains, and the tasks of the loop. */
    @Param("100")
    public int chains;

    /**
     * Steps of each chain. A thread makes a fiftieth of them before its next chain, and then has to load that chain's
     * arrays again.
     */
    @Param("2000")
    public int steps;

    /** Turns of the loop in each task; a task is about as long as a chain's. */
    @Param("5000000")
    public int turns;

    /** The number of threads that is compared with one. */
    @Param("2")
    public int threads;

    private StationaryChains stationary;

    /** Wall-clock seconds on one thread and on many, of the same work. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Seconds {
        /** A run's draws, one thread. */
        public double engineOne;

        /** A run's draws, many threads. */
        public double engineMany;

        /** The loop, one thread. */
        public double loopOne;

        /** The loop, many threads. */
        public double loopMany;
    }

    @Setup
    public void setUp() {
        stationary = StationaryChains.of(side, chains, 300);
    }

    /** One round. */
    @Benchmark
    public void round(Seconds seconds) throws Exception {
        inTurn(
                () -> seconds.engineOne = engine(1),
                () -> seconds.loopOne = loop(1),
                () -> seconds.engineMany = engine(threads),
                () -> seconds.loopMany = loop(threads));
    }

    /** A run's own time for its draws, without the set-up of its chains. */
    private double engine(int width) {
        return 1e-9 * stationary.run(steps, width).run().drawTime().toNanos();
    }

    /** As many tasks on a pool as a run has chains. */
    private double loop(int width) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(width);
        try {
            List<Callable<Double>> tasks = new ArrayList<>();
            for (int task = 0; task < chains; task++) {
                double start = task;
                tasks.add(() -> exps(start));
            }
            long began = System.nanoTime();
            double sum = 0.0;
            for (Future<Double> task : pool.invokeAll(tasks)) {
                sum += task.get();
            }
            double seconds = 1e-9 * (System.nanoTime() - began);
            if (!(sum > 0.0)) { // forces the sums to be computed
                throw new IllegalStateException("must be > 0: sum=" + sum);
            }
            return seconds;
        } finally {
            pool.shutdown();
        }
    }

    private double exps(double start) {
        double sum = 0.0;
        for (int k = 0; k < turns; k++) {
            sum += Math.exp(-1e-6 * (start + k));
        }
        return sum;
    }
}

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
 * The speed-up of a run by a second thread, relative to the speed-up of a loop of {@code Math.exp} without shared
 * memory. The loop measures the speed-up that the machine can give at that time.
 *
 * <p>One invocation is a round: the run and the loop, each on one and on many threads, for some seconds each. Every
 * second round is in reverse order, so that a temporary load slows all four alike. The figure is the ratio {@code
 * (engineOne / engineMany) / (loopOne / loopMany)} within a round. It needs no forks, which would run one after
 * another. JMH's summary is the sum of the seconds of all rounds.
 */
@Warmup(iterations = 1)
@Measurement(iterations = 9)
public class ThreadScalingBenchmark extends RoundBenchmark {

    /** The side of the lattice, an Ising model of the paper's configuration C2. */
    @Param("100")
    public int side;

    /** The number of chains, and of tasks of the loop. */
    @Param("100")
    public int chains;

    /**
     * The number of steps of each chain. A thread makes a fiftieth of the steps of a chain, and then loads the arrays
     * of its next chain into the cache.
     */
    @Param("2000")
    public int steps;

    /** Turns of the loop in each task, so that a task takes about as long as a chain. */
    @Param("5000000")
    public int turns;

    /** The number of threads of the run on many threads. */
    @Param("2")
    public int threads;

    private StationaryChains stationary;

    /** Wall-clock seconds of the same work on one thread and on many. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Seconds {
        /** Seconds of the draws of a run on one thread. */
        public double engineOne;
        /** Seconds of the draws of a run on many threads. */
        public double engineMany;
        /** Seconds of the loop of exponentials on one thread. */
        public double loopOne;
        /** Seconds of the loop of exponentials on many threads. */
        public double loopMany;
    }

    @Setup
    public void setUp() {
        stationary = StationaryChains.of(side, chains, 300);
    }

    /** Makes one round. */
    @Benchmark
    public void round(Seconds seconds) throws Exception {
        inTurn(
                () -> seconds.engineOne = engineSeconds(1),
                () -> seconds.loopOne = loopSeconds(1),
                () -> seconds.engineMany = engineSeconds(threads),
                () -> seconds.loopMany = loopSeconds(threads));
    }

    /** Seconds of a run's draws, without the set-up of its chains. */
    private double engineSeconds(int width) {
        return 1e-9 * stationary.run(steps, width).run().drawTime().toNanos();
    }

    /** Seconds of the loop, with as many tasks on a pool as the run has chains. */
    private double loopSeconds(int width) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(width);
        try {
            List<Callable<Double>> tasks = new ArrayList<>();
            for (int task = 0; task < chains; task++) {
                double start = task;
                tasks.add(() -> sumOfExps(start));
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

    /** The loop: work that shares no memory, so that only the machine limits its speed-up. */
    private double sumOfExps(double start) {
        double sum = 0.0;
        for (int k = 0; k < turns; k++) {
            sum += Math.exp(-1e-6 * (start + k));
        }
        return sum;
    }
}

package dev.lbp.bench.jmh;

import dev.lbp.SamplingRun;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.result.SamplingListener;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of observing or saving a run: a pair is the same run without and with the observation. Every second pair is
 * in reverse order, so that a temporary load slows both runs alike. Wall-clock time is that of the draws. CPU time is
 * that of the whole process during the run, including its start and its end; other processes hardly change it. Runs are
 * long, because some systems count CPU time in hundredths of a second.
 *
 * <p>A run with a checkpoint is saved at its start, at its end, and every half minute. So the relative cost is much
 * larger in a run of a second or two than in a long run.
 */
@Warmup(iterations = 4)
@Measurement(iterations = 30)
public class ObservationBenchmark extends RoundBenchmark {

    /**
     * The kind of observation. {@code all} is a listener, a weighted sum and a lambda; the other kinds are measured
     * only alone.
     */
    @Param({"listener", "weightedSum", "lambda", "all", "lambdaOfAllSites", "conditionals", "checkpoint"})
    public String observed;

    /** The side of the lattice, an Ising model C2. */
    @Param("50")
    public int side;

    /** The number of chains. */
    @Param("8")
    public int chains;

    /** The number of draws of each chain; they take seconds of CPU time. */
    @Param("40000")
    public int draws;

    /** The number of steps per draw. */
    @Param("1")
    public int thin;

    /** The number of threads. The thread that calls the listener is a further one, but sleeps most of the time. */
    @Param("2")
    public int threads;

    private Statistic ones = state -> 0.0;
    private StationaryChains stationary;
    private Path checkpoint = Path.of("run.checkpoint");

    /** Seconds of one run, without and with the observation. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Seconds {
        /** Wall-clock time of the draws, without the observation. */
        public double timeOff;
        /** Wall-clock time of the draws, with the observation. */
        public double timeOn;
        /** CPU time of the run, without the observation. */
        public double cpuOff;
        /** CPU time of the run, with the observation. */
        public double cpuOn;
    }

    /** Stores the values of each call, as a progress bar would. */
    private static final class Listener implements SamplingListener {

        private double done;

        @Override
        public void drawsProgress(long steps, long total) {
            done = (double) steps / total;
        }
    }

    @Setup
    public void setUp() throws IOException {
        stationary = StationaryChains.of(side, chains, 1_000);
        double[] weights = new double[stationary.model().dimension()];
        Arrays.fill(weights, 1.0);
        ones = Statistic.weightedSum(weights);
        checkpoint = Files.createTempDirectory("lbp").resolve("run.checkpoint");
    }

    /** Deletes the files of the checkpoint. */
    @TearDown
    public void deleteCheckpoint() throws IOException {
        Path directory = Objects.requireNonNull(checkpoint.getParent());
        try (Stream<Path> files = Files.list(directory)) { // the checkpoint, the previous one, and the lock
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    /** Makes one pair of runs. */
    @Benchmark
    public void pair(Seconds seconds) throws Exception {
        inTurn(() -> runUnobserved(seconds), () -> runObserved(seconds));
        Files.deleteIfExists(checkpoint);
        Files.deleteIfExists(checkpoint.resolveSibling(checkpoint.getFileName() + ".previous"));
    }

    private void runUnobserved(Seconds seconds) {
        Stopwatch watch = new Stopwatch();
        seconds.timeOff = drawTime(run());
        seconds.cpuOff = watch.cpuSeconds();
    }

    private void runObserved(Seconds seconds) {
        Stopwatch watch = new Stopwatch();
        seconds.timeOn = drawTime(addObservation(run()));
        seconds.cpuOn = watch.cpuSeconds();
    }

    private SamplingRun run() {
        return stationary.run(draws, threads).thin(thin);
    }

    /** Adds the kind of observation to the run. */
    private SamplingRun addObservation(SamplingRun run) {
        boolean all = observed.equals("all");
        if (all || observed.equals("listener")) {
            run.listener(new Listener());
        }
        if (all || observed.equals("weightedSum")) {
            run.track("ones", ones);
        }
        if (all || observed.equals("lambda")) {
            run.track("corners", x -> x[0] + x[x.length - 1]);
        }
        if (observed.equals("lambdaOfAllSites")) {
            run.track("ones", ObservationBenchmark::count);
        }
        if (observed.equals("conditionals")) {
            run.conditionals();
        }
        if (observed.equals("checkpoint")) {
            run.checkpoint(checkpoint);
        }
        return run;
    }

    private static double count(byte[] state) {
        int sum = 0;
        for (byte bit : state) {
            sum += bit;
        }
        return sum;
    }

    private static double drawTime(SamplingRun run) {
        return 1e-9 * run.run().drawTime().toNanos();
    }
}

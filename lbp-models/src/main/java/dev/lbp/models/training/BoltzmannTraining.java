package dev.lbp.models.training;

import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import dev.lbp.internal.Memory;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.bytes.SealedBytes;
import dev.lbp.internal.files.OutputLock;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.internal.training.StateFile;
import dev.lbp.result.CheckpointException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * Fits a {@link dev.lbp.models.DenseCategories} to an alignment by Boltzmann machine learning: each update moves
 * persistent chains by sweeps of Gibbs, and adds to couplings and fields a multiple of the gradient of the
 * log-likelihood, the weighted frequencies of the data minus those of the chains (Tieleman 2008,
 * doi:10.1145/1390156.1390290; Muntoni et al. 2021, <a
 * href="https://doi.org/10.1186/s12859-021-04441-9">doi:10.1186/s12859-021-04441-9</a>, whose stopping rule this is).
 * It ends when the connected frequencies of pairs, {@code f_ij(a, b) - f_i(a) f_j(b)}, of data and chains have a
 * correlation of at least {@link #pearson}.
 *
 * <pre>{@code
 * BoltzmannResult result = BoltzmannTraining.of(sequences, 21)
 *         .weights(SequenceWeights.of(sequences, 0.8)).run();
 * result.model().save(Path.of("family.txt.gz"), "-ACDEFGHIKLMNPQRSTVWY");
 * }</pre>
 *
 * <p>An update costs {@code O(chains sweeps N^2 C)}. The same settings and seed give the same model, bit for bit, with
 * any number of threads. Not thread-safe, except for {@link #stop}.
 */
public final class BoltzmannTraining {

    private static final SealedBytes FORM =
            new SealedBytes("lbp-bmdc".getBytes(StandardCharsets.US_ASCII), 1, "a Boltzmann machine training");

    /**
     * For each pair of cells: couplings in both orders, and half a table each of data and velocities, 24 bytes; 16 for
     * a result.
     */
    private static final double BYTES_PER_PAIR = 40.0;

    /** The most threads of a ForkJoinPool. */
    private static final int MOST_THREADS = Short.MAX_VALUE;

    private final int[][] sequences;
    private final int values;
    private double[] weights;
    private @Nullable Double pseudocount;
    private int chains = 10_000;
    private int sweeps = 1;
    private int updates = 5_000;
    private double learningRate = 0.2;
    private double momentum;
    private double l2;
    private double pearson = 0.95;
    private int threads = Runtime.getRuntime().availableProcessors();
    private long seed = 1L;
    private BoltzmannListener listener = (update, total, correlation) -> {};
    private @Nullable Path checkpoint;
    private int saveEvery;
    private Duration saveAfter = Duration.ZERO;
    private volatile boolean stopped;

    private BoltzmannTraining(int[][] sequences, int values) {
        this.sequences = sequences;
        this.values = values;
        this.weights = new double[sequences.length];
        Arrays.fill(weights, 1.0);
    }

    /**
     * A training on sequences of equal weight.
     *
     * @param sequences [count][N], values from 0 to C - 1, at least one sequence of two sites; not copied, so it must
     *     stay as it is until the training ends
     * @param values C, 2 to 127
     */
    public static BoltzmannTraining of(int[][] sequences, int values) {
        int sites = SequenceWeights.checkedLength(sequences);
        Check.atLeast(2, "sequences[0].length", sites);
        Check.that(values >= 2 && values <= Byte.MAX_VALUE, "be in [2, 127]", "values", values);
        SequenceWeights.checkValues(sequences, values);
        return new BoltzmannTraining(sequences, values);
    }

    /**
     * The weight of each sequence, as from {@link SequenceWeights}; default 1.
     *
     * @param ofSequences [count], at least 0, with a positive, finite sum; copied
     */
    public BoltzmannTraining weights(double[] ofSequences) {
        Check.length(sequences.length, "weights", Check.notNull("weights", ofSequences).length);
        double[] copy = Check.finite("weights", ofSequences.clone());
        for (int k = 0; k < copy.length; k++) {
            Check.notNegative("weights[" + k + "]", copy[k]);
        }
        double sum = Arrays.stream(copy).sum();
        Check.that(sum > 0.0 && sum < Double.POSITIVE_INFINITY, "have a positive, finite sum", "weights", sum);
        weights = copy;
        return this;
    }

    /** The share of the uniform law in the data's frequencies, in (0, 1); default one over the sum of the weights. */
    public BoltzmannTraining pseudocount(double share) {
        pseudocount = Check.inOpenUnit("pseudocount", share);
        return this;
    }

    /** The number of chains, at least 1; default 10,000. */
    public BoltzmannTraining chains(int count) {
        chains = Check.atLeast(1, "chains", count);
        return this;
    }

    /** Sweeps of each chain in an update, at least 1; default 1. */
    public BoltzmannTraining sweeps(int count) {
        sweeps = Check.atLeast(1, "sweeps", count);
        return this;
    }

    /** The largest number of updates, at least 1; default 5,000. */
    public BoltzmannTraining updates(int count) {
        updates = Check.atLeast(1, "updates", count);
        return this;
    }

    /** The factor of the gradient in a step, in (0, 1]; default 0.2. */
    public BoltzmannTraining learningRate(double rate) {
        Check.that(rate > 0.0 && rate <= 1.0, "be in (0, 1]", "learningRate", rate);
        learningRate = rate;
        return this;
    }

    /** The share of the previous step that a step keeps, in [0, 1); default 0. */
    public BoltzmannTraining momentum(double share) {
        Check.that(share >= 0.0 && share < 1.0, "be in [0, 1)", "momentum", share);
        momentum = share;
        return this;
    }

    /** The penalty {@code l2 / 2} of each squared coupling, per sequence, at least 0, finite; default 0. */
    public BoltzmannTraining l2(double strength) {
        l2 = Check.finite("l2", Check.notNegative("l2", strength));
        return this;
    }

    /** The correlation that ends the training, in (0, 1); default 0.95. */
    public BoltzmannTraining pearson(double target) {
        pearson = Check.inOpenUnit("pearson", target);
        return this;
    }

    /** The number of threads, at least 1; default: one for each processor. */
    public BoltzmannTraining threads(int count) {
        threads = Check.atLeast(1, "threads", count);
        return this;
    }

    /** The seed, default 1. */
    public BoltzmannTraining seed(long value) {
        seed = value;
        return this;
    }

    /** Sets the listener that is called after each update. */
    public BoltzmannTraining listener(BoltzmannListener newListener) {
        listener = Check.notNull("listener", newListener);
        return this;
    }

    /**
     * Saves the training to a file, which is replaced as a whole, after every {@code every} updates and at its end.
     *
     * @param every at least 1
     */
    public BoltzmannTraining checkpoint(Path file, int every) {
        WholeFile.check("checkpoint", Check.notNull("checkpoint", file));
        saveEvery = Check.atLeast(1, "every", every);
        saveAfter = Duration.ZERO;
        checkpoint = file;
        return this;
    }

    /**
     * Saves the training to a file, which is replaced as a whole, after the first update that ends at least {@code
     * every} after the last save, and at its end.
     *
     * @param every above 0
     */
    public BoltzmannTraining checkpoint(Path file, Duration every) {
        Check.that(Check.notNull("every", every).compareTo(Duration.ZERO) > 0, "be > 0", "every", every);
        checkpoint(file, 1); // any update may save, once the time has passed
        saveAfter = every;
        return this;
    }

    /** Ends a training that runs in another thread after its present update. */
    public void stop() {
        stopped = true;
    }

    /**
     * Trains until the correlation is reached, the updates are made, {@link #stop} is called or the thread is
     * interrupted. An interrupt gives up the present update while its chains move, so the result is that of the last
     * whole update; the interrupt flag stays set.
     *
     * @throws IllegalArgumentException if the training would not fit into memory
     * @throws BoltzmannException if parameters diverge or the listener fails; it holds the last good model
     * @throws CheckpointException if the checkpoint cannot be written
     */
    public BoltzmannResult run() {
        return carryOut(null);
    }

    /**
     * Continues from a checkpoint with the same data and settings; {@link #updates}, {@link #pearson} and
     * {@link #threads} may differ. The result is that of a training without a break, bit for bit.
     *
     * @throws CheckpointException if the file cannot be read, or is of another training
     */
    public BoltzmannResult resume(Path file) {
        return carryOut(Check.notNull("file", file));
    }

    /** Checks the memory, locks the checkpoint if there is one, and trains, from a file if {@code from} is not null. */
    private BoltzmannResult carryOut(@Nullable Path from) {
        stopped = false;
        double fields = (double) sequences[0].length * values; // a pair of two of them has a coupling
        // for each site of a chain two ints: one during a sweep, one in the result
        Memory.check(
                BYTES_PER_PAIR * fields * fields + 2.0 * Integer.BYTES * chains * sequences[0].length,
                "sites=" + sequences[0].length + ", values=" + values + ", chains=" + chains,
                "take fewer sites or chains");
        Path to = checkpoint;
        if (to == null) {
            return train(from, null);
        }
        try (OutputLock lock = OutputLock.ofCheckpoint(to)) {
            return train(from, to);
        } catch (IOException e) {
            throw new CheckpointException(e);
        }
    }

    /** Trains from the data, or from a checkpoint if {@code from} is not null. */
    private BoltzmannResult train(@Nullable Path from, @Nullable Path to) {
        // by default the uniform law weighs as much as one sequence of weight 1
        double share = pseudocount == null ? 1.0 / (1.0 + Arrays.stream(weights).sum()) : pseudocount;
        PairFrequencies data = new PairFrequencies(sequences, weights, values, share);
        PottsAscent ascent = new PottsAscent(data, sequences[0].length, values, chains, seed);
        if (from != null) {
            stateFile(from).read(identity(), ascent::transcribe);
        }
        ForkJoinPool pool = new ForkJoinPool(Math.min(threads, MOST_THREADS));
        try {
            makeUpdates(ascent, pool, to);
        } finally {
            pool.shutdown();
        }
        return result(ascent);
    }

    /** Makes updates until the training ends, and saves it when a save is due. */
    private void makeUpdates(PottsAscent ascent, ForkJoinPool pool, @Nullable Path to) {
        int saved = ascent.updates();
        long last = System.nanoTime();
        while (!isConverged(ascent) && ascent.updates() < updates && mayContinue() && ascent.move(pool, sweeps)) {
            if (!ascent.update(pool, learningRate, momentum, l2)) {
                throw failure(
                        "diverged at update " + (ascent.updates() + 1) + ": a parameter is not below "
                                + Math.round(ascent.largest()) + "; take a smaller learningRate=" + learningRate,
                        null,
                        ascent);
            }
            callListener(ascent);
            boolean late = System.nanoTime() - last >= saveAfter.toNanos();
            if (to != null && late && ascent.updates() % saveEvery == 0) {
                stateFile(to).write(identity(), ascent::transcribe);
                saved = ascent.updates();
                last = System.nanoTime();
            }
        }
        if (to != null && saved < ascent.updates()) {
            stateFile(to).write(identity(), ascent::transcribe);
        }
    }

    private boolean mayContinue() {
        return !stopped && !Thread.currentThread().isInterrupted();
    }

    private boolean isConverged(PottsAscent ascent) {
        double[] history = ascent.history();
        return history.length > 0 && history[history.length - 1] >= pearson;
    }

    private BoltzmannResult result(PottsAscent ascent) {
        return new BoltzmannResult(
                ascent.parameters.model(), ascent.history(), ascent.chains.copy(), isConverged(ascent));
    }

    private BoltzmannException failure(String message, @Nullable Throwable cause, PottsAscent ascent) {
        return new BoltzmannException(message, cause, result(ascent));
    }

    private void callListener(PottsAscent ascent) {
        double[] history = ascent.history();
        Failures.call(
                "update " + history.length,
                () -> listener.updated(history.length, updates, history[history.length - 1]),
                (message, e) -> failure(message, e, ascent));
    }

    /** The settings and data that must be equal in a training and in its checkpoint. */
    private Map<String, String> identity() {
        int sites = sequences[0].length;
        // without a checksum if there are 2^31 values or more
        String data = sequences.length <= Integer.MAX_VALUE / sites
                ? Fingerprint.of(sequences.length * sites, k -> sequences[k / sites][k % sites])
                : String.valueOf(sequences.length);
        String all = this + ", pseudocount " + pseudocount + ", " + values + " values, data " + sequences.length + " x "
                + sites + " (checksum " + data + "), weights (checksum "
                + Fingerprint.of(weights.length, k -> weights[k]) + ")";
        return Map.of("the training", all);
    }

    private StateFile stateFile(Path path) {
        return new StateFile(FORM, path);
    }

    @Override
    public String toString() {
        return "Boltzmann machine, " + chains + " chains, sweeps " + sweeps + ", learning rate " + learningRate
                + ", momentum " + momentum + ", l2 " + l2 + ", seed " + seed;
    }
}

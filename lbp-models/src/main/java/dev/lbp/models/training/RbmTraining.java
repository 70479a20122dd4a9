package dev.lbp.models.training;

import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import dev.lbp.internal.Memory;
import dev.lbp.internal.States;
import dev.lbp.internal.bytes.BatchStream;
import dev.lbp.models.BernoulliRbm;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Fits a {@link BernoulliRbm} to binary data by contrastive divergence, CD-k (Hinton, 2002,
 * doi:10.1162/089976602760128018): k sweeps of block Gibbs from the data of the batch estimate the model's part of the
 * gradient. Steps are Adam's. The settings are those of the machines of Sun et al. (2022): k = 100, learning rate 1e-3,
 * batches of 100, one pass over the data.
 *
 * <pre>{@code
 * TrainingResult result = RbmTraining.of(data).hidden(400).steps(100).epochs(1).seed(1).run();
 * BernoulliRbm model = result.model();
 * }</pre>
 *
 * <p>Visible biases start at the log-odds of the data's means, so that the machine begins nearly as independent bits
 * with these means. Weights start at N(0, 0.01^2), hidden biases at 0 (Hinton, 2012, doi:10.1007/978-3-642-35289-8_32,
 * section 8).
 *
 * <p>An update costs 2 k + 3 matrix products [batch, visible] by [visible, hidden]. Products are in single precision,
 * parameters and Adam's moments in double. The same seed gives the same model, bit for bit, on one machine with one
 * configuration of BLAS. There is no weight decay, no momentum besides Adam's, and chains do not persist from one
 * update to the next.
 *
 * <p>This is a description like {@link dev.lbp.SamplingRun}: every setting has a default, and it may be run again, with
 * the same result. Not thread-safe.
 */
public final class RbmTraining {

    /**
     * Biases are made from means held in [0.001, 0.999]: a unit that never changes in the data starts with log-odds of
     * 6.9 in magnitude, and can still learn.
     */
    private static final double LEAST_MEAN = 1e-3;

    private static final double WEIGHT_DEVIATION = 0.01;

    /** The largest number of weights of a {@link BernoulliRbm}. */
    private static final int MOST_WEIGHTS = 1 << 28;

    /**
     * The first machine, the parameters, two moments and the gradient in double precision, and two copies in single.
     */
    private static final double BYTES_PER_WEIGHT = 48.0;

    /** For each chain of a batch: biases and values, in single precision. */
    private static final double BYTES_PER_UNIT = 8.0;

    private final byte[][] data;
    private int hidden = 400;
    private int steps = 100;
    private int epochs = 1;
    private int batch = 100;
    private double learningRate = 1e-3;
    private long seed = 1L;
    private TrainingListener listener = (update, updates, error) -> {};

    private RbmTraining(byte[][] data) {
        this.data = data;
    }

    /**
     * A training on some data.
     *
     * @param data [count][visible] of zeros and ones, at least one of each; not copied, so it must stay as it is until
     *     the training ends
     */
    public static RbmTraining of(byte[][] data) {
        Check.atLeast(1, "data.length", Check.notNull("data", data).length);
        int visible = Check.atLeast(1, "data[0].length", Check.notNull("data[0]", data[0]).length);
        States.checkRows("data", data, visible);
        return new RbmTraining(data);
    }

    /**
     * The number of hidden units, at least 1; default 400. A machine has at most 2^28 weights,
     * {@code visible * hidden}.
     */
    public RbmTraining hidden(int units) {
        Check.atLeast(1, "hidden", units);
        long weights = (long) units * data[0].length;
        Check.that(weights <= MOST_WEIGHTS, "be at most 2^28", "data[0].length * hidden", weights);
        hidden = units;
        return this;
    }

    /** k, the sweeps of block Gibbs from the data to the model's part of the gradient, at least 1; default 100. */
    public RbmTraining steps(int count) {
        steps = Check.atLeast(1, "steps", count);
        return this;
    }

    /** Passes over the data, at least 1; default 1. A training makes at most 2^31 - 1 {@link #updates}. */
    public RbmTraining epochs(int count) {
        epochs = Check.atLeast(1, "epochs", count);
        return this;
    }

    /**
     * Data per update, at least 1; default 100. If it is larger than the number of data, a batch repeats some of them.
     */
    public RbmTraining batch(int size) {
        batch = Check.atLeast(1, "batch", size);
        return this;
    }

    /** Adam's learning rate, in (0, 1]; default 1e-3. */
    public RbmTraining learningRate(double rate) {
        Check.that(rate > 0.0 && rate <= 1.0, "be in (0, 1]", "learningRate", rate);
        learningRate = rate;
        return this;
    }

    /** The seed, default 1. */
    public RbmTraining seed(long value) {
        seed = value;
        return this;
    }

    /** Sets the listener that is called at each update. */
    public RbmTraining listener(TrainingListener newListener) {
        listener = Check.notNull("listener", newListener);
        return this;
    }

    /** The number of updates: every datum is used at least {@code epochs} times, and the last batch is filled up. */
    public int updates() {
        long count = updateCount();
        Check.that(
                count <= Integer.MAX_VALUE,
                "be at most 2^31 - 1",
                "epochs * data.length / batch=" + epochs + " * " + data.length + " / " + batch,
                count);
        return (int) count;
    }

    private long updateCount() {
        return ((long) epochs * data.length + batch - 1) / batch;
    }

    /** Checks the memory before anything is allocated. */
    private void checkMemory() {
        double units = (double) data[0].length + hidden;
        Memory.check(
                BYTES_PER_WEIGHT * data[0].length * hidden + BYTES_PER_UNIT * batch * units,
                "data[0].length=" + data[0].length + ", hidden=" + hidden + ", batch=" + batch,
                "take fewer hidden units or a smaller batch");
        int layer = Math.max(data[0].length, hidden);
        Memory.checkLength((double) batch * layer, "batch=" + batch + ", units of a layer=" + layer);
    }

    /**
     * The machine before the first update.
     *
     * @throws IllegalArgumentException if the training would not fit into memory
     */
    public BernoulliRbm initial() {
        checkMemory();
        return initial(RandomSource.XO_SHI_RO_256_PP.create(seed));
    }

    /** A machine of small random weights. Visible biases are the log-odds of the data's means, hidden ones 0. */
    private BernoulliRbm initial(UniformRandomProvider random) {
        double[] logOdds = new double[data[0].length];
        for (int i = 0; i < logOdds.length; i++) {
            long ones = 0;
            for (byte[] row : data) {
                ones += row[i];
            }
            double mean = Math.min(Math.max((double) ones / data.length, LEAST_MEAN), 1.0 - LEAST_MEAN);
            logOdds[i] = Math.log(mean) - Math.log1p(-mean);
        }
        BernoulliRbm gaussian = BernoulliRbm.random(logOdds.length, hidden, WEIGHT_DEVIATION, random.nextLong());
        return BernoulliRbm.of(gaussian.weights(), logOdds, new double[hidden]);
    }

    /**
     * Trains. If the calling thread is interrupted, the training ends after its present sweep, and the result is that
     * of the last whole update; the thread's interrupt flag stays set.
     *
     * @throws IllegalArgumentException if the training would not fit into memory, or make more than 2^31 - 1 updates
     * @throws TrainingException if the listener or an update fails; it holds the machine of the last whole update
     */
    public TrainingResult run() {
        checkMemory();
        int updates = updates();
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        ContrastiveDivergence divergence =
                new ContrastiveDivergence(initial(random), batch, steps, learningRate, random);
        BatchStream stream = new BatchStream(data.length, random);
        int update = 0;
        try {
            callListener(update, updates, divergence);
            while (update < updates && divergence.update(data, stream)) {
                update++;
                callListener(update, updates, divergence);
            }
        } catch (TrainingException e) {
            throw e; // callListener() has made it
        } catch (Throwable e) {
            throw failure(
                    "the training failed after " + update + " updates: " + Failures.words(e), e, divergence, update);
        }
        return new TrainingResult(divergence.model(), update, update < updates);
    }

    /** Calls the listener. If it fails, throws a {@link TrainingException} with the machine after this update. */
    private void callListener(int update, int updates, ContrastiveDivergence divergence) {
        Failures.call(
                "update " + update,
                () -> listener.updated(update, updates, divergence.reconstructionError()),
                (message, e) -> failure(message, e, divergence, update));
    }

    private static TrainingException failure(
            String message, Throwable cause, ContrastiveDivergence divergence, int update) {
        try {
            return new TrainingException(message, cause, new TrainingResult(divergence.model(), update, false));
        } catch (OutOfMemoryError e) { // while it copied the machine
            return new TrainingException(message, cause, null);
        }
    }

    @Override
    public String toString() {
        return "CD-" + steps + ", " + hidden + " hidden units, learning rate " + learningRate + ", batches of " + batch
                + ", " + updateCount() + " updates, seed " + seed;
    }
}

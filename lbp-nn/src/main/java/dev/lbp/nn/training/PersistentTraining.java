package dev.lbp.nn.training;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.nn.NetworkModel;
import dev.lbp.nn.TrainableNetwork;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.CheckpointException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maximises the likelihood of data under {@code p(x) ~ exp(score(x)) base(x)} by persistent contrastive divergence
 * (Tieleman 2008, doi:10.1145/1390156.1390290). Chains persist in a replay buffer. An update moves a batch of chains by
 * {@link #steps} steps of any sampler; then Adam takes a step up the mean score of a batch of data minus the mean score
 * of the chains. The settings and their names are those of Sun et al. (2022) and Grathwohl et al. (2021, <a
 * href="https://arxiv.org/abs/2102.04509">arXiv:2102.04509</a>).
 *
 * <pre>{@code
 * OnnxNetwork network = Networks.mlp(784, new int[] {256, 256}, 1L);
 * NetworkTrainingResult result = PersistentTraining.of(network, images).steps(10).updates(3_000).run();
 * SampleResult samples = Samplers.lbp().build().sample(result.model()).run();
 * }</pre>
 *
 * <p>The same settings, network and seed give the same parameters, bit for bit, if the network computes the same bits.
 * Each setting has a default. Not thread-safe, except for {@link #stop}.
 */
public final class PersistentTraining {

    /** The default base measure has the means {@code 0.98 mean + 0.01}, as in Sun et al. (2022). */
    private static final double MEAN_SHARE = 0.98;

    private static final double MEAN_SHIFT = 0.01;

    /** Object headers and references of a state and of its copy in a result. */
    private static final int BYTES_PER_STATE = 64;

    /** Parameters, two moments, average, gradient and last good parameters, and the copies in a result. */
    private static final double BYTES_PER_PARAMETER = 40.0;

    final TrainableNetwork network;
    final TrainingData data;
    Sampler sampler = Samplers.lbp().weight(WeightFunction.SQRT).build();
    int steps = 20;
    int updates = 3_000;
    int batch = 100;
    int buffer = 1_000;
    double reinitialise = 0.0;
    double averaging = 0.999;
    long seed = 1L;
    private double @Nullable [] base;
    private double learningRate = 5e-4;
    private int warmup = 50;
    private double largestGap;
    NetworkTrainingListener listener = (progress, now) -> {};
    private final TrainingLoop loop = new TrainingLoop("pcd");

    private PersistentTraining(TrainableNetwork network, TrainingData data) {
        this.network = network;
        this.data = data;
        this.largestGap = network.dimension() * Math.log(2.0);
    }

    /**
     * A training on states.
     *
     * @param network the network, trained from its present parameters
     * @param data [count][N] of zeros and ones, at least one; not copied, so it must not change
     */
    public static PersistentTraining of(TrainableNetwork network, byte[][] data) {
        return new PersistentTraining(network, TrainingData.ofStates(data, dimension(network)));
    }

    /**
     * A training on grey images. Each use of an image draws a state, where a pixel is 1 with its grey value as
     * probability.
     *
     * @param network the network, trained from its present parameters
     * @param grey [count][N], in [0, 1], at least one; not copied, so it must not change
     */
    public static PersistentTraining ofGrey(TrainableNetwork network, float[][] grey) {
        return new PersistentTraining(network, TrainingData.ofGrey(grey, dimension(network)));
    }

    private static int dimension(TrainableNetwork network) {
        return Check.sites(
                "network.dimension()", Check.notNull("network", network).dimension());
    }

    /**
     * The sampler that moves the chains; default {@code Samplers.lbp().weight(WeightFunction.SQRT).build()}. An
     * adaptive sampler adapts at every step, because the target changes with the parameters.
     */
    public PersistentTraining sampler(Sampler newSampler) {
        sampler = Check.notNull("sampler", newSampler);
        return this;
    }

    /** The number of steps of each chain in an update, at least 1; default 20. */
    public PersistentTraining steps(int count) {
        steps = Check.atLeast(1, "steps", count);
        return this;
    }

    /** The number of updates, at least 1; default 3,000. */
    public PersistentTraining updates(int count) {
        updates = Check.atLeast(1, "updates", count);
        return this;
    }

    /** The number of data, and of chains, in an update, at least 1; default 100. */
    public PersistentTraining batch(int size) {
        batch = Check.atLeast(1, "batch", size);
        return this;
    }

    /** The number of chains, at least {@link #batch}; default 1,000. An update draws its chains without replacement. */
    public PersistentTraining buffer(int chains) {
        buffer = Check.atLeast(1, "buffer", chains);
        return this;
    }

    /**
     * The probability that a chain restarts at a draw of the base measure before an update moves it, in [0, 1]; default
     * 0.
     */
    public PersistentTraining reinitialise(double probability) {
        Check.that(probability >= 0.0 && probability <= 1.0, "be in [0, 1]", "reinitialise", probability);
        reinitialise = probability;
        return this;
    }

    /**
     * The base measure; chains also start at its draws. Default: the means of the data, moved away from 0 and 1 by
     * {@code 0.98 mean + 0.01}.
     *
     * @param means [N], in (0, 1); copied
     */
    public PersistentTraining base(double[] means) {
        base = NetworkModel.of(network).withBase(means).base().orElseThrow(); // a model checks the means
        return this;
    }

    /** Adam's learning rate, in (0, 1]; default 5e-4. */
    public PersistentTraining learningRate(double rate) {
        Check.that(rate > 0.0 && rate <= 1.0, "be in (0, 1]", "learningRate", rate);
        learningRate = rate;
        return this;
    }

    /** The number of first updates in which the learning rate rises linearly from 0, at least 0; default 50. */
    public PersistentTraining warmup(int count) {
        warmup = Check.atLeast(0, "warmup", count);
        return this;
    }

    /**
     * The decay per update of the moving average of the parameters, in [0, 1); default 0.999. The decay of early
     * updates is smaller, so that the average is about the mean of the last tenth of the updates.
     */
    public PersistentTraining averaging(double decay) {
        Check.that(decay >= 0.0 && decay < 1.0, "be in [0, 1)", "averaging", decay);
        averaging = decay;
        return this;
    }

    /**
     * The largest absolute value, in nats and above 0, of the moving average of the score gap: the mean log-probability
     * of an update's data less that of its chains. Beyond it the training counts as diverged. Default N log 2: for
     * chains in equilibrium the gap is at most the entropy of the model, which is at most N log 2.
     */
    public PersistentTraining largestGap(double gap) {
        Check.that(gap > 0.0, "be > 0", "largestGap", gap);
        largestGap = gap;
        return this;
    }

    /** The seed, default 1. */
    public PersistentTraining seed(long value) {
        seed = value;
        return this;
    }

    /** Sets the listener, which is called every {@code every} updates, at least 1, and after the last one. */
    public PersistentTraining listener(int every, NetworkTrainingListener newListener) {
        loop.listenEvery(every);
        listener = Check.notNull("listener", newListener);
        return this;
    }

    /**
     * Saves the training to a file every {@code every} updates, at least 1, and at its end. The file is replaced as a
     * whole, so a reader never sees an incomplete file. Parameters whose scores are not finite are not saved: a
     * training that diverges leaves the file of the last save. A running training holds a lock on {@code FILE.lock}, an
     * empty file that it removes at its end.
     */
    public PersistentTraining checkpoint(Path newFile, int every) {
        loop.checkpoint(newFile, every);
        return this;
    }

    /**
     * Runs the training. If the calling thread is interrupted, the training ends after its current update, and the
     * thread's interrupt flag stays set. At the end the network has the averaged parameters.
     *
     * @throws IllegalArgumentException if settings contradict each other, or do not fit into memory, or a parameter of
     *     the network is not finite
     * @throws NetworkTrainingException if an update or the listener fails, or the training diverges
     * @throws CheckpointException if the file cannot be written, or is in use by another training or run
     * @throws dev.lbp.target.ModelException if the network fails before the first update
     */
    public NetworkTrainingResult run() {
        check();
        return resultOf(loop.run(updates, this::identity, this::newTask));
    }

    /**
     * Continues a training that was saved by {@link #checkpoint}. The settings must be the same, except that
     * {@link #updates} may be raised. On the same machine the parameters are bit for bit those of a training that was
     * never stopped. The network's own parameters are replaced. If {@link #checkpoint} is not set, the training is
     * saved to the file that it was read from, at its end.
     *
     * @throws CheckpointException as {@link #run} does, and if the file is damaged, or of a training with other
     *     settings, data or another network
     */
    public NetworkTrainingResult resume(Path checkpoint) {
        check();
        return resultOf(loop.resume(checkpoint, updates, this::identity, this::newTask));
    }

    /**
     * Ends the training after its current update. Any thread may call it. If it is called before the first {@link #run}
     * or {@link #resume}, the training ends before its first update, so that the caller need not know whether the
     * training has begun. After the end of a training it has no effect, not even on the next training.
     */
    public void stop() {
        loop.stop();
    }

    private NetworkTrainingResult resultOf(TrainingTask task) {
        return task.finish(model());
    }

    private NetworkModel model() {
        return NetworkModel.of(network).withBase(means());
    }

    private TrainingTask newTask() {
        return new TrainingTask(this, model().base().orElseThrow());
    }

    private void check() {
        Check.that(buffer >= batch, "be >= batch=" + batch, "buffer", buffer);
        // the bytes of a state and of its copy in a result, with their object headers
        Memory.check(
                buffer * (2.0 * network.dimension() + BYTES_PER_STATE),
                "buffer=" + buffer + ", N=" + network.dimension(),
                "keep fewer states");
        FloatBuffer parameters = network.parameters();
        Memory.check(
                BYTES_PER_PARAMETER * parameters.capacity(),
                "network.parameters().capacity()=" + parameters.capacity(),
                "train a smaller network");
        TrainingLoop.checkFinite("network", parameters);
    }

    /** The means of the base measure: those that are set, else the data's means, moved away from 0 and 1. */
    private double[] means() {
        if (base != null) {
            return base;
        }
        double[] means = data.means(network.dimension());
        Arrays.setAll(means, i -> MEAN_SHARE * means[i] + MEAN_SHIFT);
        return means;
    }

    double learningRate(int update) {
        return update < warmup ? learningRate * update / warmup : learningRate;
    }

    double largestGap() {
        return largestGap;
    }

    /** The settings that must be equal in a checkpoint and the training that resumes from it, by name. */
    private Map<String, String> identity() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("the network's class", network.getClass().getName());
        entries.put("network.dimension()", String.valueOf(network.dimension()));
        entries.put(
                "network.parameters().capacity()",
                String.valueOf(network.parameters().capacity()));
        entries.put("the data", data.identity());
        double[] means = model().base().orElseThrow();
        entries.put("base (checksum)", Fingerprint.of(means.length, i -> means[i]));
        entries.put("the sampler", sampler.toString());
        entries.put("steps", String.valueOf(steps));
        entries.put("batch", String.valueOf(batch));
        entries.put("buffer", String.valueOf(buffer));
        entries.put("reinitialise", String.valueOf(reinitialise));
        entries.put("learningRate", String.valueOf(learningRate));
        entries.put("warmup", String.valueOf(warmup));
        entries.put("averaging", String.valueOf(averaging));
        entries.put("seed", String.valueOf(seed));
        return entries;
    }
}

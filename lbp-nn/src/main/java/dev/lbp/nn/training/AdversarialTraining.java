package dev.lbp.nn.training;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.nn.TrainableNetwork;
import dev.lbp.nn.VectorNetwork;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Trains an {@link AdversarialProposal} on samples of p alone, algorithm 2 of Neklyudov, Shvechikov and Vetrov (<a
 * href="https://arxiv.org/abs/1810.07151">arXiv:1810.07151</a>, 2018). An update draws data x and proposals x'. Then
 * Adam moves the discriminator {@code D = 1 / (1 + e^{-d})} down its loss {@code -E log D(x, x') - E log(1 - D(x',
 * x))}, and the generator down an {@link AcceptanceLoss} of d, by the gradient through x'. Both terms of the
 * discriminator's loss are equal, because d changes its sign if x and x' are swapped.
 *
 * <p>The optimal discriminator has {@code d = log p(x) q(x' | x) - log p(x') q(x | x')}. At the end the parameters of
 * both networks are replaced by their moving averages; updates of {@link #afterwards} fit the discriminator to the
 * averaged generator.
 *
 * <p>The same settings, networks and seed give the same parameters, bit for bit, if the networks compute the same bits.
 * Each setting has a default. Experimental. Not thread-safe, except for {@link #stop}.
 */
public final class AdversarialTraining {

    final float[][] samples;
    final VectorNetwork generator;
    final TrainableNetwork discriminator;
    AcceptanceLoss loss = AcceptanceLoss.LOWER_BOUND;
    int updates = 3_000;
    int afterwards;
    int batch = 64;
    double generatorRate = 5e-4;
    double discriminatorRate = 5e-4;
    double averaging = 0.999;
    double noise;
    double distance;
    long seed = 1L;
    Consumer<AdversarialProgress> listener = progress -> {};
    private final TrainingLoop loop = new TrainingLoop("adv");

    AdversarialTraining(float[][] samples, VectorNetwork generator, TrainableNetwork discriminator) {
        this.samples = Check.notNull("samples", samples);
        this.generator = Check.notNull("generator", generator);
        this.discriminator = Check.notNull("discriminator", discriminator);
        int n = generator.outputs();
        Check.atLeast(1, "samples.length", samples.length);
        for (int k = 0; k < samples.length; k++) {
            String name = "samples[" + k + "]";
            Check.length(n, name, Check.notNull(name, samples[k]).length);
            for (int i = 0; i < n; i++) {
                float value = samples[k][i];
                if (!Float.isFinite(value)) {
                    Check.that(false, "be finite", name + "[" + i + "]", value);
                }
            }
        }
        int sites = discriminator.dimension();
        Check.that(sites == n || sites == 2 * n, "be " + n + " or " + 2 * n, "discriminator.dimension()", sites);
        int least = isMarkov() ? n + 1 : 1;
        Check.atLeast(least, "generator.inputs()", generator.inputs());
    }

    boolean isMarkov() {
        return discriminator.dimension() == 2 * generator.outputs();
    }

    /** The loss of the generator; default {@link AcceptanceLoss#LOWER_BOUND}. */
    public AdversarialTraining loss(AcceptanceLoss newLoss) {
        loss = Check.notNull("loss", newLoss);
        return this;
    }

    /** The number of updates of both networks, at least 0; default 3,000. With 0 the generator is not trained. */
    public AdversarialTraining updates(int count) {
        updates = Check.atLeast(0, "updates", count);
        return this;
    }

    /**
     * The number of further updates, at least 0, of the discriminator alone, while the generator has its averaged
     * parameters; default 0. The moving average of the discriminator restarts with these updates.
     */
    public AdversarialTraining afterwards(int count) {
        afterwards = Check.atLeast(0, "afterwards", count);
        return this;
    }

    /** The number of pairs in an update, at least 1; default 64. */
    public AdversarialTraining batch(int size) {
        batch = Check.atLeast(1, "batch", size);
        return this;
    }

    /** Adam's learning rates of generator and discriminator, each in (0, 1]; default 5e-4. */
    public AdversarialTraining learningRates(double ofGenerator, double ofDiscriminator) {
        generatorRate = rate("ofGenerator", ofGenerator);
        discriminatorRate = rate("ofDiscriminator", ofDiscriminator);
        return this;
    }

    private static double rate(String name, double value) {
        Check.that(value > 0.0 && value <= 1.0, "be in (0, 1]", name, value);
        return value;
    }

    /** The decay per update of the moving averages of the parameters, in [0, 1); default 0.999. */
    public AdversarialTraining averaging(double decay) {
        Check.that(decay >= 0.0 && decay < 1.0, "be in [0, 1)", "averaging", decay);
        averaging = decay;
        return this;
    }

    /**
     * The standard deviation of normal noise that is added to every datum and every output of the generator, at least
     * 0; default 0. Grey images need noise: their exact zeros have no density, and a discriminator recognises data by
     * them.
     */
    public AdversarialTraining noise(double deviation) {
        Check.that(deviation >= 0.0 && deviation < Double.POSITIVE_INFINITY, "be finite and >= 0", "noise", deviation);
        noise = deviation;
        return this;
    }

    /**
     * The weight w of a term {@code -w E log(|x' - x|^2 / N)} of the generator's loss, at least 0; default 0. Without
     * it a proposal that depends on x may collapse onto x, because small moves have the highest acceptance.
     */
    public AdversarialTraining distance(double weight) {
        Check.that(weight >= 0.0 && weight < Double.POSITIVE_INFINITY, "be finite and >= 0", "distance", weight);
        distance = weight;
        return this;
    }

    /** The seed, default 1. */
    public AdversarialTraining seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Sets the listener, which is called every {@code every} updates, at least 1, and after the last one, by the thread
     * that called {@link #run}.
     */
    public AdversarialTraining listener(int every, Consumer<AdversarialProgress> newListener) {
        loop.listenEvery(every);
        listener = Check.notNull("listener", newListener);
        return this;
    }

    /** Saves the training to a file every {@code every} updates, as {@link PersistentTraining#checkpoint} does. */
    public AdversarialTraining checkpoint(Path file, int every) {
        loop.checkpoint(file, every);
        return this;
    }

    /**
     * Ends the training after its current update. Any thread may call it. Before the first {@link #run} or {@link
     * #resume} it ends the training before its first update; after the end of a training it has no effect.
     */
    public void stop() {
        loop.stop();
    }

    /**
     * Runs the training. If the calling thread is interrupted, the training ends after its current update, and the
     * thread's interrupt flag stays set.
     *
     * @return the proposal of both networks, which have their averaged parameters
     * @throws IllegalArgumentException if a parameter of a network is not finite, or updates and afterwards add up to
     *     2^31 or more
     * @throws NetworkTrainingException if an update or the listener fails, or a number is not finite; both networks
     *     then have their last good parameters
     * @throws dev.lbp.result.CheckpointException if the file cannot be written, or is in use
     */
    public AdversarialProposal run() {
        check();
        return proposalOf(loop.run(total(), this::identity, () -> new AdversarialTask(this)));
    }

    /**
     * Continues a training that was saved by {@link #checkpoint}. The settings must be the same, and the result is then
     * the same bit for bit. {@link #afterwards} may be raised, and {@link #updates} too as long as the saved training
     * has made no updates of {@link #afterwards}.
     *
     * @throws dev.lbp.result.CheckpointException as {@link #run} does, and if the file is damaged, or of a training
     *     with other settings, samples or networks
     */
    public AdversarialProposal resume(Path checkpoint) {
        check();
        return proposalOf(loop.resume(checkpoint, total(), this::identity, () -> new AdversarialTask(this)));
    }

    private AdversarialProposal proposalOf(AdversarialTask task) {
        task.finish();
        return new AdversarialProposal(generator, discriminator, noise, task.progress(), task.updates() < total());
    }

    int total() {
        return updates + afterwards;
    }

    /** Checks that the number of all updates is an int, and that the networks' parameters are finite. */
    private void check() {
        Check.that(
                updates <= Integer.MAX_VALUE - afterwards,
                "be <= " + (Integer.MAX_VALUE - afterwards) + " beside afterwards=" + afterwards,
                "updates",
                updates);
        TrainingLoop.checkFinite("generator", generator.parameters());
        TrainingLoop.checkFinite("discriminator", discriminator.parameters());
    }

    /** The settings that must be equal in a checkpoint and the training that resumes from it, by name. */
    private Map<String, String> identity() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("the generator's class", generator.getClass().getName());
        entries.put("generator.inputs()", String.valueOf(generator.inputs()));
        entries.put("generator.outputs()", String.valueOf(generator.outputs()));
        entries.put(
                "the generator's parameters",
                String.valueOf(generator.parameters().capacity()));
        entries.put("the discriminator's class", discriminator.getClass().getName());
        entries.put("discriminator.dimension()", String.valueOf(discriminator.dimension()));
        entries.put(
                "the discriminator's parameters",
                String.valueOf(discriminator.parameters().capacity()));
        int n = generator.outputs();
        int values = Math.multiplyExact(samples.length, n);
        entries.put("the samples", samples.length + ", checksum " + Fingerprint.of(values, k -> samples[k / n][k % n]));
        entries.put("loss", loss.name());
        entries.put("batch", String.valueOf(batch));
        entries.put("learningRates", generatorRate + ", " + discriminatorRate);
        entries.put("averaging", String.valueOf(averaging));
        entries.put("noise", String.valueOf(noise));
        entries.put("distance", String.valueOf(distance));
        entries.put("seed", String.valueOf(seed));
        return entries;
    }
}

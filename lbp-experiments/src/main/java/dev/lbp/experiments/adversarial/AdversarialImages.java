package dev.lbp.experiments.adversarial;

import dev.lbp.experiments.frame.RunInterrupted;
import dev.lbp.internal.Sum;
import dev.lbp.learn.PairMh;
import dev.lbp.learn.PairSamples;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.OnnxVectorNetwork;
import dev.lbp.nn.VectorNetwork;
import dev.lbp.nn.training.AcceptanceLoss;
import dev.lbp.nn.training.AdversarialProgress;
import dev.lbp.nn.training.AdversarialProposal;
import dev.lbp.nn.training.AdversarialTraining;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Trains proposals of grey images on training images only. It compares samples, with and without the
 * Metropolis-Hastings correction, with test images in the features of a {@link DigitClassifier}. Noise is added to all
 * images, because without noise a discriminator recognises data by their exact zeros.
 */
final class AdversarialImages implements AutoCloseable {

    /** The standard deviation of the noise of each pixel. */
    static final double NOISE = 0.3;

    /** The number of standard normal inputs of a generator. */
    static final int NOISES = 64;

    private static final int CHANNELS = 4;

    /** The largest number of images in a search for clusters. */
    private static final int MOST_CLUSTERED = 20_000;

    /**
     * The lengths of trainings and runs.
     *
     * @param updates updates of an independent generator
     * @param markovUpdates updates of a generator that depends on the current image
     * @param afterwards updates of the discriminator only, after those of the generator
     * @param fitted updates of the discriminator if the generator is a mixture of Gaussians
     * @param proposals the number of proposals of a chain
     * @param samples the number of images of each kind
     * @param classifierUpdates updates of the classifier
     */
    record Plan(
            int updates,
            int markovUpdates,
            int afterwards,
            int fitted,
            int proposals,
            int samples,
            int classifierUpdates) {

        /** The number of updates of the generator; an early one ends after a twentieth of them. */
        int updates(AdversarialKind kind) {
            if (kind.loss == null) { // a generator without training
                return 0;
            }
            return kind.markov ? markovUpdates : kind == AdversarialKind.EARLY ? Math.max(1, updates / 20) : updates;
        }

        /** The number of updates of the discriminator only. */
        int afterwards(AdversarialKind kind) {
            return kind.loss == null ? fitted : afterwards;
        }
    }

    /**
     * The quality of images.
     *
     * @param frechet the Frechet distance to test images
     * @param discrepancy the squared maximum mean discrepancy to test images
     * @param shares the share of each digit
     * @param sharesApart half the sum of absolute differences of the shares to those of test images
     * @param validation the Frechet distance to validation images, by which settings were chosen
     */
    record Figures(double frechet, double discrepancy, double[] shares, double sharesApart, double validation) {}

    /**
     * The samples of a proposal.
     *
     * @param progress the end of the training
     * @param uncorrected draws of q, or for a Markov proposal chains of q without correction that start from data
     * @param corrected chains with the correction
     */
    record Samples(AdversarialProgress progress, PairSamples uncorrected, PairSamples corrected) {}

    private final Plan plan;
    private final LabelledImages training;
    private final float[][] reference;
    private final float[][] others;
    private final DigitClassifier classifier;
    private final double accuracy;
    private final FeatureDistance distance;
    private final FeatureDistance toValidation;
    private final double[] shares;
    private final long seed;

    /** @param images images in a random order: the last sixth is for validation, the others for training */
    AdversarialImages(Plan plan, LabelledImages images, LabelledImages test, long seed) {
        this.plan = plan;
        this.seed = seed;
        int count = images.labels().length;
        training = images.first(count - count / 6);
        classifier = new DigitClassifier(training, plan.classifierUpdates, NOISE, seed);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        // two disjoint random samples of test images, to compare with, and to see how far test images are apart
        int[] order = PermutationSampler.natural(test.images().length);
        PermutationSampler.shuffle(random, order);
        reference = noisy(test.images(), Arrays.copyOf(order, plan.samples), random);
        others = noisy(test.images(), Arrays.copyOfRange(order, plan.samples, 2 * plan.samples), random);
        int[] digits = classifier.digits(others);
        // the share of right digits
        double right = Sum.of(digits.length, k -> digits[k] == test.labels()[order[plan.samples + k]] ? 1.0 : 0.0);
        accuracy = right / digits.length;
        distance = new FeatureDistance(classifier.features(reference));
        shares = classifier.shares(reference);
        int[] validation = IntStream.range(count - Math.min(plan.samples, count / 6), count)
                .toArray();
        toValidation = new FeatureDistance(classifier.features(noisy(images.images(), validation, random)));
    }

    /** Copies of the chosen images, with normal noise added to each pixel. */
    private static float[][] noisy(float[][] images, int[] chosen, UniformRandomProvider random) {
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        float[][] noisy = new float[chosen.length][];
        for (int k = 0; k < noisy.length; k++) {
            noisy[k] = images[chosen[k]].clone();
            for (int i = 0; i < noisy[k].length; i++) {
                noisy[k][i] += (float) (NOISE * normal.sample());
            }
        }
        return noisy;
    }

    /** The share of test images that the classifier classifies correctly. */
    double accuracy() {
        return accuracy;
    }

    /** Test images other than those with which images are compared. */
    float[][] others() {
        return others;
    }

    /**
     * Trains a proposal, and draws from it.
     *
     * @param checkpoint the file of the training's checkpoint; if it exists, the training continues from it
     * @param progress receives the completed share of the training
     * @throws RunInterrupted if the thread is interrupted
     */
    Samples samples(AdversarialKind kind, Path checkpoint, DoubleConsumer progress) {
        if (kind.loss == null) {
            LabelledImages clustered = training.first(Math.min(MOST_CLUSTERED, training.labels().length));
            return samples(
                    kind, new ClusterGenerator(clustered, kind.clusters, kind.members, seed + 1), checkpoint, progress);
        }
        int pixels = pixels();
        int inputs = kind.markov ? pixels + NOISES : NOISES;
        try (OnnxVectorNetwork generator = Networks.shares(inputs, new int[] {256}, pixels, seed + 1)) {
            return samples(kind, generator, checkpoint, progress);
        }
    }

    private int pixels() {
        return training.rows() * training.columns();
    }

    /**
     * Trains a generator, or for a fixed one only its discriminator, which is then larger and learns more slowly, and
     * draws from it.
     */
    private Samples samples(AdversarialKind kind, VectorNetwork generator, Path checkpoint, DoubleConsumer progress) {
        try (OnnxNetwork discriminator = kind.markov
                ? Networks.pairResNet(training.rows(), training.columns(), CHANNELS, /* blocks= */ 0, seed + 2)
                : Networks.mlp(pixels(), new int[] {kind.loss == null ? 128 : 32}, seed + 2)) {
            AdversarialTraining described = AdversarialProposal.train(training.images(), generator, discriminator)
                    .loss(kind.loss == null ? AcceptanceLoss.LOWER_BOUND : kind.loss)
                    .updates(plan.updates(kind))
                    .afterwards(plan.afterwards(kind))
                    .noise(NOISE)
                    .distance(kind.distance)
                    .learningRates(1e-3, kind.loss == null ? 5e-4 : 1e-3)
                    .averaging(0.995)
                    .seed(seed)
                    .listener(/* every= */ 10, now -> progress.accept((double) now.update() / now.updates()))
                    .checkpoint(checkpoint, 500);
            AdversarialProposal proposal = Files.exists(checkpoint) ? described.resume(checkpoint) : described.run();
            if (proposal.stopped()) {
                throw new RunInterrupted("the training of " + kind.title);
            }
            return samples(kind, proposal);
        }
    }

    /** Draws from a trained proposal, without and with the correction. */
    private Samples samples(AdversarialKind kind, AdversarialProposal proposal) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + 3);
        int[] chosen = random.ints(plan.samples, 0, training.images().length).toArray();
        float[][] data = noisy(training.images(), chosen, random);
        float[][] begin = kind.markov ? data : proposal.propose(data, random);
        // independent proposals are samples of their own, so that one is enough without the correction
        return new Samples(
                proposal.progress(),
                PairMh.uncorrected(proposal::propose)
                        .proposals(kind.markov ? plan.proposals : 1)
                        .run(begin, seed + 4),
                PairMh.of(proposal::propose, proposal::logRatio)
                        .proposals(plan.proposals)
                        .run(begin, seed + 5));
    }

    /** Measures the quality of images. */
    Figures judge(float[][] images) {
        double[][] features = classifier.features(images);
        double[] ownShares = classifier.shares(images);
        double apart = Sum.of(ownShares.length, c -> 0.5 * Math.abs(ownShares[c] - shares[c]));
        return new Figures(
                distance.frechet(features),
                distance.discrepancy(features),
                ownShares,
                apart,
                toValidation.frechet(features));
    }

    @Override
    public void close() {
        classifier.close();
    }
}

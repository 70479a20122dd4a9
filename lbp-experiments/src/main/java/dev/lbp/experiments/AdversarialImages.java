package dev.lbp.experiments;

import dev.lbp.learn.PairMh;
import dev.lbp.learn.PairSamples;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.OnnxVectorNetwork;
import dev.lbp.nn.training.AdversarialProgress;
import dev.lbp.nn.training.AdversarialProposal;
import dev.lbp.nn.training.AdversarialTraining;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.DoubleConsumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Proposals of grey images, trained on training images alone. Samples with and without the correction are judged beside
 * test images in the features of a {@link DigitClassifier}. All images have the same noise, those of the data too:
 * without it a discriminator tells data by their exact zeros.
 */
final class AdversarialImages implements AutoCloseable {

    /** The standard deviation of the noise of each pixel. */
    static final double NOISE = 0.3;

    /** Standard normal inputs of a generator. */
    static final int NOISES = 64;

    private static final int CHANNELS = 4;

    /**
     * How large it is.
     *
     * @param updates of an independent proposal
     * @param markovUpdates of one that depends on the present image
     * @param afterwards updates of the discriminator alone
     * @param proposals of a chain
     * @param samples images of each kind
     * @param classifierUpdates of the classifier
     */
    record Plan(int updates, int markovUpdates, int afterwards, int proposals, int samples, int classifierUpdates) {

        int updates(AdversarialKind kind) {
            return kind.markov ? markovUpdates : kind == AdversarialKind.EARLY ? Math.max(1, updates / 20) : updates;
        }
    }

    /** How images are judged: by two distances to test images, and by the shares of the digits. */
    record Figures(double frechet, double discrepancy, double[] shares, double sharesApart) {}

    /**
     * A proposal's samples.
     *
     * @param progress of the training
     * @param uncorrected draws of q, or chains of q alone that begin at data
     * @param corrected chains
     */
    record Samples(AdversarialProgress progress, PairSamples uncorrected, PairSamples corrected) {}

    private final Plan plan;
    private final LabelledImages training;
    private final float[][] judging;
    private final float[][] others;
    private final DigitClassifier classifier;
    private final double accuracy;
    private final FeatureDistance distance;
    private final double[] shares;
    private final long seed;

    AdversarialImages(Plan plan, LabelledImages training, LabelledImages test, long seed) {
        this.plan = plan;
        this.training = training;
        this.seed = seed;
        classifier = new DigitClassifier(training, plan.classifierUpdates, NOISE, seed);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int[] order = PermutationSampler.natural(test.images().length);
        PermutationSampler.shuffle(random, order);
        judging = noisy(test.images(), Arrays.copyOf(order, plan.samples), random);
        others = noisy(test.images(), Arrays.copyOfRange(order, plan.samples, 2 * plan.samples), random);
        int[] digits = classifier.digits(others);
        double right = 0.0;
        for (int k = 0; k < digits.length; k++) {
            right += digits[k] == test.labels()[order[plan.samples + k]] ? 1.0 : 0.0;
        }
        accuracy = right / digits.length;
        distance = new FeatureDistance(classifier.features(judging));
        shares = classifier.shares(judging);
    }

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

    /** The share of test images whose digit the classifier finds. */
    double accuracy() {
        return accuracy;
    }

    /** Test images that are not those to judge by. */
    float[][] others() {
        return others;
    }

    /**
     * Trains a proposal, and draws from it.
     *
     * @param checkpoint of the training, which goes on from it if it is there
     * @param progress receives the share of the training that is done
     * @throws RunInterrupted if the thread is interrupted
     */
    Samples samples(AdversarialKind kind, Path checkpoint, DoubleConsumer progress) {
        int pixels = training.rows() * training.columns();
        int[] hidden = {128, 128};
        try (OnnxVectorNetwork generator =
                        Networks.shares(kind.markov ? pixels + NOISES : NOISES, hidden, pixels, seed + 1);
                OnnxNetwork discriminator = kind.markov
                        ? Networks.pairResNet(training.rows(), training.columns(), CHANNELS, 0, seed + 2)
                        : Networks.mlp(pixels, new int[] {128}, seed + 2)) {
            AdversarialTraining described = AdversarialProposal.train(training.images(), generator, discriminator)
                    .loss(kind.loss)
                    .updates(plan.updates(kind))
                    .afterwards(plan.afterwards)
                    .noise(NOISE)
                    .distance(kind.distance)
                    .learningRates(1e-4, 5e-4)
                    .averaging(0.995)
                    .seed(seed)
                    .listener(10, now -> progress.accept((double) now.update() / now.updates()))
                    .checkpoint(checkpoint, 500);
            AdversarialProposal proposal = Files.exists(checkpoint) ? described.resume(checkpoint) : described.run();
            if (proposal.stopped()) {
                throw new RunInterrupted("the training of " + kind.title);
            }
            return samples(kind, proposal);
        }
    }

    private Samples samples(AdversarialKind kind, AdversarialProposal proposal) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + 3);
        int[] chosen = random.ints(plan.samples, 0, training.images().length).toArray();
        float[][] data = noisy(training.images(), chosen, random);
        float[][] begin = kind.markov ? data : proposal.propose(data, random);
        return new Samples(
                proposal.progress(),
                PairMh.uncorrected(proposal::propose)
                        .proposals(kind.markov ? plan.proposals : 1)
                        .run(begin, seed + 4),
                PairMh.of(proposal::propose, proposal::logRatio)
                        .proposals(plan.proposals)
                        .run(begin, seed + 5));
    }

    /** Judges images. */
    Figures judge(float[][] images) {
        double[][] features = classifier.features(images);
        double[] mine = classifier.shares(images);
        double apart = 0.0;
        for (int c = 0; c < mine.length; c++) {
            apart += 0.5 * Math.abs(mine[c] - shares[c]);
        }
        return new Figures(distance.frechet(features), distance.discrepancy(features), mine, apart);
    }

    @Override
    public void close() {
        classifier.close();
    }
}

package dev.lbp.experiments.correction;

import dev.lbp.internal.Check;
import dev.lbp.learn.BernoulliMixture;
import dev.lbp.learn.CorrectedSamples;
import dev.lbp.learn.DensityRatio;
import dev.lbp.learn.ImplicitMh;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Corrects images of a mixture q by a {@link DensityRatio} that was fitted to the training images. Both kinds of images
 * are compared with test images by the accuracy of a new classifier, and by a {@link Discrepancy}. A classifier
 * measures whether single images look real; the discrepancy measures whether images are as diverse.
 */
final class ImageCorrection {

    /**
     * The penalty of the classifiers that compare images. With less, they overfit a few thousand images within 100
     * steps.
     */
    private static final double L2_OF_JUDGE = 3.0;

    /**
     * The sizes of fits and samples.
     *
     * @param components the number of components of the mixture
     * @param iterations the largest number of iterations of the mixture's fit
     * @param first units of the first hidden layer of classifiers
     * @param second units of the second hidden layer of classifiers
     * @param steps the largest number of steps of the ratio's training; a classifier that compares images has half as
     *     many
     * @param samples the number of compared images of each kind; twice as many test images are needed
     */
    record Plan(int components, int iterations, int first, int second, int steps, int samples) {}

    /**
     * The quality of a kind of images.
     *
     * @param accuracy the accuracy of a new classifier on held-out images of this kind and test images; .5 if it cannot
     *     distinguish them
     * @param discrepancy the squared discrepancy from the test images
     * @param acceptance the acceptance rate of proposals; 1 for images without correction
     * @param distinct the number of distinct images
     * @param moved the number of chains that accepted a proposal; the number of images without correction
     */
    record Figures(double accuracy, double discrepancy, double acceptance, int distinct, int moved) {}

    private final Plan plan;
    private final long seed;
    private final byte[][] reference;
    private final byte[][] others;
    private final BernoulliMixture mixture;
    private final DensityRatio ratio;
    private final Discrepancy discrepancy;

    /**
     * Fits the mixture and the ratio.
     *
     * @param training [count][pixels], for the fits of mixture and ratio
     * @param test [count][pixels], in any order; they are shuffled
     */
    ImageCorrection(Plan plan, byte[][] training, byte[][] test, long seed) {
        Check.atLeast(2 * plan.samples, "test.length", test.length);
        this.plan = plan;
        this.seed = seed;
        byte[][] shuffled = shuffled(test, seed);
        reference = Arrays.copyOfRange(shuffled, 0, plan.samples);
        others = Arrays.copyOfRange(shuffled, plan.samples, 2 * plan.samples);
        discrepancy = new Discrepancy(reference);
        mixture = BernoulliMixture.fitting()
                .starts(1)
                .iterations(plan.iterations)
                .seed(seed)
                .fit(training, plan.components);
        ratio = DensityRatio.fitting()
                .hidden(plan.first, plan.second)
                .steps(plan.steps)
                .heldOut(0.1)
                .seed(seed)
                .fit(training, mixture::draw);
    }

    /** The images in random order. The test images of static binarised MNIST come in the order of their digits. */
    static byte[][] shuffled(byte[][] images, long seed) {
        int[] order = PermutationSampler.natural(images.length);
        PermutationSampler.shuffle(RandomSource.XO_SHI_RO_256_PP.create(seed), order);
        return Arrays.stream(order).mapToObj(k -> images[k]).toArray(byte[][]::new);
    }

    /** The ratio, with its figures on held-out training images. */
    DensityRatio ratio() {
        return ratio;
    }

    /** The mean log-probability of the test images under the mixture, in nats. */
    double logLikelihood() {
        return Arrays.stream(reference).mapToDouble(mixture::logProb).average().orElseThrow();
    }

    /** The scale of the discrepancy's kernel, in pixels. */
    double scale() {
        return discrepancy.scale();
    }

    /** Test images other than those with which images are compared. */
    byte[][] real() {
        return others;
    }

    /** Images of the mixture. */
    byte[][] uncorrected() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + 1);
        byte[][] images = new byte[plan.samples][mixture.dimension()];
        for (byte[] image : images) {
            mixture.draw(random, image);
        }
        return images;
    }

    /** Images after {@code proposals} proposals of chains that start from images of the mixture. */
    CorrectedSamples corrected(int proposals) {
        return ImplicitMh.of(mixture::draw, ratio).proposals(proposals).draw(plan.samples, seed + 2);
    }

    /** Measures the quality of images without correction, which count as accepted and moved. */
    Figures judge(byte[][] images) {
        return figures(
                images,
                /* acceptance= */ 1.0,
                (int) Arrays.stream(images).map(ByteBuffer::wrap).distinct().count(), // buffers compare contents
                /* moved= */ images.length);
    }

    /** Measures the quality of corrected images. */
    Figures judge(CorrectedSamples samples) {
        return figures(samples.states(), samples.acceptanceRate(), samples.distinct(), samples.moved());
    }

    /** Judges images: the accuracy of a classifier that tells them from the reference, and their discrepancy. */
    private Figures figures(byte[][] images, double acceptance, int distinct, int moved) {
        double accuracy = DensityRatio.fitting()
                .hidden(plan.first, plan.second)
                .l2(L2_OF_JUDGE)
                .steps(plan.steps / 2)
                .seed(seed + 3)
                .fit(reference, images)
                .accuracy();
        return new Figures(accuracy, discrepancy.of(images), acceptance, distinct, moved);
    }
}

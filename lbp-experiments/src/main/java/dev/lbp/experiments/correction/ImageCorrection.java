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
 * Images of a mixture q, corrected by a {@link DensityRatio} that was fitted to the training images, and judged beside
 * test images: by a new classifier, which has to tell them apart, and by a {@link Discrepancy}. A classifier sees
 * whether images look real one by one, the discrepancy whether they are as diverse.
 */
final class ImageCorrection {

    /** The penalty of classifiers that judge: with less, they learn a few thousand images by heart within 100 steps. */
    private static final double L2_OF_JUDGE = 3.0;

    /**
     * How large it is.
     *
     * @param components of the mixture
     * @param iterations of the mixture's fit, at most
     * @param first units of the first hidden layer of classifiers
     * @param second units of their second
     * @param steps of the ratio's training, at most; a classifier that judges has half as many
     * @param samples images of each kind that are judged; twice as many test images are needed
     */
    record Plan(int components, int iterations, int first, int second, int steps, int samples) {}

    /**
     * How a kind of images is judged.
     *
     * @param accuracy of a new classifier on held-out images of this kind and test images; .5 if it cannot tell them
     *     apart
     * @param discrepancy to the test images, squared
     * @param acceptance of proposals; 1 for images without correction
     * @param distinct images
     * @param moved chains that accepted a proposal; all images without correction
     */
    record Figures(double accuracy, double discrepancy, double acceptance, int distinct, int moved) {}

    private final Plan plan;
    private final long seed;
    private final byte[][] judging;
    private final byte[][] others;
    private final BernoulliMixture mixture;
    private final DensityRatio ratio;
    private final Discrepancy discrepancy;

    /**
     * Fits the mixture and the ratio.
     *
     * @param training [count][pixels], for both fits
     * @param test [count][pixels] in any order, which is shuffled
     */
    ImageCorrection(Plan plan, byte[][] training, byte[][] test, long seed) {
        Check.atLeast(2 * plan.samples, "test.length", test.length);
        this.plan = plan;
        this.seed = seed;
        byte[][] shuffled = shuffled(test, seed);
        judging = Arrays.copyOfRange(shuffled, 0, plan.samples);
        others = Arrays.copyOfRange(shuffled, plan.samples, 2 * plan.samples);
        discrepancy = new Discrepancy(judging);
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
        return Arrays.stream(judging).mapToDouble(mixture::logProb).average().orElseThrow();
    }

    /** The scale of the discrepancy's kernel, in pixels. */
    double scale() {
        return discrepancy.scale();
    }

    /** Some test images. */
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

    /** Images after some proposals; chains begin at images of the mixture. */
    CorrectedSamples corrected(int proposals) {
        return ImplicitMh.of(mixture::draw, ratio).proposals(proposals).draw(plan.samples, seed + 2);
    }

    /** Judges images without correction. */
    Figures judge(byte[][] images) {
        return figures(
                images,
                1.0,
                (int) Arrays.stream(images).map(ByteBuffer::wrap).distinct().count(),
                images.length);
    }

    /** Judges corrected images. */
    Figures judge(CorrectedSamples samples) {
        return figures(samples.states(), samples.acceptanceRate(), samples.distinct(), samples.moved());
    }

    private Figures figures(byte[][] images, double acceptance, int distinct, int moved) {
        double accuracy = DensityRatio.fitting()
                .hidden(plan.first, plan.second)
                .l2(L2_OF_JUDGE)
                .steps(plan.steps / 2)
                .seed(seed + 3)
                .fit(judging, images)
                .accuracy();
        return new Figures(accuracy, discrepancy.of(images), acceptance, distinct, moved);
    }
}

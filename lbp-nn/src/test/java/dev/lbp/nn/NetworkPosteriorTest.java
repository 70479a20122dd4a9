package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.check.ModelCheck;
import dev.lbp.continuous.ContinuousResult;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.factory.Nd4j;

/** The posterior of a small LeNet, against the same network in plain Java of double precision. */
class NetworkPosteriorTest {

    private static final int SIDE = 16;
    private static final int CLASSES = 3;
    private static final double PRIOR = 0.5;
    private static final OnnxNetwork NETWORK = Networks.leNet(SIDE, SIDE, CLASSES, 2, 3, 4, 1);
    private static final float[][] IMAGES = images(300);
    private static final int[] LABELS =
            IntStream.range(0, IMAGES.length).map(k -> k * k % CLASSES).toArray();

    private static final NetworkPosterior POSTERIOR = NetworkPosterior.of(NETWORK, IMAGES, LABELS, PRIOR);

    @AfterAll
    static void close() {
        NETWORK.close();
    }

    private static float[][] images(int count) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(9);
        float[][] images = new float[count][SIDE * SIDE];
        for (float[] image : images) {
            for (int i = 0; i < image.length; i++) {
                image[i] = random.nextFloat();
            }
        }
        return images;
    }

    private static double[] point(long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        return normal.samples(POSTERIOR.dimension())
                .map(x -> (double) (float) (0.3 * x))
                .toArray();
    }

    private static double naive(double[] theta, int count) {
        NaiveLeNet naive = new NaiveLeNet(SIDE, CLASSES, 2, 3, 4, theta);
        double sum = 0.0;
        for (int k = 0; k < count; k++) {
            sum += Math.log(naive.probabilities(IMAGES[k])[LABELS[k]]);
        }
        for (double value : theta) {
            sum += -0.5 * value * value / (PRIOR * PRIOR) - Math.log(PRIOR) - 0.5 * Math.log(2.0 * Math.PI);
        }
        return sum;
    }

    @Test
    void logProb_isThatOfThePlainNetwork() {
        double[] theta = point(1);
        double found =
                POSTERIOR.logProb(Nd4j.createFromArray(new double[][] {theta})).getDouble(0);
        assertThat(found).isCloseTo(naive(theta, IMAGES.length), within(1e-3));
    }

    /** Differences of the plain network in double precision; single precision leaves 1e-2. */
    @Test
    void gradient_isTheDerivative_ofThePlainNetwork() {
        NetworkPosterior few = NetworkPosterior.of(NETWORK, Arrays.copyOf(IMAGES, 4), Arrays.copyOf(LABELS, 4), PRIOR);
        double[] theta = point(2);
        double[] gradient =
                few.gradient(Nd4j.createFromArray(new double[][] {theta})).toDoubleVector();
        for (int j = 0; j < theta.length; j += 3) {
            double[][] pair = {theta.clone(), theta.clone()};
            pair[0][j] -= 1e-5;
            pair[1][j] += 1e-5;
            double slope = (naive(pair[1], 4) - naive(pair[0], 4)) / 2e-5;
            assertThat(gradient[j]).as("parameter %d", j).isCloseTo(slope, within(1e-2 * (0.1 + Math.abs(slope))));
        }
    }

    @Test
    void modelCheck_passes() {
        NetworkPosterior few = NetworkPosterior.of(NETWORK, Arrays.copyOf(IMAGES, 5), Arrays.copyOf(LABELS, 5), PRIOR);
        assertThat(ModelCheck.of(few).starts(2).verify().largestGradientError()).isLessThan(2e-2);
    }

    /** The estimates of all parts of equal size have the gradient as their mean. */
    @Test
    void estimates_ofParts_haveTheMeanOfAllData() {
        double[] theta = point(3);
        int d = theta.length;
        double[] whole = new double[d];
        double logProb =
                POSTERIOR.estimate(theta, IntStream.range(0, IMAGES.length).toArray(), whole);
        double[] mean = new double[d];
        double[] part = new double[d];
        double sum = 0.0;
        for (int from = 0; from < IMAGES.length; from += 50) {
            int[] data = IntStream.range(from, from + 50).toArray();
            sum += POSTERIOR.estimate(theta, data, part) / 6.0;
            for (int j = 0; j < d; j++) {
                mean[j] += part[j] / 6.0;
            }
        }
        assertThat(sum).isCloseTo(logProb, within(1e-3));
        assertThat(mean).containsExactly(whole, within(1e-2));
    }

    @Test
    void predictions_areMeansOfThePlainNetwork() {
        float[][] test = Arrays.copyOf(IMAGES, 20);
        PredictiveDistribution predictive = PredictiveDistribution.of(POSTERIOR, test);
        double[][] expected = new double[20][CLASSES];
        for (long seed = 4; seed < 7; seed++) {
            double[] theta = point(seed);
            predictive.add(theta);
            NaiveLeNet naive = new NaiveLeNet(SIDE, CLASSES, 2, 3, 4, theta);
            for (int k = 0; k < test.length; k++) {
                double[] one = naive.probabilities(test[k]);
                for (int c = 0; c < CLASSES; c++) {
                    expected[k][c] += one[c] / 3.0;
                }
            }
        }
        double loss = 0.0;
        int wrong = 0;
        int[] labels = Arrays.copyOf(LABELS, 20);
        for (int k = 0; k < test.length; k++) {
            assertThat(predictive.probabilities()[k]).containsExactly(expected[k], within(1e-5));
            loss -= Math.log(expected[k][labels[k]]) / 20.0;
            double largest = Arrays.stream(expected[k]).max().orElseThrow();
            wrong += expected[k][labels[k]] < largest ? 1 : 0;
        }
        assertThat(predictive.logLoss(labels)).isCloseTo(loss, within(1e-4));
        assertThat(predictive.error(labels)).isEqualTo(wrong / 20.0);
    }

    @Test
    void mala_moves() {
        NetworkPosterior few = NetworkPosterior.of(NETWORK, Arrays.copyOf(IMAGES, 5), Arrays.copyOf(LABELS, 5), PRIOR);
        ContinuousResult result = Samplers.mala()
                .scale(0.05)
                .build()
                .sample(few)
                .chains(2)
                .draws(20)
                .warmup(0)
                .run();
        assertThat(result.acceptanceRate()).isGreaterThan(0.5);
        assertThat(few).hasToString("NetworkPosterior of " + few.dimension() + " parameters and 5 images");
    }

    @Test
    void otherNetworksAndData_areRefused() {
        try (OnnxNetwork energy = Networks.mlp(SIDE * SIDE + CLASSES, new int[] {4}, 1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> NetworkPosterior.of(energy, IMAGES, LABELS, PRIOR))
                    .withMessageContaining("must have the score sum_c y_c log p(c | x)");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkPosterior.of(NETWORK, IMAGES, new int[] {1}, PRIOR))
                .withMessageContaining("labels");
        int[] labels = LABELS.clone();
        labels[7] = CLASSES;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkPosterior.of(NETWORK, IMAGES, labels, PRIOR))
                .withMessage("must be in [0, 3): labels[7]=3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkPosterior.of(NETWORK, IMAGES, LABELS, 0.0))
                .withMessage("must be finite and > 0: prior=0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Networks.leNet(18, 16, 10, 1, 1, 1, 1))
                .withMessage("must be at least 16 and a multiple of 4: height=18");
    }

    @Test
    void leNet_hasTheParameters_thatItsPageSays() {
        try (OnnxNetwork network = Networks.leNet(28, 28, 10, 4, 8, 32, 1)) {
            FloatBuffer parameters = network.parameters();
            assertThat(parameters.capacity()).isEqualTo(5_370);
        }
    }
}

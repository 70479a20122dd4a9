package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.check.ModelCheck;
import dev.lbp.continuous.ContinuousResult;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
    void predictionsWithoutDraws_orOfOtherImagesAndLabels_areRefused() {
        float[][] test = Arrays.copyOf(IMAGES, 2);
        PredictiveDistribution none = PredictiveDistribution.of(POSTERIOR, test);
        for (ThrowingCallable figure : List.<ThrowingCallable>of(
                none::probabilities, () -> none.error(new int[2]), () -> none.logLoss(new int[2]))) {
            assertThatThrownBy(figure)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("must have a draw, by add(point): draws=0");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> none.add(point(1)).logLoss(new int[] {0, 3}))
                .withMessage("must be in [0, 3): labels[1]=3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PredictiveDistribution.of(POSTERIOR, new float[][] {test[0], {0.5f}}))
                .withMessageStartingWith("must have length 256: images[1]");
    }

    /** One such draw would make every mean NaN, and the error that of always class 0. */
    @Test
    void predictionsOfDrawsAndPixels_beyondSinglePrecision_areRefused() {
        PredictiveDistribution predictive = PredictiveDistribution.of(POSTERIOR, Arrays.copyOf(IMAGES, 2));
        double[] theta = new double[POSTERIOR.dimension()];
        for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, 1e39}) {
            theta[5] = bad;
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> predictive.add(theta))
                    .withMessage("must be finite in single precision: point[5]=" + bad);
        }
        Arrays.fill(theta, 1e30);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> predictive.add(theta))
                .withMessage("must be small enough for the network: point gives probabilities=NaN");
        assertThatThrownBy(predictive::probabilities).isInstanceOf(IllegalStateException.class);
        float[] grey = IMAGES[0].clone();
        grey[3] = Float.NaN;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> POSTERIOR.probabilities(point(1), new float[][] {IMAGES[0], grey}))
                .withMessage("must be in [0, 1]: images[1][3]=NaN");
    }

    /** A run may have left parameters to which adding 1 changes nothing in single precision. */
    @Test
    void of_hugeParameters_isTaken() {
        try (OnnxNetwork network = Networks.classifier(4, new int[] {2}, 2, 1)) {
            for (float value : new float[] {0.0f, 1.0f, 1e10f, Float.MAX_VALUE}) {
                network.parameters().put(0, value);
                NetworkPosterior.of(network, new float[][] {new float[4]}, new int[] {1}, 1.0);
                assertThat(network.parameters().get(0)).isEqualTo(value);
            }
        }
    }

    /** A network that gives away copies would never see theta. */
    @Test
    void copiesOfParameters_areRefused() {
        TrainableNetwork copying = new TrainableNetwork() {
            @Override
            public int dimension() {
                return NETWORK.dimension();
            }

            @Override
            public void evaluate(FloatBuffer states, int rows, FloatBuffer scores, @Nullable FloatBuffer gradients) {
                NETWORK.evaluate(states, rows, scores, gradients);
            }

            @Override
            public FloatBuffer parameters() {
                FloatBuffer all = NETWORK.parameters();
                return FloatBuffer.allocate(all.capacity()).put(0, all, 0, all.capacity());
            }

            @Override
            public void parameterGradient(FloatBuffer states, int rows, float[] cotangents, FloatBuffer gradient) {
                NETWORK.parameterGradient(states, rows, cotangents, gradient);
            }
        };
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkPosterior.of(copying, IMAGES, LABELS, PRIOR))
                .withMessageStartingWith("must have parameters() that are always the same memory: network=");
    }

    @Test
    void identity_tellsDataAndPriorApart() {
        int[] labels = LABELS.clone();
        labels[299] = (labels[299] + 1) % CLASSES;
        float[][] images = IMAGES.clone();
        images[299] = IMAGES[0];
        assertThat(List.of(
                        POSTERIOR.identity(),
                        NetworkPosterior.of(NETWORK, IMAGES, labels, PRIOR).identity(),
                        NetworkPosterior.of(NETWORK, images, LABELS, PRIOR).identity(),
                        NetworkPosterior.of(NETWORK, IMAGES, LABELS, 0.6).identity()))
                .doesNotHaveDuplicates();
        assertThat(NetworkPosterior.of(NETWORK, IMAGES, LABELS, PRIOR).identity())
                .isEqualTo(POSTERIOR.identity());
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
                .withMessage("must be in [1e-18, 1e18]: prior=0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Networks.leNet(18, 16, 10, 1, 1, 1, 1))
                .withMessage("must be at least 16 and a multiple of 4: height=18");
    }

    /** Softmax regression and a perceptron with swish, in double precision. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void classifier_hasTheProbabilities_ofPlainLoops(int units) {
        int[] hidden = units == 0 ? new int[0] : new int[] {units};
        float[][] images = {{0.1f, 0.9f, 0.4f}, {0.7f, 0.0f, 1.0f}};
        try (OnnxNetwork network = Networks.classifier(3, hidden, 4, 5)) {
            NetworkPosterior posterior = NetworkPosterior.of(network, images, new int[] {1, 3}, PRIOR);
            double[] theta = new double[posterior.dimension()];
            Arrays.setAll(theta, j -> Math.sin(1.0 + j));
            double[][] found = posterior.probabilities(theta, images);
            for (int k = 0; k < images.length; k++) {
                double[] x = {images[k][0], images[k][1], images[k][2]};
                double[] inner = units == 0 ? x : linear(theta, 0, units, x);
                for (int i = 0; units > 0 && i < units; i++) {
                    inner[i] /= 1.0 + Math.exp(-inner[i]);
                }
                double[] logits = linear(theta, units == 0 ? 0 : 4 * units, 4, inner);
                double sum = Arrays.stream(logits).map(Math::exp).sum();
                for (int c = 0; c < 4; c++) {
                    assertThat(found[k][c]).isCloseTo(Math.exp(logits[c]) / sum, within(1e-5));
                }
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Networks.classifier(3, hidden, 1, 5))
                .withMessage("must be >= 2: classes=1");
    }

    /** {@code W x + b}, with W [out][in] and then b at a place of theta. */
    private static double[] linear(double[] theta, int at, int out, double[] x) {
        double[] sums = new double[out];
        for (int o = 0; o < out; o++) {
            sums[o] = theta[at + out * x.length + o];
            for (int i = 0; i < x.length; i++) {
                sums[o] += theta[at + o * x.length + i] * x[i];
            }
        }
        return sums;
    }

    @Test
    void leNet_hasTheParameters_thatItsPageSays() {
        try (OnnxNetwork network = Networks.leNet(28, 28, 10, 4, 8, 32, 1)) {
            FloatBuffer parameters = network.parameters();
            assertThat(parameters.capacity()).isEqualTo(5_370);
        }
    }
}

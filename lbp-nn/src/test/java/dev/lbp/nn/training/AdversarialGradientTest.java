package dev.lbp.nn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.OnnxVectorNetwork;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Gradients of each loss beside central differences of the loss in double precision. */
class AdversarialGradientTest {

    private static final int N = 3;
    private static final int NOISES = 2;
    private static final int BATCH = 16;

    @ParameterizedTest
    @EnumSource(AcceptanceLoss.class)
    void slope_isTheDerivative(AcceptanceLoss loss) {
        for (double d : new double[] {-4.0, -0.7, -0.01, 0.02, 1.3, 6.0}) {
            double h = 1e-5;
            double difference = (loss.value(d + h) - loss.value(d - h)) / (2.0 * h);
            assertThat(loss.slope(d)).isCloseTo(difference, within(1e-6 * Math.max(1.0, Math.abs(difference))));
        }
    }

    /** p = N(1, .7^2) and x' = a + b z: d is known, and so is the gradient of both losses by a and b through x'. */
    @ParameterizedTest
    @EnumSource(AcceptanceLoss.class)
    void gradientThroughTheProposal_ofAKnownRatio_isTheDerivative(AcceptanceLoss loss) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(4L);
        double[] x = random.doubles(50).map(u -> 3.0 * u).toArray();
        double[] z = random.doubles(50).map(u -> 4.0 * u - 2.0).toArray();
        double[] parameters = {0.3, 1.2};
        double[] gradient = new double[2];
        for (int r = 0; r < 50; r++) {
            double proposed = parameters[0] + parameters[1] * z[r];
            double u = loss.slope(logRatio(x[r], proposed)) * -slopeOfLogRatio(proposed) / 50.0;
            gradient[0] += u;
            gradient[1] += u * z[r];
        }
        DoubleSupplier whole = () -> {
            double sum = 0.0;
            for (int r = 0; r < 50; r++) {
                sum += loss.value(logRatio(x[r], parameters[0] + parameters[1] * z[r])) / 50.0;
            }
            return sum;
        };
        for (int k = 0; k < 2; k++) {
            assertThat(gradient[k]).isCloseTo(difference(whole, parameters, k, 1e-6), within(1e-6));
        }
    }

    /** f(x) - f(x') with f = log p - log q, q a fixed N(0, 1.5^2): the discriminator is held while q moves. */
    private static double logRatio(double x, double proposed) {
        return f(x) - f(proposed);
    }

    private static double f(double x) {
        return -0.5 * Math.pow((x - 1.0) / 0.7, 2) + 0.5 * Math.pow(x / 1.5, 2);
    }

    private static double slopeOfLogRatio(double x) {
        return -(x - 1.0) / 0.49 + x / 2.25;
    }

    private static double difference(DoubleSupplier loss, double[] parameters, int k, double h) {
        double value = parameters[k];
        parameters[k] = value + h;
        double above = loss.getAsDouble();
        parameters[k] = value - h;
        double below = loss.getAsDouble();
        parameters[k] = value;
        return (above - below) / (2.0 * h);
    }

    /**
     * The true d of p = N(2, .5^2) and q = N(m, s^2), on a grid: what algorithm 2 follows is the gradient through x'
     * with d held. Of the bound it is that of KL(q || p), {@code log(.5 / s) + 2 (s^2 + (m - 2)^2) - 1/2}. Of the rate
     * it leads away from p, as it leaves out how d changes with q.
     */
    @Test
    void gradientThroughTheProposal_isOfReverseKl_andTheRatesLeadsAway() {
        assertThat(pathSlope(AcceptanceLoss.LOWER_BOUND, 1.4, 0.8)).isCloseTo((1.4 - 2.0) / 0.25, within(1e-5));
        assertThat(pathSlope(AcceptanceLoss.LOWER_BOUND, 2.1, 0.45)).isCloseTo((2.1 - 2.0) / 0.25, within(1e-5));
        double h = 1e-4;
        double whole = meanLoss(AcceptanceLoss.ACCEPTANCE_RATE, 1.4 + h, 1.4 + h)
                - meanLoss(AcceptanceLoss.ACCEPTANCE_RATE, 1.4 - h, 1.4 - h);
        assertThat(whole / (2.0 * h)).as("with d of the present q").isCloseTo(-1.1, within(0.05));
        assertThat(pathSlope(AcceptanceLoss.ACCEPTANCE_RATE, 1.4, 0.8)).isCloseTo(0.128, within(0.01));
    }

    private static double pathSlope(AcceptanceLoss loss, double m, double s) {
        double h = 1e-4;
        return (meanLoss(loss, m + h, m, s) - meanLoss(loss, m - h, m, s)) / (2.0 * h);
    }

    private static double meanLoss(AcceptanceLoss loss, double m, double held) {
        return meanLoss(loss, m, held, 0.8);
    }

    /** The mean loss over x from p and x' = m + s z, with d of the mean {@code held}. */
    private static double meanLoss(AcceptanceLoss loss, double m, double held, double s) {
        double sum = 0.0;
        double weights = 0.0;
        for (double u = -6.0; u <= 6.0; u += 0.02) {
            for (double z = -6.0; z <= 6.0; z += 0.02) {
                double weight = Math.exp(-0.5 * (u * u + z * z));
                weights += weight;
                sum += weight * loss.value(gap(2.0 + 0.5 * u, held, s) - gap(m + s * z, held, s));
            }
        }
        return sum / weights;
    }

    /** log p - log q, up to a constant. */
    private static double gap(double x, double m, double s) {
        return -0.5 * Math.pow((x - 2.0) / 0.5, 2) + 0.5 * Math.pow((x - m) / s, 2);
    }

    private static float[][] samples() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3L);
        float[][] samples = new float[40][N];
        for (float[] sample : samples) {
            for (int i = 0; i < N; i++) {
                sample[i] = random.nextFloat();
            }
        }
        return samples;
    }

    @ParameterizedTest
    @CsvSource({
        "LOWER_BOUND, false, 0",
        "LOWER_BOUND, true, 0",
        "LOWER_BOUND, true, 0.3",
        "ACCEPTANCE_RATE, false, 0",
        "ACCEPTANCE_RATE, true, 0",
        "ACCEPTANCE_RATE, true, 0.3"
    })
    void gradients_ofNetworks_areTheDerivatives(AcceptanceLoss loss, boolean markov, double distance) {
        int ins = markov ? N + NOISES : NOISES;
        int sites = markov ? 2 * N : N;
        try (OnnxVectorNetwork generator = Networks.vectors(ins, new int[] {5}, N, 1L);
                OnnxNetwork network = Networks.mlp(sites, new int[] {6}, 2L)) {
            for (int k = 0; k < network.parameters().capacity(); k++) {
                network.parameters().put(k, 4.0f * network.parameters().get(k)); // so that d is far from 0
            }
            AdversarialTask task = new AdversarialTask(AdversarialProposal.train(samples(), generator, network)
                    .loss(loss)
                    .distance(distance)
                    .noise(0.1)
                    .batch(BATCH));
            task.drawPairs();
            DoublePerceptron g = new DoublePerceptron(generator.parameters(), ins, 5, N);
            DoublePerceptron f = new DoublePerceptron(network.parameters(), sites, 6, 1);
            double[][] noise = new double[BATCH][N];
            for (int r = 0; r < BATCH; r++) {
                double[] made = g.of(inputs(task, r, ins));
                for (int i = 0; i < N; i++) {
                    noise[r][i] = task.proposed[r][i] - made[i];
                    assertThat(noise[r][i]).as("noise").isBetween(-0.6, 0.6);
                }
            }
            DoubleSupplier ofQ = () -> {
                double sum = 0.0;
                for (int r = 0; r < BATCH; r++) {
                    double[] x = doubles(task.data[r]);
                    double[] proposed = plus(g.of(inputs(task, r, ins)), noise[r]);
                    double square = 0.0;
                    for (int i = 0; i < N; i++) {
                        square += Math.pow(proposed[i] - x[i], 2);
                    }
                    sum += loss.value(d(f, markov, x, proposed)) - distance * Math.log(square / N);
                }
                return sum / BATCH;
            };
            DoubleSupplier ofD = () -> {
                double sum = 0.0;
                for (int r = 0; r < BATCH; r++) {
                    double[] x = doubles(task.data[r]);
                    double[] proposed = doubles(task.proposed[r]);
                    double first = 1.0 / (1.0 + Math.exp(-d(f, markov, x, proposed)));
                    double second = 1.0 / (1.0 + Math.exp(-d(f, markov, proposed, x)));
                    sum -= Math.log(first) + Math.log(1.0 - second);
                }
                return sum / BATCH;
            };
            double[] values = task.ratio.values();
            assertThat(values[3])
                    .isCloseTo(d(f, markov, doubles(task.data[3]), doubles(task.proposed[3])), within(1e-4));
            assertSame(task.discriminatorGradient(values), ofD, f.parameters);
            assertSame(task.generatorGradient(), ofQ, g.parameters);
        }
    }

    private static double d(DoublePerceptron f, boolean markov, double[] x, double[] proposed) {
        return markov ? f.of(joined(x, proposed))[0] - f.of(joined(proposed, x))[0] : f.of(x)[0] - f.of(proposed)[0];
    }

    private static double[] joined(double[] x, double[] y) {
        double[] both = new double[2 * N];
        System.arraycopy(x, 0, both, 0, N);
        System.arraycopy(y, 0, both, N, N);
        return both;
    }

    private static double[] plus(double[] x, double[] y) {
        double[] sum = new double[N];
        for (int i = 0; i < N; i++) {
            sum[i] = x[i] + y[i];
        }
        return sum;
    }

    private static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = values[i];
        }
        return doubles;
    }

    private static double[] inputs(AdversarialTask task, int row, int width) {
        float[] values = new float[width];
        task.inputs.get(row * width, values);
        return doubles(values);
    }

    /** Each component within 1e-2 of itself, or of the largest one by rounding: it ascends, so signs are opposite. */
    private static void assertSame(float[] uphill, DoubleSupplier loss, double[] parameters) {
        double[] differences = new double[parameters.length];
        double largest = 0.0;
        for (int k = 0; k < parameters.length; k++) {
            differences[k] = difference(loss, parameters, k, 1e-5);
            largest = Math.max(largest, Math.abs(differences[k]));
        }
        for (int k = 0; k < parameters.length; k++) {
            assertThat((double) uphill[k])
                    .as("parameter " + k)
                    .isCloseTo(-differences[k], within(1e-2 * Math.abs(differences[k]) + 1e-5 * largest));
        }
        assertThat(largest).isGreaterThan(1e-3);
    }

    @Test
    void discriminator_ofEqualPairs_hasRatioZero() {
        try (OnnxNetwork network = Networks.mlp(2 * N, new int[] {6}, 2L)) {
            PairRatio ratio = new PairRatio(network, N, 2);
            ratio.put(0, new float[] {1, 2, 3}, new float[] {1, 2, 3});
            ratio.put(1, new float[] {1, 2, 3}, new float[] {0, 0, 1});
            double[] one = ratio.values();
            ratio.put(1, new float[] {0, 0, 1}, new float[] {1, 2, 3});
            assertThat(one[0]).isZero();
            assertThat(ratio.values()[1]).isEqualTo(-one[1]).isNotZero();
        }
    }
}

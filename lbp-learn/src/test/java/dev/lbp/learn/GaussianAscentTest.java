package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The gradient of each objective is the derivative of its definition. Noise and draws of the target are held fixed. */
class GaussianAscentTest {

    private static final int D = 3;
    private static final int TARGETS = 5;
    private static final int PROPOSALS = 4;
    private static final double STEP = 1e-5;

    private final double[][] noise = new double[PROPOSALS][D];
    private final double[][] targets = new double[TARGETS][D];
    private final double[] parameters = new double[2 * D];

    GaussianAscentTest() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3);
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        for (double[][] rows : new double[][][] {noise, targets}) {
            for (double[] row : rows) {
                Arrays.setAll(row, j -> normal.sample());
            }
        }
        Arrays.setAll(parameters, j -> 0.3 * normal.sample());
        targets[0][0] += 2.0; // less probable, so that xi is above 1 for some pairs
        targets[1][1] -= 2.0;
    }

    /** Not Gaussian, and coupled. */
    private static double logTarget(double[] x) {
        return -0.25 * Math.pow(x[0], 4) - (x[1] - x[0]) * (x[1] - x[0]) - Math.log(Math.cosh(x[2] + 0.5 * x[1]));
    }

    private static double[] slopes(double[] x) {
        double last = Math.tanh(x[2] + 0.5 * x[1]);
        double off = 2.0 * (x[1] - x[0]);
        return new double[] {-Math.pow(x[0], 3) + off, -off - 0.5 * last, -last};
    }

    private static GaussianProposal proposal(double[] at) {
        double[] deviations = new double[D];
        Arrays.setAll(deviations, j -> Math.exp(at[D + j]));
        return GaussianProposal.of(Arrays.copyOf(at, D), deviations);
    }

    private double[][] draws(double[] at) {
        double[][] draws = new double[PROPOSALS][D];
        for (int k = 0; k < PROPOSALS; k++) {
            for (int j = 0; j < D; j++) {
                draws[k][j] = at[j] + Math.exp(at[D + j]) * noise[k][j];
            }
        }
        return draws;
    }

    private static double logWeight(GaussianProposal q, double[] x) {
        return logTarget(x) - q.logProb(x);
    }

    /** The objective by its definition. */
    private double value(Objective objective, double[] at) {
        GaussianProposal q = proposal(at);
        double[][] draws = draws(at);
        double elbo =
                Arrays.stream(draws).mapToDouble(x -> logWeight(q, x)).average().orElseThrow();
        double likelihood =
                Arrays.stream(targets).mapToDouble(q::logProb).average().orElseThrow();
        return switch (objective) {
            case REVERSE_KL -> elbo;
            case FORWARD_KL -> likelihood;
            case LOWER_BOUND -> elbo + likelihood;
            case ACCEPTANCE_RATE -> {
                double sum = 0.0;
                int certain = 0;
                for (double[] x : targets) {
                    for (double[] y : draws) {
                        double xi = Math.exp(logWeight(q, y) - logWeight(q, x));
                        sum += Math.min(1.0, xi);
                        certain += xi > 1.0 ? 1 : 0;
                    }
                }
                assertThat(certain).isBetween(3, TARGETS * PROPOSALS - 3);
                yield Math.log(sum / (TARGETS * PROPOSALS));
            }
        };
    }

    @ParameterizedTest
    @EnumSource
    void gradient_isTheDerivative(Objective objective) {
        GaussianAscent ascent = new GaussianAscent(objective, TARGETS, PROPOSALS);
        GaussianProposal q = proposal(parameters);
        double[][] draws = draws(parameters);
        ascent.weigh(
                Arrays.stream(targets).mapToDouble(x -> logWeight(q, x)).toArray(),
                Arrays.stream(draws).mapToDouble(x -> logWeight(q, x)).toArray());
        double[] gradient = new double[2 * D];
        for (int k = 0; k < PROPOSALS; k++) {
            ascent.addProposal(k, parameters, slopes(draws[k]), noise[k], gradient);
        }
        for (int i = 0; i < TARGETS; i++) {
            ascent.addTarget(i, parameters, targets[i], gradient);
        }
        for (int j = 0; j < 2 * D; j++) {
            double[] up = parameters.clone();
            double[] down = parameters.clone();
            up[j] += STEP;
            down[j] -= STEP;
            double slope = (value(objective, up) - value(objective, down)) / (2.0 * STEP);
            assertThat(gradient[j]).as("%s, parameter %d", objective, j).isCloseTo(slope, within(1e-6));
        }
    }
}

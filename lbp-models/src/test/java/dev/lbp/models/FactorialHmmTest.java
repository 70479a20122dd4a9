package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FactorialHmmTest {

    private static final double[] Y = {0.4, -1.3, 2.2, 0.9};
    private static final double[] W = {1.1, -0.6, 0.3};
    private static final double B = 0.25;
    private static final double SIGMA = 0.7;
    private static final double ALPHA = 0.1;
    private static final double BETA = 0.8;

    private final FactorialHmm model = FactorialHmm.builder()
            .observations(Y)
            .weights(W)
            .bias(B)
            .noise(SIGMA)
            .initial(ALPHA)
            .stay(BETA)
            .build();

    private static double emission(double y, double mean) {
        return Math.exp(-0.5 * Math.pow((y - mean) / SIGMA, 2)) / (SIGMA * Math.sqrt(2 * Math.PI));
    }

    /** p(x, y), factor by factor. */
    private static double density(byte[] x) {
        double density = 1.0;
        for (int l = 0; l < Y.length; l++) {
            double mean = B;
            for (int k = 0; k < W.length; k++) {
                byte now = x[l * W.length + k];
                if (l == 0) {
                    density *= now == 1 ? ALPHA : 1 - ALPHA;
                } else {
                    density *= now == x[(l - 1) * W.length + k] ? BETA : 1 - BETA;
                }
                mean += W[k] * now;
            }
            density *= emission(Y[l], mean);
        }
        return density;
    }

    @Test
    void logProb_everyState_isTheJointDensity() {
        byte[][] states = Enumeration.states(12);
        double[] logProb = Enumeration.logProb(model, states);
        for (int s = 0; s < states.length; s++) {
            assertThat(logProb[s]).isCloseTo(Math.log(density(states[s])), within(1e-11));
        }
        assertThat(model.steps()).isEqualTo(4);
        assertThat(model.chains()).isEqualTo(3);
    }

    @Test
    void marginals_byEnumeration_areThoseOfForwardBackward() {
        byte[][] states = Enumeration.states(12);
        double[] marginals = Enumeration.marginals(states, Enumeration.logProb(model, states));
        assertThat(marginals).containsExactly(forwardBackward(), within(1e-12));
    }

    /** P(x_lk = 1 | y), with the K chains of a step taken together as one of 2^K values. */
    private static double[] forwardBackward() {
        int steps = Y.length;
        int chains = W.length;
        int joint = 1 << chains;
        double[][] forward = new double[steps][joint];
        double[][] backward = new double[steps][joint];
        for (int l = 0; l < steps; l++) {
            for (int now = 0; now < joint; now++) {
                double prior = 0.0;
                for (int before = 0; before < joint && l > 0; before++) {
                    prior += forward[l - 1][before] * transition(before, now, chains);
                }
                int ones = Integer.bitCount(now);
                prior = l == 0 ? Math.pow(ALPHA, ones) * Math.pow(1 - ALPHA, chains - ones) : prior;
                forward[l][now] = prior * emission(Y[l], mean(now));
            }
        }
        Arrays.fill(backward[steps - 1], 1.0);
        for (int l = steps - 2; l >= 0; l--) {
            for (int now = 0; now < joint; now++) {
                for (int after = 0; after < joint; after++) {
                    backward[l][now] +=
                            transition(now, after, chains) * emission(Y[l + 1], mean(after)) * backward[l + 1][after];
                }
            }
        }
        double evidence = Arrays.stream(forward[steps - 1]).sum();
        double[] marginals = new double[steps * chains];
        for (int l = 0; l < steps; l++) {
            for (int now = 0; now < joint; now++) {
                for (int k = 0; k < chains; k++) {
                    marginals[l * chains + k] += (now >> k & 1) * forward[l][now] * backward[l][now] / evidence;
                }
            }
        }
        return marginals;
    }

    private static double transition(int before, int after, int chains) {
        int changed = Integer.bitCount(before ^ after);
        return Math.pow(1 - BETA, changed) * Math.pow(BETA, chains - changed);
    }

    private static double mean(int joint) {
        double mean = B;
        for (int k = 0; k < W.length; k++) {
            mean += (joint >> k & 1) * W[k];
        }
        return mean;
    }

    @Test
    void logProb_oneStepOneChain_isTheJointDensity() {
        FactorialHmm smallest = FactorialHmm.builder()
                .observations(new double[] {0.4})
                .weights(new double[] {1.1})
                .noise(SIGMA)
                .initial(ALPHA)
                .stay(BETA)
                .build();
        double[] expected = {Math.log((1 - ALPHA) * emission(0.4, 0.0)), Math.log(ALPHA * emission(0.4, 1.1))};
        assertThat(Enumeration.logProb(smallest, Enumeration.states(1))).containsExactly(expected, within(1e-13));
    }

    /**
     * A chain comes to be 1 half of the time, so that given w and b the mean of y is {@code b + sum w / 2} and its
     * variance {@code sum w^2 / 4 + sigma^2}. States of one chain are correlated by {@code (2 beta - 1)^lag}, which
     * makes the variance of the mean of x over L = 20,000 steps {@code (1/4) 4 / L}; the mean of y has a standard
     * deviation of {@code sqrt((sum w^2 + sigma^2) / L)}, and is out by six of them in 2e-9 of all seeds. That of the
     * variance is below {@code 2 sqrt(4 / L)}, 3 % of it; 20 % is over six of them.
     */
    @ParameterizedTest
    @CsvSource({"C1, 1.4142135623730951", "C2, 1.0", "C3, 0.7071067811865476"})
    void paper_eachConfiguration_drawsObservationsFromTheModel(PaperConfiguration configuration, double sigma) {
        int steps = 20_000;
        FactorialHmm instance = FactorialHmm.paper(steps, 5, configuration, 17);
        assertThat(instance.dimension()).isEqualTo(steps * 5);
        double[] y = instance.observations();
        double squares = Arrays.stream(instance.weights()).map(w -> w * w).sum();
        double half = 0.5 * Arrays.stream(instance.weights()).sum();
        double mean = Arrays.stream(y).average().orElseThrow();
        double variance =
                Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
        double bias = bias(instance, sigma);
        assertThat(mean).isCloseTo(bias + half, within(6 * Math.sqrt((squares + sigma * sigma) / steps)));
        double expected = squares / 4 + sigma * sigma;
        assertThat(variance).isCloseTo(expected, within(0.2 * expected));
        assertThat(FactorialHmm.paper(steps, 5, configuration, 17).observations())
                .isEqualTo(y);
        assertThat(FactorialHmm.paper(steps, 5, configuration, 18).observations())
                .isNotEqualTo(y);
    }

    /** The same observations; each pair of a chain's successive values has another probability to be equal. */
    @Test
    void released_isThePaperWithAnotherBeta() {
        FactorialHmm paper = FactorialHmm.paper(30, 4, PaperConfiguration.C2, 3);
        FactorialHmm released = FactorialHmm.released(30, 4, PaperConfiguration.C2, 3);
        assertThat(released.observations()).isEqualTo(paper.observations());
        double stay = 1.0 / (1.0 + Math.exp(-0.2));
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5);
        LocalEnergyModel.Tracker ofPaper = paper.newTracker();
        LocalEnergyModel.Tracker ofReleased = released.newTracker();
        for (int k = 0; k < 20; k++) {
            byte[] x = new byte[120];
            double expected = 0.0;
            for (int i = 0; i < x.length; i++) {
                x[i] = (byte) random.nextInt(2);
                boolean equal = i >= 4 && x[i] == x[i - 4];
                expected += i < 4 ? 0.0 : equal ? Math.log(stay / 0.8) : Math.log((1.0 - stay) / 0.2);
            }
            ofPaper.reset(x);
            ofReleased.reset(x);
            assertThat(ofReleased.logProb() - ofPaper.logProb()).isCloseTo(expected, within(1e-6));
        }
    }

    /**
     * b from the ratio of site (2, 0) at the state of zeros, {@code w (y - b - w / 2) / sigma^2 - 2 log(beta / (1 -
     * beta))}.
     */
    private static double bias(FactorialHmm instance, double sigma) {
        double[] ratio = new double[1];
        var tracker = instance.newTracker();
        tracker.reset(new byte[instance.dimension()]);
        tracker.logRatios(new int[] {2 * instance.chains()}, 1, ratio);
        double w = instance.weights()[0];
        return instance.observations()[2] - 0.5 * w - (ratio[0] + 2 * Math.log(4)) * sigma * sigma / w;
    }

    @Test
    void accessors_changedByACaller_giveCopies() {
        model.observations()[0] = 9.0;
        model.weights()[0] = 9.0;
        assertThat(model.observations()).isEqualTo(Y);
        assertThat(model.weights()).isEqualTo(W);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, 1.0, -0.5, Double.NaN})
    void builder_probabilityOutside_namesIt(double value) {
        assertRefused(() -> FactorialHmm.builder().initial(value), "must be in (0, 1): initial=" + value);
        assertRefused(() -> FactorialHmm.builder().stay(value), "must be in (0, 1): stay=" + value);
    }

    @Test
    void builder_badArgument_namesIt() {
        FactorialHmm.Builder builder = FactorialHmm.builder();
        double[] bad = {0.0, Double.NaN};
        assertRefused(() -> builder.observations(new double[0]), "must be >= 1: observations.length=0");
        assertRefused(() -> builder.observations(bad), "must be finite: observations[1]=NaN");
        assertRefused(() -> builder.weights(new double[0]), "must be >= 1: weights.length=0");
        assertRefused(() -> builder.weights(bad), "must be finite: weights[1]=NaN");
        assertRefused(() -> builder.bias(Double.NaN), "must be finite: bias=NaN");
        assertRefused(() -> builder.noise(0.0), "must be positive and finite: noise=0.0");
        assertRefused(() -> builder.noise(Double.NaN), "must be positive and finite: noise=NaN");
        assertRefused(() -> builder.noise(Double.POSITIVE_INFINITY), "must be positive and finite: noise=Infinity");
        assertRefused(() -> FactorialHmm.paper(0, 1, PaperConfiguration.C1, 1), "must be >= 1: steps=0");
        assertRefused(() -> FactorialHmm.paper(1, 0, PaperConfiguration.C1, 1), "must be >= 1: chains=0");
    }

    @Test
    void build_somethingMissing_namesIt() {
        FactorialHmm.Builder builder = FactorialHmm.builder();
        assertMissing(builder, "observations");
        assertMissing(builder.observations(Y), "weights");
        assertMissing(builder.weights(W), "noise");
        assertMissing(builder.noise(SIGMA), "initial");
        assertMissing(builder.initial(ALPHA), "stay");
    }

    private static void assertMissing(FactorialHmm.Builder builder, String name) {
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("must be set: " + name);
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}

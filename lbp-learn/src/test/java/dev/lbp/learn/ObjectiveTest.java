package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.proposal.StateDistribution;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objectives of both laws, by enumeration of all states. */
class ObjectiveTest {

    private static final int N = 4;

    static byte[][] states(int n) {
        return IntStream.range(0, 1 << n)
                .mapToObj(code -> AutoregressiveTest.state(n, code))
                .toArray(byte[][]::new);
    }

    static double[] probabilities(StateDistribution q, byte[][] states) {
        return Arrays.stream(states).mapToDouble(x -> Math.exp(q.logProb(x))).toArray();
    }

    private static double[] logWeights(double[] p, double[] q) {
        return IntStream.range(0, p.length)
                .mapToDouble(x -> Math.log(p[x] / q[x]))
                .toArray();
    }

    /** What the objective raises, written without its code. */
    static double value(Objective objective, double[] p, double[] q) {
        double forward = 0.0;
        double reverse = 0.0;
        double acceptance = 0.0;
        for (int x = 0; x < p.length; x++) {
            forward += p[x] * Math.log(p[x] / q[x]);
            reverse += q[x] * Math.log(q[x] / p[x]);
            for (int y = 0; y < p.length; y++) {
                acceptance += Math.min(p[x] * q[y], p[y] * q[x]);
            }
        }
        return switch (objective) {
            case FORWARD_KL -> -forward;
            case REVERSE_KL -> -reverse;
            case LOWER_BOUND -> -forward - reverse;
            case ACCEPTANCE_RATE -> Math.log(acceptance);
        };
    }

    private static double[] gradient(Objective objective, Parametric<?> q, double[] p, byte[][] states) {
        double[] present = probabilities(q.distribution(), states);
        double[] logWeights = logWeights(p, present);
        Objective.Draws ofTarget = new Objective.Draws(logWeights, p);
        Objective.Draws ofProposal = new Objective.Draws(logWeights, present);
        objective.weigh(ofTarget, ofProposal);
        double[] weights = IntStream.range(0, p.length)
                .mapToDouble(x -> ofTarget.weights[x] + ofProposal.weights[x])
                .toArray();
        return q.gradient(states, weights).clone();
    }

    /**
     * A derivative of five points at h = 3e-4: h^4 = 8e-15, rounding 1e-15 / h = 3e-12. No two weights of these laws
     * are so near that they change places within h.
     */
    private static void checkGradient(Objective objective, Parametric<?> q, double[] p, byte[][] states) {
        double[] gradient = gradient(objective, q, p, states);
        double h = 3e-4;
        for (int k = 0; k < gradient.length; k++) {
            double at = q.parameters()[k];
            double[] values = new double[5];
            for (int step = -2; step <= 2; step++) {
                q.parameters()[k] = at + step * h;
                values[step + 2] = value(objective, p, probabilities(q.distribution(), states));
            }
            q.parameters()[k] = at;
            double derivative = (values[0] - 8.0 * values[1] + 8.0 * values[3] - values[4]) / (12.0 * h);
            assertThat(gradient[k]).isCloseTo(derivative, within(1e-10));
        }
    }

    @ParameterizedTest
    @EnumSource
    void gradient_ofLogisticBits_isTheDerivative(Objective objective) {
        byte[][] states = states(N);
        for (int seed = 0; seed < 5; seed++) {
            double[] p = probabilities(AutoregressiveTest.random(N, 2.0, seed), states);
            Parametric<?> q = CentredLogistic.of(
                    AutoregressiveTest.random(N, 1.0, 100 + seed), new double[] {0.3, 0.6, 0.5, 0.2});
            checkGradient(objective, q, p, states);
        }
    }

    @ParameterizedTest
    @EnumSource
    void gradient_ofAMixture_isTheDerivative(Objective objective) {
        byte[][] states = states(N);
        for (int seed = 0; seed < 5; seed++) {
            double[] p = probabilities(AutoregressiveTest.random(N, 2.0, seed), states);
            checkGradient(objective, new SoftmaxMixture(BernoulliMixtureTest.random(3, N, 100 + seed)), p, states);
        }
    }

    /**
     * All batches of two draws of p and two of q, with their probabilities. The mean of the batch in the place of the
     * baseline makes the expectation (K - 1) / K = 1/2 of the gradient; that of the acceptance rate is divided by the
     * batch's own rate, so its logarithm is compared without that division.
     */
    @ParameterizedTest
    @EnumSource(names = {"REVERSE_KL", "ACCEPTANCE_RATE"})
    void gradientOfABatch_hasTheDirection_inExpectation(Objective objective) {
        byte[][] states = states(2);
        double[] p = probabilities(AutoregressiveTest.random(2, 2.0, 1), states);
        Parametric<?> q = CentredLogistic.of(AutoregressiveTest.random(2, 1.0, 2), new double[] {0.5, 0.5});
        double[] present = probabilities(q.distribution(), states);
        double[] log = logWeights(p, present);
        double[] expected = gradient(objective, q, p, states);
        double exact = AcceptanceRate.weighted(log, p, log, present).acceptance();
        double[] mean = new double[expected.length];
        for (int batch = 0; batch < 256; batch++) {
            int[] x = {batch & 3, batch >> 2 & 3, batch >> 4 & 3, batch >> 6 & 3};
            double probability = p[x[0]] * p[x[1]] * present[x[2]] * present[x[3]];
            Objective.Draws ofTarget = Objective.Draws.of(new double[] {log[x[0]], log[x[1]]});
            Objective.Draws ofProposal = Objective.Draws.of(new double[] {log[x[2]], log[x[3]]});
            objective.weigh(ofTarget, ofProposal);
            byte[][] drawn = {states[x[2]], states[x[3]]};
            double[] gradient = q.gradient(drawn, ofProposal.weights);
            double rate = Arrays.stream(AcceptanceRate.acceptanceTerms(
                            ofTarget.logWeights, ofTarget.probabilities, ofProposal.logWeights))
                    .average()
                    .orElseThrow();
            for (int k = 0; k < mean.length; k++) {
                double factor = objective == Objective.ACCEPTANCE_RATE ? rate / exact : 1.0;
                mean[k] += probability * factor * gradient[k];
            }
        }
        for (int k = 0; k < mean.length; k++) {
            assertThat(mean[k]).isCloseTo(0.5 * expected[k], within(1e-13));
        }
    }

    /** Where nothing is accepted, nothing tells where to go. */
    @Test
    void acceptanceRate_withoutAcceptedPairs_hasNoGradient() {
        Objective.Draws ofTarget = Objective.Draws.of(new double[] {5.0, 6.0});
        Objective.Draws ofProposal = Objective.Draws.of(new double[] {1.0, Double.NEGATIVE_INFINITY});
        Objective.ACCEPTANCE_RATE.weigh(ofTarget, ofProposal);
        assertThat(ofProposal.weights).containsExactly(0.0, 0.0);
        assertThat(ofTarget.weights).containsExactly(0.0, 0.0);
    }

    @Test
    void reverseDivergence_ofAnImpossibleDraw_isRefused() {
        Objective.Draws ofTarget = Objective.Draws.of(new double[] {0.0, 0.0});
        Objective.Draws ofProposal = Objective.Draws.of(new double[] {1.0, Double.NEGATIVE_INFINITY});
        assertThatThrownBy(() -> Objective.REVERSE_KL.weigh(ofTarget, ofProposal))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("must be finite: log p of a draw of q; this target forbids states, so use ACCEPTANCE_RATE");
        assertThatThrownBy(() -> Objective.LOWER_BOUND.weigh(ofTarget, ofProposal))
                .isInstanceOf(IllegalStateException.class);
    }
}

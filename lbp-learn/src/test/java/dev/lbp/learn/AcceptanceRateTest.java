package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.BernoulliModel;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class AcceptanceRateTest {

    private static final int N = 5;

    private static double[] probabilities(Autoregressive q) {
        return IntStream.range(0, 1 << N)
                .mapToDouble(code -> Math.exp(q.logProb(AutoregressiveTest.state(N, code))))
                .toArray();
    }

    private static double[] logWeights(double[] p, double[] q) {
        return IntStream.range(0, p.length)
                .mapToDouble(x -> Math.log(p[x] / q[x]))
                .toArray();
    }

    @Test
    void allStates_giveTheRate_byEachOfItsDefinitions() {
        for (long seed = 0; seed < 20; seed++) {
            double[] p = probabilities(AutoregressiveTest.random(N, 2.0, seed));
            double[] q = probabilities(AutoregressiveTest.random(N, 1.0, seed + 100));
            double[] log = logWeights(p, q);
            AcceptanceRate rate = AcceptanceRate.weighted(log, p, log, q);
            double least = 0.0;
            double variation = 0.0;
            double divergence = 0.0;
            for (int x = 0; x < p.length; x++) {
                divergence += (p[x] - q[x]) * Math.log(p[x] / q[x]);
                for (int y = 0; y < p.length; y++) {
                    double forth = p[x] * q[y];
                    double back = p[y] * q[x];
                    least += forth * Math.min(1.0, back / forth);
                    variation += Math.abs(forth - back) / 2.0;
                }
            }
            assertThat(rate.acceptance()).isCloseTo(least, within(1e-12)).isCloseTo(1.0 - variation, within(1e-12));
            assertThat(rate.divergence()).isCloseTo(divergence, within(1e-12));
            assertThat(rate.lowerBound())
                    .isCloseTo(1.0 - Math.sqrt(divergence / 2.0), within(1e-12))
                    .isLessThanOrEqualTo(rate.acceptance());
            double secondMoment = IntStream.range(0, p.length)
                    .mapToDouble(x -> p[x] * p[x] / q[x])
                    .sum();
            assertThat(rate.importanceEss()).isCloseTo(1.0 / secondMoment, within(1e-12));
        }
    }

    /** All weights are equal, so every pair is a tie. */
    @Test
    void aProposalThatIsTheTarget_isAlwaysAccepted() {
        AcceptanceRate rate = AcceptanceRate.estimate(new double[] {3.0, 3.0}, new double[] {3.0, 3.0, 3.0});
        assertThat(rate).isEqualTo(new AcceptanceRate(1.0, 0.0, 1.0, 1.0));
    }

    /** By hand: of the four pairs (p, q) one has xi > 1, one xi = 1, two xi < 1. */
    @Test
    void fewWeights_giveTheCounts_ofPairs() {
        AcceptanceRate rate = AcceptanceRate.estimate(new double[] {1.0, 2.0}, new double[] {2.0, 0.0});
        assertThat(rate.acceptance()).isCloseTo((2.0 * 1.0 + 1.0) / 4.0, within(1e-15));
    }

    @Test
    void impossibleDraws_countAsRejected() {
        AcceptanceRate rate = AcceptanceRate.estimate(new double[] {0.0}, new double[] {Double.NEGATIVE_INFINITY, 1.0});
        assertThat(rate.acceptance()).isEqualTo(1.0);
        assertThat(rate.divergence()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(rate.lowerBound()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(rate.importanceEss()).isEqualTo(0.5);
    }

    /** 20,000 draws of each: a standard error of at most .005; the bound is five of them (1e-6). */
    @Test
    void estimate_ofAModel_isNearTheExactRate() {
        double[] logits = {0.5, -1.0, 0.3, 1.5, 0.0};
        BernoulliModel model = BernoulliModel.of(
                Arrays.stream(logits).map(z -> 1.0 / (1.0 + Math.exp(-z))).toArray());
        Autoregressive same = Autoregressive.of(logits, new double[][] {{}, {0}, {0, 0}, {0, 0, 0}, {0, 0, 0, 0}});
        Autoregressive q = AutoregressiveTest.random(N, 1.0, 3);
        double[] p = probabilities(same);
        double[] log = logWeights(p, probabilities(q));
        double exact = AcceptanceRate.weighted(log, p, log, probabilities(q)).acceptance();
        byte[][] draws = AutoregressiveTest.draws(same, 20_000, 7);
        assertThat(AcceptanceRate.estimate(model, q, draws, 8).acceptance()).isCloseTo(exact, within(0.025));
        assertThat(AcceptanceRate.estimate(model, same, draws, 8).divergence()).isCloseTo(0.0, within(1e-9));
    }

    @Test
    void badInput_isRefused() {
        assertThatThrownBy(() -> AcceptanceRate.estimate(new double[0], new double[1]))
                .hasMessage("must be >= 1: ofTarget.length=0");
        assertThatThrownBy(() -> AcceptanceRate.estimate(new double[1], new double[] {Double.NaN}))
                .hasMessage("must be finite or -Infinity: ofProposal[0]=NaN");
        double[] infinite = {0.0, Double.POSITIVE_INFINITY};
        assertThatThrownBy(() -> AcceptanceRate.estimate(infinite, infinite))
                .hasMessage("must be finite or -Infinity: ofProposal[1]=Infinity");
        assertThatThrownBy(() -> AcceptanceRate.estimate(new double[] {Double.NEGATIVE_INFINITY}, new double[1]))
                .hasMessage("must be finite or Infinity: ofTarget[0]=-Infinity");
        BernoulliModel model = BernoulliModel.of(new double[] {0.5, 0.5, 0.5, 0.5});
        Autoregressive q = AutoregressiveTest.random(N, 1.0, 3);
        byte[][] draws = AutoregressiveTest.draws(q, 2, 7);
        assertThatThrownBy(() -> AcceptanceRate.estimate(model, q, draws, 1))
                .hasMessage("must have length 4: q.length=5");
    }

    /** A distribution of one answer for all states. */
    private record Answering(double answer) implements StateDistribution {

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public double draw(UniformRandomProvider random, byte[] state) {
            return answer;
        }

        @Override
        public double logProb(byte[] state) {
            return answer;
        }
    }

    @Test
    void answersThatAreNoScores_areRefused() {
        byte[][] draws = new byte[2][N];
        EnergyModel flat = EnergyModels.of(N, x -> 0.0);
        assertThatThrownBy(() -> AcceptanceRate.estimate(flat, new Answering(Double.POSITIVE_INFINITY), draws, 1))
                .hasMessage("must be finite or -Infinity: q.logProb()=Infinity");
        assertThatThrownBy(() -> AcceptanceRate.estimate(flat, new Answering(Double.NEGATIVE_INFINITY), draws, 1))
                .hasMessage("must score its own draw as possible: q.logProb()=-Infinity");
        EnergyModel endless = EnergyModels.of(N, x -> Double.POSITIVE_INFINITY);
        assertThatThrownBy(() -> AcceptanceRate.estimate(endless, new Answering(0.0), draws, 1))
                .hasMessage("must be finite or -Infinity: model.logProb()=Infinity");
        EnergyModel impossible = EnergyModels.of(N, x -> Double.NEGATIVE_INFINITY);
        assertThatThrownBy(() -> AcceptanceRate.estimate(impossible, new Answering(0.0), draws, 1))
                .hasMessage("must be possible under the model: draws[0]=-Infinity");
    }
}

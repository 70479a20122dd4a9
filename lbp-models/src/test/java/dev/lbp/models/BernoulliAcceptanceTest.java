package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ChainBatch;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Independent sites of p = q or 1 - q. In equilibrium each is at its unlikely value with probability q, whatever the
 * others do, so that a random walk that flips R sites, k of them from unlikely to likely, is accepted with probability
 * {@code min(1, (q/(1-q))^(R-2k))} and k is binomial: the acceptance rate is a staircase in R, and known exactly.
 */
class BernoulliAcceptanceTest {

    private static final int N = 800;
    private static final int CHAINS = 64;

    private static double staircase(int scale, double q) {
        BinomialDistribution unlikely = BinomialDistribution.of(scale, q);
        double rate = 0.0;
        for (int k = 0; k <= scale; k++) {
            rate += unlikely.probability(k) * Math.min(1.0, Math.pow(q / (1 - q), scale - 2 * k));
        }
        return rate;
    }

    /** The mean acceptance probability of chains that start in equilibrium, and its standard error. */
    private static ChainMeans acceptance(Sampler sampler, PaperConfiguration configuration, long seed, int steps) {
        BernoulliModel model = BernoulliModel.twoValued(N, configuration, seed);
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] p = model.probabilities();
        byte[][] initial = new byte[CHAINS][N];
        for (byte[] state : initial) {
            for (int i = 0; i < N; i++) {
                state[i] = (byte) (rng.nextDouble() < p[i] ? 1 : 0);
            }
        }
        ChainBatch batch = sampler.start(model, seed, initial);
        double[][] rates = new double[CHAINS][1];
        for (int t = 0; t < steps; t++) {
            batch.step();
            for (int c = 0; c < CHAINS; c++) {
                rates[c][0] += batch.lastStep(c).acceptanceProbability() / steps;
            }
        }
        return ChainMeans.ofChains(rates);
    }

    @ParameterizedTest
    @CsvSource({
        "C1, 4, 0.3125",
        "C2, 2, 0.300",
        "C3, 2, 0.100",
        "C2, 1, 0.300",
        "C2, 3, 0.12150",
        "C1, 1, 0.5",
        "C3, 7, 0"
    })
    void sample_randomWalk_isAcceptedAsTheStaircaseSays(PaperConfiguration configuration, int scale, double known) {
        double q = configuration == PaperConfiguration.C1 ? 0.25 : configuration == PaperConfiguration.C2 ? 0.15 : 0.05;
        double exact = staircase(scale, q);
        assertThat(exact).isCloseTo(known, within(5e-4));
        acceptance(Samplers.rwm().scale(scale).build(), configuration, 77L, 2_000)
                .assertMeansAre(new double[] {exact});
    }

    /** w(q) / w(1 - q) is the same for both weights: one proposal, so one acceptance rate. */
    @ParameterizedTest
    @CsvSource({"C1, 31", "C2, 71", "C3, 101"})
    void sample_sqrtAndBarker_areAcceptedAlike(PaperConfiguration configuration, int scale) {
        ChainMeans sqrt = acceptance(
                Samplers.lbp().weight(WeightFunction.SQRT).scale(scale).build(), configuration, 5L, 500);
        ChainMeans barker = acceptance(
                Samplers.lbp().weight(WeightFunction.BARKER).scale(scale).build(), configuration, 6L, 500);
        sqrt.assertAgreesWith(barker);
        assertThat(Math.abs(sqrt.mean()[0] - barker.mean()[0])).isLessThan(0.02);
    }
}

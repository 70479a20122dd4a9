package dev.lbp.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.FDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The F ratios of sites: what they find, and how often they cry out for nothing. */
class ChainAgreementTest {

    private static SamplingRun fairBits(int sites, int chains, int draws, long seed) {
        return Samplers.gibbs()
                .build()
                .sample(SpinLine.flat(sites))
                .chains(chains)
                .warmup(1)
                .draws(draws)
                .seed(seed);
    }

    /** Independent draws: F ratios have the F distribution, as far as means of 20 or 30 bits are normal. */
    @ParameterizedTest
    @CsvSource({"2, 640", "4, 640", "8, 1000", "4, 33"})
    void fRatios_independentDraws_haveTheFDistribution(int chains, int draws) {
        int sites = 2_000;
        double[] ratios = fairBits(sites, chains, draws, 7L).run().fRatios();
        int batches = draws / Math.max(1, draws / 32);
        FDistribution law = FDistribution.of(chains - 1.0, chains * (batches - 1.0));
        for (double level : new double[] {0.5, 0.1, 0.01}) {
            double quantile = law.inverseSurvivalProbability(level);
            long above = Arrays.stream(ratios).filter(f -> f > quantile).count();
            // A binomial count of 2,000 sites. 5 standard deviations, and a tenth of the level for means that are not
            // quite
            // normal: outside with probability below 6e-7 for each of the 12 counts.
            double expected = sites * level;
            assertThat((double) above)
                    .as("level %s", level)
                    .isCloseTo(expected, within(5 * Math.sqrt(expected * (1 - level)) + 0.1 * expected));
        }
    }

    /**
     * Runs whose chains agree: by independent draws; by a walk whose correlation time, 10 draws, is a twentieth of a
     * batch; of many short chains; of draws so few that a batch is one.
     */
    @Test
    void siteDisagreements_chainsThatAgree_areNone() {
        for (long seed = 0; seed < 5; seed++) {
            assertThat(fairBits(1_000, 4, 640, seed).run().siteDisagreements()).isEmpty();
            assertThat(fairBits(200, 100, 64, seed).run().siteDisagreements()).isEmpty();
            assertThat(fairBits(1_000, 2, 32, seed).run().siteDisagreements()).isEmpty();
            SamplingRun walk = Samplers.rwm()
                    .scale(5)
                    .build()
                    .sample(SpinLine.flat(100))
                    .chains(8)
                    .warmup(1)
                    .draws(6_400)
                    .seed(seed);
            assertThat(walk.run().siteDisagreements()).isEmpty();
        }
        // 20 runs at 1e-4 each, the walks at 2e-4, since batches of 20 correlation times miss 5 % of the variance: 3e-3
        // in all.
    }

    /** Ones so rare that a site has about 8 of them in all: those of the same chain by chance are no disagreement. */
    @ParameterizedTest
    @CsvSource({"4, 2000", "8, 1000", "100, 80"})
    void siteDisagreements_rareOnes_areNone(int chains, int draws) {
        EnergyModel rare = SpinLine.independent(1_000, -3.5); // P(x = 1) = 1 / (1 + e^7) = 9.1e-4
        int alarms = 0;
        for (long seed = 0; seed < 3; seed++) {
            alarms += Samplers.gibbs()
                            .build()
                            .sample(rare)
                            .chains(chains)
                            .warmup(1)
                            .draws(draws)
                            .seed(seed)
                            .run()
                            .siteDisagreements()
                            .isEmpty()
                    ? 0
                    : 1;
        }
        assertThat(alarms).isZero(); // at 3e-3 a run at the most: false failure below 0.01
    }

    /**
     * As docs/adr/0014 has them: by SciPy, {@code f.isf(1e-4 / 784, C - 1, 31 * C)}, for 2 and 4 chains, else by rare
     * ones.
     */
    @ParameterizedTest
    @CsvSource({"2, 35.58", "4, 13.38", "8, 8.63", "100, 4.45"})
    void bound_32BatchesOf784Sites_isTheLargerOfTheTwo(int chains, double bound) {
        assertThat(ChainAgreement.bound(chains, 31 * chains, 784)).isCloseTo(bound, within(0.005));
    }

    private static byte[][] zerosThenOnes(int sites) {
        byte[][] initial = new byte[4][sites];
        Arrays.fill(initial[2], (byte) 1);
        Arrays.fill(initial[3], (byte) 1);
        return initial;
    }

    @Test
    void siteDisagreements_constantWithinChainsButNotBetween_areInfinite() {
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(SpinLine.locked(20))
                .initial(zerosThenOnes(20))
                .draws(200)
                .run();
        assertThat(result.fRatios()).containsOnly(Double.POSITIVE_INFINITY);
        assertThat(result.siteDisagreements())
                .hasSize(5)
                .allSatisfy(at -> assertThat(at.marginals()).containsExactly(0, 0, 1, 1));
        assertThat(result.summary())
                .contains("not shown to have mixed")
                .contains("20 sites differ between chains (F ratio above ")
                .contains("most of all these 5.\n- Site 0: P(x = 1) from 0.000 to 1.000, F = infinity.\n- Site 1: ");
    }

    @Test
    void siteDisagreements_constantInAllChains_areNone() {
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(SpinLine.locked(20))
                .initial(new byte[4][20])
                .draws(200)
                .run();
        assertThat(result.fRatios()).containsOnly(Double.NaN);
        assertThat(result.siteDisagreements()).isEmpty();
    }

    /** What the caller holds at another value in each chain is no disagreement. */
    @Test
    void siteDisagreements_frozenSites_areLeftOut() {
        boolean[] frozen = new boolean[50];
        frozen[3] = true;
        SampleResult result = fairBits(50, 4, 500, 1L)
                .initial(zerosThenOnes(50))
                .frozen(frozen)
                .warmup(10)
                .run();
        assertThat(result.fRatios()[3]).isNaN();
        assertThat(result.fRatios()[4]).isNotNaN();
        assertThat(result.siteDisagreements()).isEmpty();
    }

    @Test
    void fRatios_oneChainOrFewBatches_areNotANumber() {
        assertThat(fairBits(10, 1, 500, 1L).run().fRatios()).containsOnly(Double.NaN);
        assertThat(fairBits(10, 4, 8, 1L).run().fRatios()).containsOnly(Double.NaN);
        assertThat(fairBits(10, 4, 9, 1L).run().fRatios()).doesNotContain(Double.NaN);
    }

    @Test
    void summary_oneChain_saysWhatItCannotShow() {
        assertThat(fairBits(40, 1, 2_000, 1L).run().summary())
                .contains("1 chain, warm-up")
                .contains("verdict: mixed")
                .contains("One chain cannot show that chains from other starts agree with it");
    }
}

package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SiteDisagreement;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs whose traces look well mixed: some are, and of some the chains are in different modes, which only single sites
 * show.
 */
class SiteVerdictTest {

    private static final int CHAINS = 8;

    private static SampleResult run(Sampler sampler, EnergyModel model, int draws, long seed) {
        return sampler.sample(model)
                .chains(CHAINS)
                .warmup(1_000)
                .draws(draws)
                .seed(seed)
                .run();
    }

    private static void print(String name, long seed, SampleResult result) {
        System.out.printf(
                "%-20s seed %2d: largest F %5.1f, R-hat %.4f, least ESS %5.0f, P(x_0 = 1) %.3f, %s%n",
                name,
                seed,
                Arrays.stream(result.fRatios()).max().orElseThrow(),
                result.rHat(),
                result.effectiveSampleSize(),
                result.marginals()[0],
                result.summary().contains("verdict: mixed") ? "mixed" : "not shown to have mixed");
    }

    private static void assertSeen(int draws, long seed) {
        SampleResult result = run(Samplers.lbp().build(), TwoModes.rbm(), draws, seed);
        print("RBM of two modes", seed, result);
        assertThat(result.siteDisagreements())
                .hasSize(5)
                .extracting(SiteDisagreement::site)
                .allMatch(site -> site < TwoModes.SITES);
        assertThat(result.summary())
                .contains("verdict: not shown to have mixed.")
                .contains("sites differ between chains");
    }

    /**
     * The hidden unit of the modes changes about once in 15,000 steps, so 8 chains of 2,000 draws are in one mode each
     * for most of the time. They begin in either by fair coins: all in the same one, in which case nothing would show,
     * with probability 2^-7.
     */
    @Test
    void run_chainsInTwoModesOfAnRbm_isNotMixed() {
        assertSeen(2_000, 1L);
    }

    @Test
    @Tag("slow")
    void run_chainsInTwoModesOfAnRbm_isNotMixedAtTenSeeds() {
        for (long seed = 1; seed <= 10; seed++) {
            assertSeen(4_000, seed);
        }
    }

    /**
     * The targets of the README and of the quickstart: no site differs in 40 runs. A false alarm in one has probability
     * 4e-3.
     */
    @Test
    @Tag("slow")
    void run_lattices_haveNoSiteThatDiffersAtTenSeeds() {
        EnergyModel readme =
                IsingModel.lattice(50, 50).coupling(0.15).field(0.1).build();
        EnergyModel quickstart = IsingModel.paper(50, PaperConfiguration.C2, 1);
        for (long seed = 1; seed <= 10; seed++) {
            for (Sampler sampler :
                    new Sampler[] {Samplers.lbp().build(), Samplers.gibbs().build()}) {
                String kind = sampler.toString().substring(0, 3);
                SampleResult first = run(sampler, readme, 5_000, seed);
                print("README, " + kind, seed, first);
                assertThat(first.siteDisagreements()).isEmpty();
                SampleResult second = run(sampler, quickstart, 5_000, seed);
                print("quickstart, " + kind, seed, second);
                assertThat(second.siteDisagreements()).isEmpty();
            }
        }
    }
}

package dev.lbp.experiments.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.cli.data.SyntheticRegressions;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import org.junit.jupiter.api.Test;

/**
 * Columns in blocks of correlation 0.9, two of the true ones with a copy: a chain of single flips stays with the copy
 * that it found first. The seeds are fixed, so nothing here fails by chance.
 */
class CopiesTest {

    private static final LocalEnergyModel MODEL = model();

    private static LocalEnergyModel model() {
        SyntheticRegressions data = SyntheticRegressions.genotypes(300, 200, 2.0, 1L);
        return VariableSelection.linear(data.x(), data.y())
                .inclusion(Inclusion.expectedSize(10))
                .allowDuplicates()
                .model();
    }

    private static SamplingRun run(double swaps, int chains, int draws) {
        return Samplers.lbp()
                .scale(1)
                .swaps(swaps)
                .build()
                .sample(MODEL)
                .chains(chains)
                .warmup(1_000)
                .draws(draws)
                .threads(1)
                .conditionals();
    }

    @Test
    void singleFlips_neverPassToACopy_andTheVerdictSaysSo() {
        assertThat(run(0.0, 4, 5_000).seed(1L).run().summary()).contains("not shown to have mixed");
    }

    /**
     * A quarter of the steps are swaps, which choose one of 11 variables and then one of two copies: a share of 24,000
     * draws has a standard error of about 0.032. Chains that keep to a copy differ by more than a half.
     */
    @Test
    void swaps_letChainsAgree() {
        assertThat(run(0.25, 4, 10_000).seed(1L).run().summary()).contains("mixed (R-hat");
        double[] first = marginals(1L);
        for (long seed = 2; seed <= 4; seed++) {
            assertThat(marginals(seed)).containsExactly(first, within(0.16));
        }
    }

    private static double[] marginals(long seed) {
        return run(0.25, 1, 24_000)
                .seed(seed)
                .run()
                .conditionals()
                .orElseThrow()
                .marginals();
    }
}

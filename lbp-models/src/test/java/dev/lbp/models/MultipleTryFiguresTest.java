package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.MultipleTryBuilder;
import dev.lbp.Samplers;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Acceptance and jumps of multiple-try Metropolis on 800 independent sites; the slow test prints the table of
 * docs/results/figures.md.
 */
class MultipleTryFiguresTest {

    private static final EnergyModel MODEL = BernoulliModel.twoValued(800, PaperConfiguration.C2, 1);

    private static SampleResult run(int tries, boolean plain, int scale, int warmup, int draws) {
        MultipleTryBuilder builder = Samplers.multipleTry(tries);
        SampleResult result = (plain ? builder.plain() : builder)
                .scale(scale)
                .build()
                .sample(MODEL)
                .chains(4)
                .warmup(warmup)
                .draws(draws)
                .seed(7)
                .run();
        System.out.println(String.format(
                Locale.ROOT,
                "%d tries%s, R=%d: acceptance %.3f, EJD %.2f, ESS of Hamming per 10^6 scores %.0f",
                tries,
                plain ? ", plain" : "",
                scale,
                result.acceptanceRate(),
                result.expectedJumpDistance(),
                1e6 * result.effectiveSampleSize("hamming") / (4.0 * draws * (2 * tries - 1))));
        return result;
    }

    /**
     * Single flips, beside an independent prototype. Over 4 x 20,000 steps acceptance was within .002 of it; the
     * tolerance is for 4 x 2,000 correlated steps.
     */
    @ParameterizedTest
    @CsvSource({"1, .300, .300", "4, .614, .659", "16, .439, .855"})
    void acceptance_isThatOfThePrototype(int tries, double plain, double balanced) {
        assertThat(run(tries, true, 1, 6_000, 2_000).acceptanceRate()).isCloseTo(plain, within(0.03));
        assertThat(run(tries, false, 1, 6_000, 2_000).acceptanceRate()).isCloseTo(balanced, within(0.03));
    }

    @Tag("slow")
    @Test
    void jumps_haveAMaximumInTheScale() {
        for (int tries : new int[] {1, 4, 16, 64}) {
            run(tries, true, 1, 4_000, 10_000);
            double longest = run(tries, false, 1, 4_000, 10_000).expectedJumpDistance();
            double last = longest;
            for (int scale : new int[] {2, 3, 4, 5, 6, 8, 10, 14}) {
                last = run(tries, false, scale, 3_000, 3_000).expectedJumpDistance();
                longest = Math.max(longest, last);
            }
            assertThat(last).isLessThan(0.75 * longest);
        }
    }
}

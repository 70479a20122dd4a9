package dev.lbp.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.diagnostics.MonteCarloError;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences of a summary, which must be true as they are printed. */
class SummaryTest {

    @ParameterizedTest
    @CsvSource({
        "1.0104, 1.01, 3, 1.0104",
        "1.0123, 1.01, 3, 1.012",
        "1.01000002, 1.01, 3, 1.01000002",
        "399.96, 400, 0, 399.96",
        "399.6, 400, 0, 399.6",
        "12.3, 400, 0, 12",
        "Infinity, 1.01, 3, Infinity"
    })
    void text_valueNearItsBound_hasTheDigitsThatTellThemApart(double value, double bound, int decimals, String text) {
        assertThat(Verdict.text(value, bound, decimals)).isEqualTo(text);
    }

    private static String summary(EnergyModel model) {
        return summary(Samplers.lbp().build(), model);
    }

    private static String summary(Sampler sampler, EnergyModel model) {
        return sampler.sample(model)
                .initial(new byte[4][model.dimension()])
                .warmup(200)
                .draws(100)
                .run()
                .summary();
    }

    /** The errors of the means, each of its own trace: with 3 decimals, or as many as show two digits. */
    @Test
    void table_hasTheErrorOfEachMean() {
        SampleResult result = Samplers.rwm()
                .build()
                .sample(SpinLine.of(9))
                .draws(2_000)
                .seed(2)
                .track("first", x -> x[0])
                .track("large", x -> 5_000 * x[0])
                .track("small", x -> 1e-4 * x[1])
                .track("tiny", x -> 1e-12 * x[1])
                .track("same", x -> 5.0)
                .run();
        List<String> table = result.summary()
                .lines()
                .dropWhile(line -> !line.startsWith("trace "))
                .limit(8)
                .toList();
        assertThat(table.get(0))
                .isEqualTo("trace                  mean      error           sd   ESS bulk   ESS tail    R-hat");
        for (String row : table.subList(1, 7)) {
            String[] fields = row.split(" +");
            double error = MonteCarloError.ofMean(result.traces().get(fields[0]));
            assertThat(result.statistics(fields[0]).meanError()).isEqualTo(error);
            assertThat(Double.parseDouble(fields[2])).isCloseTo(error, withinPercentage(5.0));
            assertThat(row).hasSameSizeAs(table.get(0));
        }
        assertThat(table.get(3)).containsPattern("^first +0\\.\\d{3} +0\\.0\\d{2} ");
        assertThat(table.get(4)).containsPattern("^large +\\d+\\.\\d{3} +\\d{2}\\.\\d{3} ");
        assertThat(table.get(5)).containsPattern("^small +0\\.000 +0\\.00000\\d{2} ");
        assertThat(table.get(6)).containsPattern("^tiny +0\\.000 +\\d\\.\\de-14 ");
        assertThat(table.get(7)).startsWith("same                  5.000        NaN        0.000        NaN");
    }

    /** Every neighbour is impossible. */
    @Test
    void note_noStepAccepted_saysThatChainsStandStill() {
        EnergyModel even = EnergyModels.of(8, x -> {
            int ones = 0;
            for (byte bit : x) {
                ones += bit;
            }
            return ones % 2 == 0 ? 0.0 : Double.NEGATIVE_INFINITY;
        });
        assertThat(summary(even))
                .contains("note: acceptance is 0.0000 at R = 1: the chains stand still.")
                .doesNotContain("as is normal");
    }

    /**
     * Sites with log-odds of 4 each: a random walk is accepted in 4 % of its single flips, and not in 23 % as it should
     * be.
     */
    @Test
    void note_singleFlipsOftenRejected_saysThatThisIsNormal() {
        assertThat(summary(Samplers.rwm().build(), SpinLine.independent(10, 2.0)))
                .contains("single flips are often rejected, as is normal on strongly coupled targets")
                .doesNotContain("stand still");
    }

    /** The README's target of its own. Its log-probability is at its largest value in a third of all draws. */
    @Test
    void verdict_targetOfTheReadme_isMixedAndHasATail() {
        EnergyModel target = EnergyModels.of(20, x -> {
            int ones = 0;
            for (byte bit : x) {
                ones += bit;
            }
            return -0.5 * (ones - 7) * (ones - 7);
        });
        String summary =
                Samplers.lbp().build().sample(target).draws(4_000).run().summary();
        assertThat(summary).contains("verdict: mixed").doesNotContain("NaN");
    }

    /** R is 1 where there is one site, however often it is accepted. */
    @Test
    void note_oneSite_isNone() {
        assertThat(summary(EnergyModels.of(1, x -> 3.0 * x[0]))).doesNotContain("note: acceptance");
    }
}

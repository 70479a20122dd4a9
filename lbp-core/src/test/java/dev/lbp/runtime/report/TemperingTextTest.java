package dev.lbp.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What summaries and verdicts say of parallel tempering. */
class TemperingTextTest {

    private static SampleResult run;

    @BeforeAll
    static void sample() {
        run = Samplers.gibbs()
                .build()
                .sample(SpinLine.independent(6, 0.2))
                .draws(4_000)
                .run();
        assertThat(Verdict.of((ReportedRun) run).finding()).isEqualTo(Verdict.Finding.MIXED);
    }

    private static String line(TemperingResult ladder) {
        return new TemperingText(ladder, "scale R", 1.0).line();
    }

    private static List<String> doubts(TemperingResult ladder) {
        return new TemperingText(ladder, "scale R", 1.0).doubts();
    }

    /**
     * The barrier is 13 - 4.83 = 8.17. With 5 pairs of 0.36, 5 of 0.35, 2 of 0.34 and one of 0.6, sum r / (1 - r) is
     * 22.72, and 24,000 / (2 + 45.45) round trips are expected.
     */
    @Test
    void line_ladderOfALattice_isThatOfThePage() {
        assertThat(line(Ladders.lattice()))
                .isEqualTo(
                        "tempering: 14 replicas, R 95 to 3.5, swaps accepted 0.34 to 0.60, barrier 8.2 (about 18 replicas"
                                + " would be best), 36 round trips of 506 expected; log Z 310.44 +- 0.15");
    }

    /** 100 / (2 + 2 / 3) round trips; the barrier 0.25 asks for 1.5 replicas. */
    @Test
    void line_shortestLadder_hasNeitherRangesNorAdvice() {
        assertThat(line(Ladders.shortest()))
                .isEqualTo(
                        "tempering: 2 replicas, swaps accepted 0.75, barrier 0.25, 1 round trip of 38 expected; log Z -2.500"
                                + " +- 0.012");
    }

    @Test
    void line_timeSteps_areCalledTau() {
        assertThat(new TemperingText(Ladders.lattice(), "time step tau", 1.0).line())
                .contains(", tau 95 to 3.5,");
    }

    /** Gibbs sampling has the same number of sites at each slot, which is no news. */
    @Test
    void line_sameScaleEverywhere_doesNotNameIt() {
        assertThat(line(Ladders.withScales(256, 0.0))).startsWith("tempering: 14 replicas, swaps accepted");
        assertThat(line(Ladders.withScales(Double.NaN, 0.0))).startsWith("tempering: 14 replicas, swaps accepted");
    }

    @ParameterizedTest
    @CsvSource({
        "310.4381, 0.1512, 310.44 +- 0.15",
        "310.4381, 0.0099, 310.4381 +- 0.0099",
        "-31.25, 12.5, -31 +- 13",
        "2.5, 1e-9, '2.500000, error below 4.2e-05, 1 / draws'",
        "2.5, 0, '2.500000, error below 4.2e-05, 1 / draws'",
        "2.5, NaN, '2.500, without an error'",
        "-Infinity, NaN, '-Infinity, without an error'"
    })
    void logZ_hasTwoDigitsOfItsError(double logZ, double error, String text) {
        assertThat(new TemperingText(Ladders.withLogZ(logZ, error, logZ, logZ), "scale R", 1.0).logZ())
                .isEqualTo(text);
    }

    @Test
    void limits_errorBelowOneDraw_sayWhatDrawsCannotShow() {
        assertThat(new TemperingText(Ladders.withLogZ(2.5, 4e-5, 2.5, 2.5), "scale R", 1.0).limits())
                .contains("log Z is of the states that replicas met: a state that none of 24,000 draws of the reference"
                        + " and of each slot met is not in it, however probable.");
        assertThat(new TemperingText(Ladders.withLogZ(2.5, 5e-5, 2.5, 2.5), "scale R", 1.0).limits())
                .isEmpty();
    }

    @Test
    void doubts_ladderThatWorks_areNone() {
        assertThat(doubts(Ladders.lattice())).isEmpty();
        assertThat(doubts(Ladders.shortest())).isEmpty();
        assertThat(doubts(Ladders.withRestarts(10, 10, 10, 10))).isEmpty();
        assertThat(doubts(Ladders.withSwaps(0.1, 3, 4))).isEmpty();
        assertThat(doubts(Ladders.withLogZ(310.4, 0.1, 310.2, 310.59))).isEmpty();
        assertThat(doubts(Ladders.withLogZ(2.5, 0.0, 2.5, 2.5))).isEmpty();
    }

    @Test
    void doubts_fewRestartsInOneChain_nameItAndTheirNumber() {
        assertThat(doubts(Ladders.withRestarts(30, 9, 10, 50)))
                .containsExactly(
                        "Only 9 replicas came from the reference to beta 1 in chain 1, below 10: take more draws.");
        assertThat(doubts(Ladders.withRestarts(1, 9, 3, 50)))
                .containsExactly(
                        "Only 1 replica came from the reference to beta 1 in chain 0, below 10, and 2 other chains"
                                + " too: take more draws.");
        assertThat(doubts(Ladders.withRestarts(9, 0)))
                .containsExactly("No replica came from the reference to beta 1 in chain 1, below 10, and 1 other chain"
                        + " too: take more draws.");
    }

    /** Replicas that come through are as good as others, however few draws of the reference are possible. */
    @Test
    void impossibleReference_isNoDoubtAndAsksForAnother() {
        TemperingResult ladder = Ladders.withSwaps(0.08, 0);
        ladder.meanLogProb()[0] = Double.NEGATIVE_INFINITY;
        assertThat(doubts(ladder)).isEmpty();
        assertThat(new TemperingText(ladder, "scale R", 1.0).remarks())
                .containsExactly(
                        "Most draws of the reference are impossible: exchanges with it are accepted at a rate of"
                                + " 0.08. A reference with logits near the possible states, or fewer forbidden states, would give"
                                + " more restarts.");
        TemperingResult closed = Ladders.withSwaps(0.04, 0, 3);
        closed.meanLogProb()[0] = Double.NEGATIVE_INFINITY;
        assertThat(doubts(closed)).singleElement().asString().startsWith("Swaps between beta 0.23 and 0.30");
    }

    @Test
    void doubts_bothStonesInfinite_areApart() {
        double infinite = Double.POSITIVE_INFINITY;
        assertThat(doubts(Ladders.withLogZ(1e306, Double.NaN, infinite, infinite)))
                .singleElement()
                .asString()
                .contains("infinitely many errors apart");
    }

    /** A closed pair counts as 1 at most, however many replicas belong between its slots. */
    @Test
    void line_closedPair_namesNoBestNumber() {
        assertThat(new TemperingText(Ladders.withSwaps(0.04, 3), "scale R", 1.0).line())
                .containsPattern("barrier [\\d.]+ or more, ")
                .doesNotContain("would be best");
    }

    @Test
    void doubts_swapsSeldomAccepted_nameThePairAndTheRate() {
        assertThat(doubts(Ladders.withSwaps(0.04, 3)))
                .containsExactly("Swaps between beta 0.23 and 0.30 are accepted at a rate of 0.04, below 0.1: take more"
                        + " replicas, or more warm-up.");
        assertThat(doubts(Ladders.withSwaps(0.0999, 0, 12)))
                .containsExactly(
                        "Swaps between beta 0 and 0.070 are accepted at a rate of 0.0999, below 0.1, and 1 other"
                                + " pair too: take more replicas, or more warm-up.");
    }

    @Test
    void doubts_steppingStonesApart_giveBothEstimates() {
        assertThat(doubts(Ladders.withLogZ(310.4, 0.1, 310.2, 310.61)))
                .containsExactly(
                        "Stepping stones up the ladder give log Z 310.200, and down the ladder 310.610, 4.1 errors"
                                + " apart, above 4: take more replicas, or more draws.");
        assertThat(doubts(Ladders.withLogZ(310.4, 0.1, 310.61, 310.2))).hasSize(1);
        assertThat(doubts(Ladders.withLogZ(310.4, 0.1, Double.NEGATIVE_INFINITY, 310.2)))
                .hasSize(1);
        assertThat(doubts(Ladders.withLogZ(310.4, Double.NaN, 310.0, Double.POSITIVE_INFINITY)))
                .containsExactly(
                        "Stepping stones up the ladder give log Z 310.000, and down the ladder Infinity, infinitely many"
                                + " errors apart, above 4: take more replicas, or more draws.");
        assertThat(doubts(Ladders.withLogZ(310.4, Double.NaN, 310.0, 311.0))).isEmpty();
    }

    /** Parts move between slots that hardly overlap as a whole, where stepping stones have no mean to trust. */
    @Test
    void doubts_steppingStonesApart_needOverlapOfWholeStatesIfPartsMove() {
        TemperingResult parts = Ladders.withLogZ(310.4, 0.1, 310.2, 310.61);
        Arrays.fill(parts.exchangedShares(), 0.6);
        assertThat(doubts(parts)).singleElement().asString().startsWith("Stepping stones");
        parts.swapAcceptance()[0] = 0.049;
        assertThat(doubts(parts)).isEmpty();
        parts.meanLogProb()[0] = Double.NEGATIVE_INFINITY; // pair 0 does not count then
        assertThat(doubts(parts)).singleElement().asString().startsWith("Stepping stones");
    }

    @Test
    void verdict_ofATemperedRun_isThatOfItsTracesIfReplicasTravel() {
        Verdict verdict = Verdict.of(Ladders.with(run, Ladders.lattice()));
        assertThat(verdict).isEqualTo(Verdict.of((ReportedRun) run));
    }

    @Test
    void verdict_replicasThatDoNotTravel_isNotShown() {
        for (TemperingResult ladder : List.of(
                Ladders.withRestarts(10, 9, 10, 10),
                Ladders.withSwaps(0.09, 5),
                Ladders.withLogZ(310.4, 0.01, 310.3, 310.5))) {
            Verdict verdict = Verdict.of(Ladders.with(run, ladder));
            assertThat(verdict.finding()).isEqualTo(Verdict.Finding.TOO_LITTLE);
            assertThat(verdict.doubts()).isEqualTo(doubts(ladder)).hasSize(1);
        }
    }

    @Test
    void summary_ofATemperedRun_hasTheLineAndTheReasons() {
        String summary = new Summary(Ladders.with(run, Ladders.withSwaps(0.04, 3)), ReportTerms.NUMBERS).text();
        assertThat(summary)
                .containsSubsequence(
                        "\nlogProb ",
                        "\nhamming ",
                        "\ntempering: 14 replicas, R 95 to 3.5, swaps accepted 0.040 to 0.60, barrier 8.5",
                        "\nverdict: not shown to have mixed.",
                        "\n- Swaps between beta 0.23 and 0.30");
        assertThat(new Summary((ReportedRun) run, ReportTerms.NUMBERS).text()).doesNotContain("tempering");
    }
}

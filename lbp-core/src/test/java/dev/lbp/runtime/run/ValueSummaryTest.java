package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.MoveSpaces;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.TableMoves;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.ValueResult;
import org.junit.jupiter.api.Test;

/** What the summary of a run on moves says of its steps. */
class ValueSummaryTest {

    private static final TableMoves MODEL = TableMoves.random(MoveSpaces.permutations(4), 1.0, 5L);

    /**
     * Each number of the note against what it says: the labels drawn, those touched, and the rule for their product.
     */
    @Test
    void summary_ofMoves_comparesInformedAndBlindOnes() {
        TableMoves rough = TableMoves.random(MODEL.space(), 6.0, 5L);
        assertThat(summary(Samplers.pas().path(2).build(), MODEL))
                .contains(
                        "PAS, weight t/(t+1)",
                        "paths of 2 or 3 moves, acceptance ",
                        "it depends on the model whether pas() or rwm() mixes faster per second: try both.");
        TableMoves flat = TableMoves.random(MoveSpaces.permutations(5), 0.1, 5L); // a product of about 10
        assertThat(summary(Samplers.pas().path(2).build(), flat))
                .contains("where log-ratios cost nanoseconds, rwm() would mix faster per second.")
                .doesNotContain("low for this sampler");
        assertThat(summary(Samplers.rwm().scale(1).build(), flat)).contains("no sign that pas() would mix faster");
        assertThat(summary(Samplers.rwm().scale(1).build(), rough))
                .containsPattern(
                        "note: a uniform label is accepted with probability 0\\.\\d+ and a move touches \\d\\.\\d+"
                                + " labels, a product of 0\\.\\d+: where log-ratios cost nanoseconds, pas\\(\\) would mix faster")
                .contains("scale R 1.0");
        assertThat(summary(Samplers.pas().path(3).weight(WeightFunction.SQRT).build(), rough))
                .contains("; a shorter path wastes less of a rejected step; weight t/(t+1) varies less.")
                .contains("no sign that rwm() would mix faster per second.");
    }

    /** Advice that the settings follow already is not given. */
    @Test
    void summary_roughTargetWithSinglesOfBarker_advisesNeitherShorterPathsNorAnotherWeight() {
        assertThat(summary(Samplers.pas().path(1).build(), TableMoves.random(MODEL.space(), 6.0, 5L)))
                .contains("the sums of weights differ much between neighbouring states.");
    }

    /** A run without steps has no acceptance rate, and so no note about it. */
    @Test
    void summary_interruptedBeforeADraw_judgesNoSteps() {
        Thread.currentThread().interrupt();
        ValueResult result =
                Samplers.rwm().build().sample(MODEL).warmup(1_000_000).run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.summary())
                .contains("interrupted after 0 of")
                .doesNotContain("NaN", "uniform label", "is low");
    }

    /** A uniform move from the peak is accepted with probability e^-30, so that no step leaves it. */
    @Test
    void summary_rwmThatIsNeverAccepted_saysThatChainsHardlyMove() {
        TableMoves peak = new TableMoves(MODEL.space(), x -> x == 0 ? 30.0 : 0.0);
        int[] at = MODEL.space().states().get(0);
        ValueResult result = Samplers.rwm()
                .scale(1)
                .build()
                .sample(peak)
                .chains(1)
                .initial(new int[][] {at})
                .run();
        assertThat(result.summary())
                .contains("note: acceptance is 0.0000: the chains hardly move. Likely causes: few labels");
    }

    private static String summary(Sampler sampler, TableMoves model) {
        return sampler.sample(model).chains(2).warmup(10).draws(2_000).run().summary();
    }
}

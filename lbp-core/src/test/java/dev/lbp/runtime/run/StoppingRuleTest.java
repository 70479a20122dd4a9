package dev.lbp.runtime.run;

import static dev.lbp.Results.assertSame;
import static dev.lbp.Results.assertSameDraws;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Workers;
import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.diagnostics.RHat;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.run.StoppingRule.Measure;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that end when their traces are good enough, at the same draw whatever the threads. */
class StoppingRuleTest {

    private static final Sampler LBP = Samplers.lbp().build();
    private static final int MOST = 20_000;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static SamplingRun run(EnergyModel model) {
        return LBP.sample(model).chains(3).warmup(100).draws(MOST).seed(5).threads(1);
    }

    /** The definition of where a run looks: at a minimum, then at a fifth more, rounded up. */
    private static List<Integer> grid(int least) {
        List<Integer> grid = new ArrayList<>();
        for (int at = least; at < MOST; at += (int) Math.ceil(at / 5.0)) {
            grid.add(at);
        }
        grid.add(MOST);
        return grid;
    }

    private static boolean good(SampleResult whole, int draws) {
        return whole.traces().values().stream().allMatch(trace -> {
            double[][] start =
                    Arrays.stream(trace).map(row -> Arrays.copyOf(row, draws)).toArray(double[][]::new);
            return EffectiveSampleSize.bulk(start) >= 400 && RHat.of(start) <= 1.02;
        });
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void run_untilGood_endsAtTheFirstGoodDrawOfTheGrid(EnergyModel model) {
        SampleResult result = run(model).untilEss(400).untilRHat(1.02).run();
        assertThat(result.stopReason()).isEqualTo(StopReason.CONVERGED);
        assertThat(result.effectiveSampleSize()).isGreaterThanOrEqualTo(400);
        assertThat(result.rHat()).isLessThanOrEqualTo(1.02);
        assertThat(result.summary())
                .contains("note: converged after " + result.draws()
                        + " of 20000 draws: ESS at least 400, R-hat at most 1.02.");

        SampleResult whole = run(model).draws(result.draws()).run();
        assertSameDraws(whole, result);
        int first = grid(100).stream()
                .filter(at -> at <= whole.draws() && good(whole, at))
                .findFirst()
                .orElseThrow();
        assertThat(result.draws()).isEqualTo(first).isGreaterThan(100);
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void run_untilGood_anyNumberOfThreadsAndAnyLimit_drawsTheSame(EnergyModel model) {
        SampleResult one = run(model).thin(2).untilEss(300, "hamming").run();
        assertThat(one.stopReason()).isEqualTo(StopReason.CONVERGED);
        for (int threads : new int[] {2, 3}) {
            assertSame(
                    one,
                    run(model).thin(2).untilEss(300, "hamming").threads(threads).run());
        }
        assertSame(
                one, run(model).thin(2).untilEss(300, "hamming").draws(15_000).run());
    }

    private static double largestError(SampleResult result) {
        return Arrays.stream(result.conditionals().orElseThrow().errors()).max().orElseThrow();
    }

    /**
     * Runs that end at each draw of the grid by a bound that always holds have the errors that the rule reads there.
     */
    @Test
    void run_untilErrorsAreSmall_endsAtTheFirstGoodDrawOfTheGrid() {
        SampleResult result = run(SpinLine.of(16)).untilConditionalError(0.005).run();
        assertThat(result.stopReason()).isEqualTo(StopReason.CONVERGED);
        assertThat(largestError(result)).isLessThanOrEqualTo(0.005);
        assertThat(result.summary()).contains("of 20000 draws: errors of conditional marginals at most 0.005.");
        for (int draws : grid(100)) {
            SampleResult part = run(SpinLine.of(16))
                    .leastDraws(100)
                    .untilConditionalError(1e-9)
                    .draws(draws)
                    .run();
            assertThat(part.stopReason()).isEqualTo(StopReason.DRAWS);
            if (draws == result.draws()) {
                assertThat(largestError(part)).isEqualTo(largestError(result));
                break;
            }
            assertThat(largestError(part)).as("%d draws", draws).isGreaterThan(0.005);
        }
        assertSame(
                result,
                run(SpinLine.of(16)).untilConditionalError(0.005).threads(3).run());
    }

    /** Errors of sites that cannot change are NaN, and do not hold up a run. */
    @Test
    void run_untilErrorsAreSmall_nothingEverChanges_ends() {
        SampleResult result =
                run(SpinLine.locked(8)).untilConditionalError(0.01).run();
        assertThat(result.conditionals().orElseThrow().errors()).containsOnly(Double.NaN);
        assertThat(result.draws()).isEqualTo(100);
        assertThat(result.stopReason()).isEqualTo(StopReason.CONVERGED);
    }

    @Test
    void run_leastDraws_isWhereItLooksFirst() {
        SampleResult result = run(SpinLine.of(16)).untilEss(1).leastDraws(1_234).run();
        assertThat(result.draws()).isEqualTo(1_234);
    }

    @Test
    void run_leastDrawsAboveDraws_hasNotConverged() {
        SamplingRun run = run(SpinLine.of(16)).untilEss(1).leastDraws(501).draws(500);
        SampleResult result = run.run();
        assertThat(result.draws()).isEqualTo(500);
        assertThat(result.stopReason()).isEqualTo(StopReason.DRAWS);
        assertThat(result.summary())
                .contains("note: all draws are made, and not yet ESS at least 1 from 501 draws on.");
        assertThat(run.leastDraws(500).run().stopReason()).isEqualTo(StopReason.CONVERGED);
    }

    /** Fewer draws than the default least number: they are looked at when all are made. */
    @Test
    void run_fewDraws_looksAtTheLast() {
        SampleResult result = run(SpinLine.of(16)).untilEss(1).draws(50).run();
        assertThat(result.draws()).isEqualTo(50);
        assertThat(result.stopReason()).isEqualTo(StopReason.CONVERGED);
    }

    @Test
    void run_neverGoodEnough_makesAllDrawsAndSaysSo() {
        SampleResult result = run(SpinLine.of(16))
                .draws(300)
                .untilEss(1e9, "logProb", "hamming")
                .run();
        assertThat(result.stopReason()).isEqualTo(StopReason.DRAWS);
        assertThat(result.draws()).isEqualTo(300);
        assertThat(result.summary())
                .contains("note: all draws are made, and not yet ESS of logProb, hamming at least 1.0E9.");
    }

    /** The log-probability of a flat target is constant, and says nothing. */
    @Test
    void run_constantTrace_countsOnlyIfNamed() {
        assertThat(run(SpinLine.flat(16)).untilEss(200).run().stopReason()).isEqualTo(StopReason.CONVERGED);
        assertThat(run(SpinLine.flat(16))
                        .draws(300)
                        .untilEss(1, "logProb", "hamming")
                        .run()
                        .stopReason())
                .isEqualTo(StopReason.DRAWS);
    }

    @Test
    void next_fromDrawToDraw_isTheGrid() {
        StoppingRule rule = StoppingRule.NONE.and(Measure.ESS, 1);
        for (int least : new int[] {1, 2, 100, 19_999, MOST, 30_000}) {
            List<Integer> looks = new ArrayList<>();
            for (int made = 0; made < MOST; ) {
                made = rule.withLeastDraws(least).next(made, MOST);
                looks.add(made);
            }
            assertThat(looks).isEqualTo(grid(least));
        }
        assertThat(rule.next(2_000_000_000, Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
        assertThat(StoppingRule.NONE.next(0, MOST))
                .as("one stretch without a rule")
                .isEqualTo(MOST);
    }

    @Test
    void holds_severalConditions_needsAll() {
        double[][] trace = {new double[200], new double[200]};
        for (int t = 0; t < 200; t++) {
            trace[0][t] = (t * 37) % 101;
            trace[1][t] = (t * 59) % 103;
        }
        Map<String, double[][]> traces = Map.of("a", trace, "constant", new double[2][200]);
        double ess = EffectiveSampleSize.bulk(trace);
        double rHat = RHat.of(trace);
        StoppingRule reached = StoppingRule.NONE.and(Measure.ESS, ess).and(Measure.R_HAT, rHat, "a");
        assertThat(reached.holds(200, traces, () -> Double.NaN)).isTrue();
        assertThat(reached.and(Measure.ESS, Math.nextUp(ess)).holds(200, traces, () -> Double.NaN))
                .isFalse();
        assertThat(reached.and(Measure.R_HAT, Math.nextDown(rHat)).holds(200, traces, () -> Double.NaN))
                .isFalse();
        assertThat(reached.and(Measure.ESS, 1, "a", "constant").holds(200, traces, () -> Double.NaN))
                .isFalse();
        assertThat(StoppingRule.NONE.holds(200, traces, () -> Double.NaN))
                .as("no condition")
                .isFalse();
        assertThat(reached.holds(200, Map.of("constant", new double[2][200]), () -> Double.NaN))
                .as("nothing to judge")
                .isFalse();
    }
}

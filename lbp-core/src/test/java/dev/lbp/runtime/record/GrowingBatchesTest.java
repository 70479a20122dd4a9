package dev.lbp.runtime.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Inside;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SiteDisagreement;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.run.RunSettings;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches of a run that may end before its last draw, against batch means of all its draws. */
class GrowingBatchesTest {

    private static final SpinLine LINE = SpinLine.of(6);

    /** Above it every pause is a pause in vain. */
    private static final double OUT_OF_REACH = 1e9;

    private static final int CHAINS = 3;

    private static SamplingRun run(int draws) {
        return Samplers.rwm()
                .scale(1)
                .build()
                .sample(LINE)
                .chains(CHAINS)
                .warmup(10)
                .draws(draws)
                .thin(2)
                .seed(3)
                .untilEss(OUT_OF_REACH);
    }

    /** The length of the batches after all draws, and the first draw of the first of them, by the rule in words. */
    private static int[] lengthAndOrigin(RunSettings<?> settings) {
        int pause = settings.nextPause(0);
        int length = Math.max(1, pause / MarginalBatches.BATCHES);
        int origin = 0;
        int nextOrigin = 0;
        while (pause < settings.draws) {
            if ((pause - nextOrigin) / (2 * length) >= MarginalBatches.BATCHES) {
                length *= 2;
                origin = nextOrigin;
                nextOrigin = pause;
            }
            pause = settings.nextPause(pause);
        }
        return new int[] {length, origin};
    }

    /** {@code sqrt(s^2 b / n)} of the complete batches of b draws from an origin on. */
    private static double naive(double[][] traces, int length, int origin) {
        double[] means = Arrays.stream(traces)
                .flatMapToDouble(trace -> IntStream.range(0, (trace.length - origin) / length)
                        .mapToDouble(b -> Arrays.stream(trace, origin + b * length, origin + (b + 1) * length)
                                .average()
                                .orElseThrow()))
                .toArray();
        double mean = Arrays.stream(means).average().orElseThrow();
        double squares = Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum();
        return Math.sqrt(squares / (means.length - 1) * length / (CHAINS * (double) traces[0].length));
    }

    private static double conditional(byte[] state) {
        byte[] one = state.clone();
        byte[] zero = state.clone();
        one[0] = 1;
        zero[0] = 0;
        return 1.0 / (1.0 + Math.exp(LINE.score(zero) - LINE.score(one)));
    }

    /** 3,000 draws see batches of 3, 6, 12, 24 and 48. */
    @ParameterizedTest
    @ValueSource(ints = {60, 150, 250, 700, 3_000})
    void errors_runThatMayEndEarly_areThoseOfAllItsBatches(int draws) {
        SamplingRun run = run(draws).keepDraws().conditionals().track("conditional", GrowingBatchesTest::conditional);
        SampleResult result = run.run();
        int[] rule = lengthAndOrigin(Inside.settings(run));
        for (int i = 0; i < LINE.dimension(); i++) {
            int site = i;
            double[][] traces = IntStream.range(0, CHAINS)
                    .mapToObj(c -> IntStream.range(0, draws)
                            .mapToDouble(t -> result.draw(c, t)[site])
                            .toArray())
                    .toArray(double[][]::new);
            assertThat(result.marginalErrors()[i])
                    .as("site %d", i)
                    .isCloseTo(naive(traces, rule[0], rule[1]), within(1e-12));
        }
        double ofConditional = naive(result.traces().get("conditional"), rule[0], rule[1]);
        assertThat(result.conditionals().orElseThrow().errors()[0]).isCloseTo(ofConditional, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 1_000, 10_000, 1_000_000})
    void batches_ofAnyNumberOfDraws_areEnoughAndCoverHalfOfThem(int draws) {
        int[] rule = lengthAndOrigin(Inside.settings(run(draws)));
        assertThat(rule[1]).isLessThanOrEqualTo(draws / 2);
        assertThat((draws - rule[1]) / rule[0]).isBetween(MarginalBatches.BATCHES, 4 * MarginalBatches.BATCHES);
    }

    /** With batches of a 32nd of 10^6 draws none would be complete, and the verdict could not see the sites. */
    @Test
    void fRatios_runThatEndsLongBeforeItsLimit_compareTheChains() {
        byte[][] halves = {{0, 0, 0, 0, 0, 0}, {1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0}};
        EnergyModel modes = EnergyModels.of(6, x -> x[0] == x[1] ? x[2] : -1_000.0);
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(modes)
                .chains(CHAINS)
                .initial(halves)
                .warmup(10)
                .draws(1_000_000)
                .untilEss(500, "logProb")
                .run();
        assertThat(result.stopReason()).isEqualTo(StopReason.CONVERGED);
        assertThat(result.marginalErrors()[2]).isBetween(0.001, 0.1);
        assertThat(result.siteDisagreements())
                .extracting(SiteDisagreement::site)
                .containsExactly(0, 1);
    }
}

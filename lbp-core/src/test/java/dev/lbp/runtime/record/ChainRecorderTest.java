package dev.lbp.runtime.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ChainBatch;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.target.EnergyModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a run reports against the same run taken step by step and looked at naively. */
class ChainRecorderTest {

    private static final long SEED = 7L;
    private static final int CHAINS = 3;

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#fixedInTurn")
    void run_fixedScale_reportsWhatStepsDid(Sampler sampler, EnergyModel model) {
        ChainBatch batch = sampler.start(model, SEED, CHAINS);
        NaiveRecord naive = new NaiveRecord(batch, SEED);
        for (int t = 0; t < 40; t++) {
            batch.step();
            naive.seeBest(batch);
        }
        compare(sampler, model, batch, naive, 40, 1);
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplersInTurn")
    void run_withoutWarmUp_reportsWhatStepsDid(Sampler sampler, EnergyModel model) {
        ChainBatch batch = sampler.start(model, SEED, CHAINS);
        NaiveRecord naive = new NaiveRecord(batch, SEED);
        batch.warmUp(0);
        compare(sampler, model, batch, naive, 0, 1);
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#fixedInTurn")
    void run_thinned_reportsDrawsAndCountsEveryStep(Sampler sampler, EnergyModel model) {
        ChainBatch batch = sampler.start(model, SEED, CHAINS);
        compare(sampler, model, batch, new NaiveRecord(batch, SEED), 0, 4);
    }

    private static void compare(
            Sampler sampler, EnergyModel model, ChainBatch batch, NaiveRecord naive, int warmup, int thin) {
        for (int t = 1; t <= 80 * thin; t++) {
            batch.step();
            naive.step(batch, t % thin == 0);
        }
        SampleResult result = sampler.sample(model)
                .chains(CHAINS)
                .warmup(warmup)
                .draws(80)
                .thin(thin)
                .seed(SEED)
                .threads(2)
                .run();
        assertThat(result.traces().get("logProb")).isDeepEqualTo(naive.logProb());
        assertThat(result.traces().get("hamming")).isDeepEqualTo(naive.hamming());
        assertThat(result.marginals()).isEqualTo(naive.marginals());
        assertThat(result.expectedJumpDistance()).isEqualTo(naive.jumpDistance());
        assertThat(result.acceptanceRate()).isCloseTo(naive.acceptance(), within(1e-13));
        assertThat(result.best().logProb()).isEqualTo(naive.bestLogProb());
        assertThat(result.best().state()).isEqualTo(naive.best());
        assertThat(result.finalStates()).isDeepEqualTo(naive.finalStates());
        assertThat(result.stopReason()).isEqualTo(StopReason.DRAWS);
        assertThat(result.draws()).isEqualTo(80);
        assertThat(result.chains()).isEqualTo(CHAINS);
    }

    /** A climb that goes on for longer than N flips, so that the recorder gives up its list of flips and copies. */
    @Test
    void best_reachedLateAfterManyFlips_isTheStateItself() {
        SpinLine line = SpinLine.of(12);
        Sampler sampler = Samplers.rwm().scale(5).build();
        ChainBatch batch = sampler.start(line, 99L, 1);
        NaiveRecord naive = new NaiveRecord(batch, 99L);
        for (int t = 0; t < 3_000; t++) {
            batch.step();
            naive.step(batch, true);
        }
        SampleResult result =
                sampler.sample(line).chains(1).warmup(0).draws(3_000).seed(99L).run();
        assertThat(result.best().state()).isEqualTo(naive.best());
        assertThat(line.score(result.best().state())).isEqualTo(result.best().logProb());
        assertThat(result.marginals()).isEqualTo(naive.marginals());
    }
}

package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.SmallRbm;
import dev.lbp.SpinLine;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SamplerChoice;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.chain.WarmUpTrace;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** The trial of {@link AutoMethod}: its steps are those of fixed methods, and its choice that of the largest jumps. */
class ChoosingEnsembleTest {

    private static final int N = 10;
    private static final int CHAINS = 3;
    private static final EnergyModel RBM = new SmallRbm(N, 4, DataType.DOUBLE).plain();

    private static Ensemble<byte[]> auto(int ones) {
        BitStart start = new BitStart(N, new StartPlan<>(ChainSpan.all(CHAINS), 5L, null, null, 0), ones);
        return new AutoMethod().ensemble(RBM, start, WorkerPool.inline());
    }

    /** The same chains under the method in use alone: their states, generators and scales. */
    private static Ensemble<byte[]> alone(Ensemble<byte[]> ensemble, int ones) {
        byte[][] states =
                ensemble.chains.stream().map(chain -> chain.state.clone()).toArray(byte[][]::new);
        BitStart start = new BitStart(N, new StartPlan<>(ChainSpan.all(CHAINS), 1L, states, null, 0), ones);
        for (ChainState<byte[]> chain : ensemble.chains) {
            start.generators()[chain.index] = copy(chain.rng);
        }
        Method method = ensemble.method(new AutoMethod());
        Ensemble<byte[]> alone = method.ensemble(RBM, start, WorkerPool.inline());
        for (ChainState<byte[]> chain : alone.chains) {
            chain.scale.freezeAt(ensemble.chains.get(chain.index).scale.value());
        }
        return alone;
    }

    private static UniformRandomProvider copy(UniformRandomProvider generator) {
        RestorableUniformRandomProvider copy = RandomSource.XO_SHI_RO_256_PP.create();
        copy.restoreState(((RestorableUniformRandomProvider) generator).saveState());
        return copy;
    }

    private static void assertSameStep(Ensemble<byte[]> expected, Ensemble<byte[]> actual) {
        for (int c = 0; c < CHAINS; c++) {
            ChainState<byte[]> chain = actual.chains.get(c);
            assertThat(chain.state).isEqualTo(expected.chains.get(c).state);
            assertThat(chain.logProb).isEqualTo(expected.chains.get(c).logProb);
            assertThat(chain.acceptanceProbability).isEqualTo(expected.chains.get(c).acceptanceProbability);
            assertThat(chain.rng.nextLong())
                    .isEqualTo(expected.chains.get(c).rng.nextLong());
        }
    }

    /** Every step of a warm-up, at every change of the method too, and of the draws; with three ones as well. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void step_anywhere_isThatOfTheMethodInUse(int ones) {
        Ensemble<byte[]> ensemble = auto(ones);
        List<String> used = new ArrayList<>();
        int warmUp = 160;
        WarmUpTrace trace = ensemble.startAdapting(warmUp);
        for (int t = 0; t < warmUp + 40; t++) {
            if (t == warmUp) {
                ensemble.freeze(trace);
            }
            ((LockStepEnsemble<byte[]>) ensemble).beforeStep();
            Ensemble<byte[]> alone = alone(ensemble, ones);
            String before = used.isEmpty() ? "" : used.get(used.size() - 1);
            String method = ensemble.choice().orElseThrow().figures().sampler();
            if (!before.equals(method)) {
                used.add(method);
            }
            // In the first round scales have their first guess in a step. Sites with a fixed number of ones have an
            // order,
            // which a change of the method makes new.
            boolean guessed = t >= warmUp / 8 && (ones == 0 || !before.equals(method));
            if (guessed) {
                alone.run(1, chain -> {}, new StopSignal());
            }
            ensemble.run(1, trace(trace, t < warmUp), new StopSignal());
            if (guessed) {
                assertSameStep(alone, ensemble);
            }
        }
        assertThat(used).hasSizeBetween(ones == 0 ? 13 : 5, ones == 0 ? 14 : 6);
    }

    private static Ensemble.Visitor<byte[]> trace(WarmUpTrace trace, boolean on) {
        return chain -> {
            if (on) {
                trace.record(chain);
            }
        };
    }

    @Test
    void choice_afterWarmUp_isTheLargestJumpDistanceAtTunedScales() {
        EnergyModel line = SpinLine.of(100).batched(DataType.DOUBLE);
        BitStart start = new BitStart(line.dimension(), CHAINS, 5L, null, null);
        Ensemble<byte[]> ensemble = new AutoMethod().ensemble(line, start, WorkerPool.inline());
        ensemble.warmUp(1_600, chain -> {}, new StopSignal());
        SamplerChoice choice = ensemble.choice().orElseThrow().figures();
        assertThat(choice.candidates()).hasSize(4);
        SamplerChoice.Candidate best = choice.candidates().get(0);
        for (SamplerChoice.Candidate each : choice.candidates()) {
            best = each.jumpDistance() > best.jumpDistance() ? each : best;
        }
        assertThat(choice.sampler())
                .startsWith(best.sampler().split(" ")[0] + ", weight "
                        + best.sampler().split(" ")[1]);
        // 3 x 1,000 steps: an error of .01 for independent steps, .03 if one in ten is; the seed is fixed
        assertThat(choice.candidates().get(2).acceptanceRate())
                .as("DLMC sqrt(t)")
                .isBetween(0.58, 0.72);
    }

    /** The figures of a trial of one step of each candidate. */
    private static TrialShare share(double[] acceptance, double[] distance) {
        TrialShare share = new TrialShare(acceptance.length);
        for (int k = 0; k < acceptance.length; k++) {
            share.steps()[k] = 2;
            share.acceptance()[k] = 2.0 * acceptance[k];
            share.distance()[k] = 2.0 * distance[k];
        }
        return share;
    }

    @Test
    void best_isTheFurthest_notTheMostAccepted() {
        TrialShare one = share(new double[] {0.9, 0.5, 0.6}, new double[] {3.0, 7.0, 6.0});
        TrialShare other = share(new double[] {0.9, 0.5, 0.6}, new double[] {3.0, 4.0, 6.0});
        assertThat(one.best()).isEqualTo(1);
        assertThat(TrialShare.sum(3, List.of(one, other)).best()).isEqualTo(2);
        assertThat(new TrialShare(3).best()).isZero();
        assertThat(share(new double[] {1, 1}, new double[] {2, 2}).best()).isZero();
    }

    @Test
    void plan_rounds_goThereAndBack() {
        TrialPlan plan = TrialPlan.of(4, 64);
        assertThat(plan.length()).isEqualTo(32);
        assertThat(IntStream.range(0, 16).map(plan::candidate))
                .containsExactly(0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 2, 2, 1, 1, 0, 0);
        assertThat(IntStream.range(0, 32).filter(plan::measures)).hasSize(16).startsWith(16);
        assertThat(TrialPlan.of(4, 63).length()).isZero();
        assertThat(TrialPlan.of(2, 32).length()).isEqualTo(16);
    }

    @Test
    void choice_withoutTrial_isLbp() {
        Ensemble<byte[]> ensemble = auto(0);
        ensemble.warmUp(63, chain -> {}, new StopSignal());
        Method lbp = MetropolisMethod.lbp(WeightFunction.BARKER, ScaleController.logScale(0.574), StepMix.MOVES);
        assertThat(ensemble.choice().orElseThrow().method().describe()).isEqualTo(lbp.describe());
        assertThat(ensemble.choice().orElseThrow().figures().candidates()).isEmpty();
    }
}

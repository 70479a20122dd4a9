package dev.lbp.runtime.engine.tempered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Inside;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.TableTarget;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** What the replicas of a batched model know of themselves, step by step, and what they ask the model for. */
class BatchTemperedEnsembleTest {

    private static final int N = 6;
    private static final int CHAINS = 3;
    private static final int REPLICAS = 5;
    private static final int EVERY = 3;
    private static final double[] LOGITS = {1.5, -1.0, 0.25, 0.0, -2.0, 0.5};

    /** No two states are equally likely. */
    private static final TableTarget TARGET =
            TableTarget.of("rough", N, x -> 3.0 * Math.sin(1.0 + 5.0 * TableTarget.number(x)));

    private static BatchTemperedEnsemble<byte[]> ensemble(
            Sampler sampler, EnergyModel model, int every, double @Nullable [] logits) {
        TemperedBits start = TemperedBits.of(
                Inside.method(sampler),
                model,
                new BitSpace(model.dimension(), 0),
                new TemperedSettings<>(
                        new TemperingPlan(REPLICAS, every, false, false, new ReferencePlan(ReferencePlan.Kind.BITS, new double[][] {logits})),
                        new StartPlan<>(ChainSpan.all(CHAINS), 7L, null, null, 0),
                        Map.of()));
        return BatchTemperedEnsemble.of(start, WorkerPool.inline());
    }

    private static Stream<Arguments> cases() {
        WeightFunction gentle = WeightFunction.of("t^0.3", logRatio -> 0.3 * logRatio);
        return Stream.of(
                        Samplers.lbp().build(),
                        Samplers.lbp().weight(WeightFunction.SQRT).scale(3).build(),
                        Samplers.lbp().weight(gentle).build(),
                        Samplers.gwg().build(),
                        Samplers.rwm().build(),
                        Samplers.dlmc().build(),
                        Samplers.dmala().build(),
                        Samplers.gibbs().build(),
                        Samplers.gibbs().randomScan().build())
                .flatMap(sampler -> Stream.of(null, LOGITS).map(logits -> Arguments.of(sampler, logits)));
    }

    private static double logBase(byte[] state, double @Nullable [] logits) {
        double sum = 0.0;
        for (int i = 0; i < N; i++) {
            double odds = logits == null ? 0.0 : logits[i];
            sum += state[i] * odds - Math.log1p(Math.exp(odds));
        }
        return sum;
    }

    private static double logProb(byte[] state) {
        return TARGET.logProb(TableTarget.number(state));
    }

    private static void run(BatchTemperedEnsemble<byte[]> ensemble, int steps) {
        ensemble.run(steps, chain -> {}, new StopSignal());
    }

    /**
     * The wrong row's beta, scores that stay behind after an exchange, or a reference scored before its draw would be
     * seen.
     */
    @ParameterizedTest
    @MethodSource("cases")
    void scan_anySampler_leavesEverySlotWithTheScoresOfItsState(Sampler sampler, double[] logits) {
        BatchTemperedEnsemble<byte[]> ensemble = ensemble(sampler, TARGET.batched(true), EVERY, logits);
        double[] betas = ensemble.betas();
        for (int scan = 0; scan < 60; scan++) {
            run(ensemble, EVERY);
            for (Ladder<byte[]> ladder : ensemble.ladders) {
                assertThat(ladder.targetLogProb(0)).isEqualTo(logProb(ladder.reference));
                for (int k = 1; k < betas.length; k++) {
                    byte[] state = ladder.slot(k).state;
                    double base = logBase(state, logits);
                    assertThat(ladder.targetLogProb(k)).isEqualTo(logProb(state));
                    assertThat(ladder.baseLogProb(k)).isCloseTo(base, within(1e-12));
                    assertThat(ladder.slot(k).logProb)
                            .isCloseTo((1.0 - betas[k]) * base + betas[k] * logProb(state), within(1e-12));
                }
            }
        }
    }

    /** Weights or log-probabilities that an exchange does not renew would be seen. */
    @ParameterizedTest
    @MethodSource("cases")
    void steps_fromKnownScores_areThoseFromNewEvaluations(Sampler sampler, double[] logits) {
        BatchTemperedEnsemble<byte[]> known = ensemble(sampler, TARGET.batched(false), EVERY, logits);
        BatchTemperedEnsemble<byte[]> evaluated = ensemble(sampler, TARGET.batched(false), EVERY, logits);
        for (int step = 0; step < 150; step++) {
            run(known, 1);
            run(evaluated, 1);
            evaluated.invalidate();
            for (int c = 0; c < CHAINS; c++) {
                for (int k = 1; k < REPLICAS; k++) {
                    ChainState<byte[]> one = known.ladders.get(c).slot(k);
                    ChainState<byte[]> other = evaluated.ladders.get(c).slot(k);
                    assertThat(one.state).isEqualTo(other.state);
                    assertThat(one.logProb).isEqualTo(other.logProb);
                    assertThat(one.acceptanceProbability).isEqualTo(other.acceptanceProbability);
                }
            }
        }
    }

    /** What is asked of a model: "rows" or, with log-ratios, "rows+". */
    private record Asked(EnergyModel model, List<String> calls) implements EnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public DataType dataType() {
            return model.dataType();
        }

        @Override
        public INDArray logProb(INDArray states) {
            calls.add("" + states.rows());
            return model.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return model.gradient(states);
        }

        @Override
        public Evaluation evaluate(INDArray states) {
            calls.add(states.rows() + "+");
            return model.evaluate(states);
        }
    }

    private static List<String> calls(Sampler sampler, int every, int steps) {
        List<String> calls = new ArrayList<>();
        BatchTemperedEnsemble<byte[]> ensemble = ensemble(sampler, new Asked(TARGET.batched(true), calls), every, null);
        ensemble.startAdapting(10 * steps);
        run(ensemble, steps);
        return calls;
    }

    /** A step costs one evaluation, a scan one more; log-ratios of the reference only where it may move into slot 1. */
    @Test
    void scans_ofAnyLength_evaluateTheModelOnceMoreThanSteps() {
        assertThat(calls(Samplers.lbp().build(), 2, 6))
                .containsExactly("12+", "12+", "12+", "3", "12+", "12+", "3+", "12+", "12+", "3");
        assertThat(calls(Samplers.rwm().build(), 3, 6))
                .containsExactly("12", "12", "12", "12", "3", "12", "12", "12", "3");
        List<String> ofGibbs = calls(Samplers.gibbs().build(), 1, 40);
        assertThat(ofGibbs.stream().filter("3"::equals)).hasSize(40);
        assertThat(ofGibbs.stream().filter("12"::equals)).hasSizeBetween(1 + 40 * N, 1 + 40 * (N + 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void visitor_everyStep_seesTheColdestReplicasAndAllTheirChanges(int every) {
        BatchTemperedEnsemble<byte[]> ensemble = ensemble(Samplers.lbp().build(), TARGET.batched(true), every, null);
        byte[][] states =
                ensemble.chains.stream().map(chain -> chain.state.clone()).toArray(byte[][]::new);
        int[] visits = new int[CHAINS];
        int[] exchanges = new int[CHAINS];
        ensemble.run(
                400,
                chain -> {
                    for (int k = 0; k < chain.flips; k++) {
                        states[chain.index][chain.flipped[k]] ^= 1;
                    }
                    assertThat(chain).isSameAs(ensemble.chains.get(chain.index));
                    assertThat(chain.state).isEqualTo(states[chain.index]);
                    assertThat(chain.logProb).isEqualTo(logProb(chain.state));
                    assertThat(chain.steps()).isEqualTo(++visits[chain.index]);
                    exchanges[chain.index] += chain.flips == chain.stepFlips ? 0 : 1;
                },
                new StopSignal());
        assertThat(visits).containsOnly(400);
        assertThat(Arrays.stream(exchanges).sum()).isBetween(10, CHAINS * 400 / every);
    }

    /** Recorders and the run itself keep the states and the list of slot K. */
    @Test
    void reschedule_otherNumberOfSlots_keepsTheColdestAndCopiesTheNearest() {
        BatchTemperedEnsemble<byte[]> ensemble = ensemble(Samplers.lbp().build(), TARGET.batched(true), EVERY, null);
        run(ensemble, 20);
        List<byte[]> cold = ensemble.chains.stream().map(chain -> chain.state).toList();
        byte[] hot = ensemble.ladders.get(1).slot(1).state.clone();
        byte[] warm = ensemble.ladders.get(1).slot(3).state.clone();
        double[] before = ensemble.betas(); // 0, 1/4, 1/2, 3/4, 1
        double[][] schedules = {before, {0.0, 0.1, 0.2, 0.3, 0.7, 0.9, 1.0}, {0.0, 0.7, 1.0}};
        for (int change = 1; change < schedules.length; change++) {
            double[] betas = schedules[change];
            ensemble.reschedule(schedules[change - 1], betas);
            for (int c = 0; c < CHAINS; c++) {
                Ladder<byte[]> ladder = ensemble.ladders.get(c);
                assertThat(ensemble.chains.get(c)).isSameAs(ladder.slot(betas.length - 1));
                assertThat(ensemble.chains.get(c).index).isEqualTo(c);
                assertThat(ensemble.chains.get(c).state).isSameAs(cold.get(c));
                for (int k = 1; k < betas.length; k++) {
                    ChainState<byte[]> chain = ladder.slot(k);
                    assertThat(chain.steps()).isEqualTo(20);
                    assertThat(chain.logProb)
                            .isCloseTo(
                                    (1.0 - betas[k]) * logBase(chain.state, null) + betas[k] * logProb(chain.state),
                                    within(1e-12));
                }
            }
            Ladder<byte[]> second = ensemble.ladders.get(1);
            if (change == 1) {
                TemperedBits start = TemperedBits.of(
                        Inside.method(Samplers.lbp().build()),
                        TARGET.batched(true),
                        new BitSpace(TARGET.batched(true).dimension(), 0),
                        new TemperedSettings<>(
                                new TemperingPlan(REPLICAS, EVERY, false, false, null),
                                new StartPlan<>(ChainSpan.all(CHAINS), 7L, null, null, 0),
                                Map.of()));
                assertThat(second.slot(4).rng.nextLong())
                        .isEqualTo(start.slot(5).generator(1).nextLong());
                assertThat(second.slot(1).state).isEqualTo(hot);
                assertThat(second.slot(2).state).isEqualTo(hot).isNotSameAs(second.slot(1).state);
            }
            assertThat(second.slot(betas.length - 2).state).isEqualTo(change == 1 ? cold.get(1) : warm);
        }
    }
}

package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Inside;
import dev.lbp.Parts;
import dev.lbp.Results;
import dev.lbp.RowBits;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SmallRbm;
import dev.lbp.TableCategories;
import dev.lbp.TableTarget;
import dev.lbp.Tempering;
import dev.lbp.continuous.DensityModel;
import dev.lbp.continuous.DensityModels;
import dev.lbp.internal.kernel.Increment;
import dev.lbp.proposal.ScaleController;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.ball.HammingBall;
import dev.lbp.runtime.engine.ball.HammingBallMethod;
import dev.lbp.runtime.engine.ball.MultipleTryMethod;
import dev.lbp.runtime.engine.chain.Abilities;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.reals.ContinuousMethod;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.tempered.BatchTemperedEnsemble;
import dev.lbp.runtime.engine.tempered.TemperedBits;
import dev.lbp.runtime.engine.tempered.TemperedSettings;
import dev.lbp.runtime.engine.tempered.TemperingPlan;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.runtime.space.RealSpace;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Seven chains in batches of three against ensembles of three, three and one, with the random streams of the whole. The
 * answers of the models depend on the number of rows and on the place of a row.
 */
class ChainsPerBatchTest {

    private static final int N = 6;
    private static final int CHAINS = 7;
    private static final int BATCH = 3;
    private static final int STEPS = 60;
    private static final long SEED = 7L;

    private static final TableTarget TARGET =
            TableTarget.of("rough", N, x -> 2.0 * Math.sin(1.0 + 5.0 * TableTarget.number(x)));

    private static List<Sampler> samplers() {
        return List.of(
                Samplers.lbp().build(),
                Samplers.lbp().scale(2).build(),
                Samplers.gwg().build(),
                Samplers.rwm().build(),
                Samplers.dlmc().build(),
                Samplers.dmala().build(),
                Samplers.gibbs().build(),
                Samplers.gibbs().randomScan().build(),
                Samplers.multipleTry(4).build(),
                Samplers.hammingBall(2).block(3).build());
    }

    private static Stream<Arguments> cases() {
        return samplers().stream()
                .flatMap(sampler -> Stream.of(DataType.DOUBLE, DataType.FLOAT)
                        .flatMap(type -> Stream.of(0, 2).map(ones -> Arguments.of(sampler, type, ones))))
                .filter(c -> (int) c.get()[2] == 0 || changesNoOnes((Sampler) c.get()[0]));
    }

    private static boolean changesNoOnes(Sampler sampler) {
        return Inside.method(sampler).abilities().reason(Abilities.Ability.ONES).isEmpty();
    }

    private static BitStart start(int first, int count, int perBatch, int ones) {
        return new BitStart(N, new StartPlan<>(new ChainSpan(first, count), SEED, null, null, perBatch), ones);
    }

    private static <S> Ensemble<S> ran(Ensemble<S> ensemble) {
        ensemble.startAdapting(STEPS);
        ensemble.run(STEPS, chain -> {}, new StopSignal());
        return ensemble;
    }

    /**
     * Checks that the chains of the part equal the chains {@code first}, {@code first + 1}, .. of the whole, bit for
     * bit, generators included.
     */
    private static <S> void verify(Ensemble<S> whole, int first, Ensemble<S> part) {
        for (ChainState<S> chain : part.chains) {
            ChainState<S> expected = whole.chains.get(first + chain.index);
            assertThat(chain.state).isEqualTo(expected.state);
            assertThat(chain.logProb).isEqualTo(expected.logProb);
            assertThat(chain.acceptanceSum()).isEqualTo(expected.acceptanceSum());
            assertThat(chain.scale.value()).isEqualTo(expected.scale.value());
            assertThat(chain.rng.nextLong()).isEqualTo(expected.rng.nextLong());
        }
    }

    private static boolean differ(Ensemble<?> one, Ensemble<?> other) {
        return !one.chains.stream()
                .map(chain -> chain.logProb)
                .toList()
                .equals(other.chains.stream().map(chain -> chain.logProb).toList());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bits_anySampler_areThoseOfEnsemblesOfThreeChains(Sampler sampler, DataType type, int ones) {
        verify(Inside.method(sampler), TARGET.batched(type), ones);
    }

    @ParameterizedTest
    @EnumSource(
            value = DataType.class,
            names = {"DOUBLE", "FLOAT"})
    void bits_blockGibbs_areThoseOfEnsemblesOfThreeChains(DataType type) {
        verify(Inside.method(Samplers.blockGibbs().build()), new SmallRbm(N, 3, type), 0);
    }

    private static void verify(Method method, EnergyModel exact, int ones) {
        RowBits rows = new RowBits();
        WorkerPool pool = WorkerPool.inline();
        Ensemble<byte[]> whole = ran(method.ensemble(rows.of(exact), start(0, CHAINS, BATCH, ones), pool));
        int each = rowsOfAChain(method);
        assertThat(rows.sizes()).containsExactly((long) each, 3L * each);
        for (int first = 0; first < CHAINS; first += BATCH) {
            int count = Math.min(BATCH, CHAINS - first);
            verify(whole, first, ran(method.ensemble(new RowBits().of(exact), start(first, count, 0, ones), pool)));
        }
        Ensemble<byte[]> undivided = ran(method.ensemble(new RowBits().of(exact), start(0, CHAINS, 0, ones), pool));
        assertThat(differ(whole, undivided)).isTrue();
    }

    private static int rowsOfAChain(Method method) {
        if (method instanceof HammingBallMethod ball) {
            return (int) HammingBall.states(ball.radius(), ball.block());
        }
        return method instanceof MultipleTryMethod several ? several.tries() : 1;
    }

    private static ValueStart valueStart(CategoricalEnergyModel model, int first, int count, int perBatch) {
        ValueStart whole = new ValueStart(model, new StartPlan<>(ChainSpan.all(CHAINS), SEED, null, null, 0));
        int[][] states = new int[count][];
        for (int c = 0; c < count; c++) {
            states[c] = whole.state(first + c).clone();
        }
        ValueStart part = new ValueStart(model, new StartPlan<>(ChainSpan.all(count), SEED, states, null, perBatch));
        System.arraycopy(whole.generators(), first, part.generators(), 0, count);
        return part;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bits_categories_areThoseOfEnsemblesOfThreeChains(boolean informed) {
        TableCategories exact = TableCategories.random(3, 1.0, 5L, 3, 3, 3);
        Method method =
                Inside.method(informed ? Samplers.lbp().build() : Samplers.rwm().build());
        WorkerPool pool = WorkerPool.inline();
        RowBits rows = new RowBits();
        CategoricalEnergyModel model = rows.of(exact);
        Ensemble<int[]> whole = ran(method.ensemble(model, valueStart(model, 0, CHAINS, BATCH), pool));
        assertThat(rows.sizes()).containsExactly(1L, 3L);
        for (int first = 0; first < CHAINS; first += BATCH) {
            ValueStart start = valueStart(model, first, Math.min(BATCH, CHAINS - first), 0);
            verify(whole, first, ran(method.ensemble(new RowBits().of(exact), start, pool)));
        }
        ValueStart all = valueStart(model, 0, CHAINS, 0);
        assertThat(differ(whole, ran(method.ensemble(new RowBits().of(exact), all, pool))))
                .isTrue();
    }

    private static Start<double[]> start(DensityModel model, int chains, int perBatch, double[][] points) {
        return Start.of(
                new RealSpace(model.dimension()),
                new StartPlan<>(ChainSpan.all(chains), SEED, points, null, perBatch),
                rng -> ModelCalls.start(model, rng));
    }

    private static Start<double[]> realStart(DensityModel model, int first, int count, int perBatch) {
        Start<double[]> whole = start(model, CHAINS, 0, null);
        double[][] points = new double[count][];
        for (int c = 0; c < count; c++) {
            points[c] = whole.state(first + c).clone();
        }
        Start<double[]> part = start(model, count, perBatch, points);
        System.arraycopy(whole.generators(), first, part.generators(), 0, count);
        return part;
    }

    @ParameterizedTest
    @EnumSource
    void bits_density_areThoseOfEnsemblesOfThreeChains(Increment increment) {
        DensityModel exact = DensityModels.of(2, p -> -0.5 * (p[0] * p[0] + p[1] * p[1]), (p, gradient) -> {
            gradient[0] = -p[0];
            gradient[1] = -p[1];
        });
        ContinuousMethod method = new ContinuousMethod(increment, ScaleController.logScale(0.5), true);
        WorkerPool pool = WorkerPool.inline();
        RowBits rows = new RowBits();
        Ensemble<double[]> whole = ran(method.ensemble(rows.of(exact), realStart(exact, 0, CHAINS, BATCH), pool));
        assertThat(rows.sizes()).containsExactly(1L, 3L);
        for (int first = 0; first < CHAINS; first += BATCH) {
            Start<double[]> start = realStart(exact, first, Math.min(BATCH, CHAINS - first), 0);
            verify(whole, first, ran(method.ensemble(new RowBits().of(exact), start, pool)));
        }
        Start<double[]> all = realStart(exact, 0, CHAINS, 0);
        assertThat(differ(whole, ran(method.ensemble(new RowBits().of(exact), all, pool))))
                .isTrue();
    }

    /** Slots of the first chains have the streams of an ensemble of these chains alone. */
    @ParameterizedTest
    @MethodSource("tempered")
    void bits_temperedReplicas_areThoseOfAnEnsembleOfTheFirstChains(Sampler sampler, DataType type) {
        int every = 3;
        int replicas = 5;
        RowBits rows = new RowBits();
        BatchTemperedEnsemble<byte[]> whole =
                tempered(sampler, rows.of(TARGET.batched(type)), every, replicas, 5, BATCH);
        BatchTemperedEnsemble<byte[]> part =
                tempered(sampler, new RowBits().of(TARGET.batched(type)), every, replicas, 3, 0);
        BatchTemperedEnsemble<byte[]> undivided =
                tempered(sampler, new RowBits().of(TARGET.batched(type)), every, replicas, 5, 0);
        for (BatchTemperedEnsemble<byte[]> ensemble : List.of(whole, part, undivided)) {
            ensemble.run(STEPS, chain -> {}, new StopSignal());
        }
        assertThat(rows.sizes()).containsExactly(2L, 3L, 2L * (replicas - 1), 3L * (replicas - 1));
        for (int c = 0; c < part.ladders.size(); c++) {
            for (int k = 1; k < replicas; k++) {
                ChainState<byte[]> chain = part.ladders.get(c).slot(k);
                ChainState<byte[]> expected = whole.ladders.get(c).slot(k);
                assertThat(chain.state).isEqualTo(expected.state);
                assertThat(chain.logProb).isEqualTo(expected.logProb);
                assertThat(chain.rng.nextLong()).isEqualTo(expected.rng.nextLong());
            }
        }
        assertThat(differ(whole, undivided)).isTrue();
    }

    private static Stream<Arguments> tempered() {
        return samplers().stream()
                .filter(sampler -> Inside.method(sampler)
                        .abilities()
                        .reason(Abilities.Ability.TEMPERING)
                        .isEmpty())
                .filter(sampler -> !(Inside.method(sampler) instanceof HammingBallMethod)) // on local models alone
                .flatMap(
                        sampler -> Stream.of(DataType.DOUBLE, DataType.FLOAT).map(type -> Arguments.of(sampler, type)));
    }

    /** Each sampler with one type, in turn. */
    private static Stream<Arguments> temperedInTurn() {
        List<Arguments> all = tempered().toList();
        return IntStream.range(0, all.size())
                .filter(k -> k % 4 == 0 || k % 4 == 3)
                .mapToObj(all::get);
    }

    private static BatchTemperedEnsemble<byte[]> tempered(
            Sampler sampler, EnergyModel model, int every, int replicas, int chains, int chainsPerBatch) {
        TemperedBits start = TemperedBits.of(
                Inside.method(sampler),
                model,
                new BitSpace(model.dimension(), 0),
                new TemperedSettings<>(
                        new TemperingPlan(replicas, every, false, false, null),
                        new StartPlan<>(ChainSpan.all(chains), SEED, null, null, chainsPerBatch),
                        Map.of()));
        return BatchTemperedEnsemble.of(start, WorkerPool.inline());
    }

    private static SamplingRun run(RowBits rows) {
        return Samplers.lbp()
                .scale(3)
                .build()
                .sample(rows.of(TARGET.batched(DataType.FLOAT)))
                .chains(CHAINS)
                .chainsPerBatch(BATCH)
                .warmup(0)
                .draws(STEPS)
                .seed(SEED)
                .threads(2);
    }

    /** A run gives the setting to its ensemble: its trace is that of ensembles of three chains. */
    @Test
    void run_chainsPerBatch_drawsWhatEnsemblesOfThreeChainsDraw() {
        RowBits rows = new RowBits();
        SampleResult result = run(rows).run();
        assertThat(rows.sizes()).containsExactly(1L, 3L);
        for (int first = 0; first < CHAINS; first += BATCH) {
            int count = Math.min(BATCH, CHAINS - first);
            EnergyModel model = new RowBits().of(TARGET.batched(DataType.FLOAT));
            double[][] alone = ChainsAlone.logProb(Samplers.lbp().scale(3).build(), model, first, count, SEED, STEPS);
            for (int c = 0; c < count; c++) {
                assertThat(result.traces().get("logProb")[first + c]).containsExactly(alone[c]);
            }
        }
    }

    /** Each part has models of its own, which never see other rows than those of its chains. */
    @ParameterizedTest
    @MethodSource("temperedInTurn")
    void merge_temperedPartsOfThreeChains_isTheWholeRun(Sampler sampler, DataType type) {
        Supplier<SamplingRun> run = () -> sampler.sample(new RowBits().of(TARGET.batched(type)))
                .tempering(Tempering.replicas(5).every(2))
                .chains(CHAINS)
                .chainsPerBatch(BATCH)
                .warmup(60)
                .draws(40)
                .seed(SEED);
        Results.assertSame(run.get().run(), Parts.merged(run, CHAINS, BATCH));
    }

    @Test
    void run_chainsPerBatch_isInSummaryAndManifest(@TempDir Path directory) throws IOException {
        SampleResult result =
                run(new RowBits()).sink(directory.resolve("draws")).run();
        assertThat(result.summary()).contains("7 chains, 3 per batch, warm-up 0");
        assertThat(directory.resolve("draws").resolve("manifest.json"))
                .content()
                .contains("\"chainsPerBatch\": 3");
    }

    @Test
    void resume_chainsPerBatch_givesTheDrawsOfOneRun(@TempDir Path directory) {
        Path file = directory.resolve("run");
        run(new RowBits()).draws(STEPS / 2).checkpoint(file).run();
        Results.assertSameDraws(run(new RowBits()).run(), run(new RowBits()).resume(file));
    }

    /** A local model is not called in batches. */
    @Test
    void run_localModel_drawsTheSame() {
        Sampler sampler = Samplers.lbp().scale(3).build();
        SampleResult whole = sampler.sample(TARGET.local()).chains(4).run();
        Results.assertSame(
                whole,
                sampler.sample(TARGET.local()).chains(4).chainsPerBatch(3).run());
    }

    /**
     * Without answers that depend on their rows, batches change nothing; more chains per batch than there are is one
     * batch.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 7, 100})
    void run_exactModel_drawsTheSame(int chainsPerBatch) {
        Sampler sampler = Samplers.lbp().build();
        EnergyModel model = TARGET.batched(true);
        SamplingRun run = sampler.sample(model).chains(CHAINS).warmup(200).draws(100);
        SampleResult whole = run.run();
        Results.assertSame(whole, run.chainsPerBatch(chainsPerBatch).run());
    }
}

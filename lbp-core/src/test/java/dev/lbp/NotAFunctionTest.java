package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.continuous.DensityModel;
import dev.lbp.result.RunException;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import dev.lbp.target.Tempered;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Scores that depend on more than the state: memory shared between threads, random numbers, the number of calls. */
class NotAFunctionTest {

    private static final int N = 12;

    private static final String NAMED = "must depend on the state alone: logProb=";

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static List<Sampler> samplers() {
        return List.of(
                Samplers.auto().build(),
                Samplers.lbp().build(),
                Samplers.rwm().build(),
                Samplers.metropolis().build(),
                Samplers.gibbs().build());
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(3).threads(2).warmup(50).draws(100).seed(3);
    }

    private static void assertNamed(Run<?, ?, ?> run) {
        RunException failure = Failures.of(ModelException.class, run::run);
        assertThat(failure).hasMessageContaining(NAMED).hasMessageContaining("EnergyModels.perChain");
    }

    private static EnergyModels.LogProb random() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(1L);
        return state -> {
            synchronized (rng) {
                return rng.nextDouble();
            }
        };
    }

    private static EnergyModels.LogProb counting() {
        AtomicLong calls = new AtomicLong();
        return state -> 0.1 * (calls.incrementAndGet() % 7);
    }

    /**
     * A random score is missed with probability 1e-5, because two of its values must be within 3e-6. Of a counting one
     * several states are scored again.
     */
    @ParameterizedTest
    @MethodSource("samplers")
    void chanceAndCounters_areNamed(Sampler sampler) {
        for (EnergyModels.LogProb score : List.of(random(), counting())) {
            EnergyModel model = EnergyModels.of(N, score);
            assertNamed(run(sampler, model).threads(1));
            assertNamed(run(sampler, model));
            assertNamed(run(sampler, Tempered.of(model, 0.5)));
        }
    }

    @ParameterizedTest
    @MethodSource("tempered")
    void chanceAndCountersInTemperedRuns_areNamed(Sampler sampler) {
        for (EnergyModels.LogProb score : List.of(random(), counting())) {
            assertNamed(run(sampler, EnergyModels.of(N, score)).tempering(Tempering.replicas(3)));
        }
    }

    private static List<Sampler> tempered() {
        return samplers().subList(1, 5);
    }

    /**
     * Every 300th score is too high by 6 on the threads of the run, as a race would make some; alone it is right. A
     * chain leaves such a state after hundreds of steps.
     */
    @ParameterizedTest
    @MethodSource("informed")
    void scoreThatIsWrongOnOtherThreads_isNamed(Sampler sampler) {
        Thread caller = Thread.currentThread();
        AtomicLong calls = new AtomicLong();
        SpinLine line = SpinLine.of(N);
        EnergyModel model = EnergyModels.of(
                N,
                state -> line.score(state)
                        + (Thread.currentThread() != caller && calls.incrementAndGet() % 300 == 0 ? 6.0 : 0.0));
        assertNamed(run(sampler, model).draws(1_000));
        assertNamed(run(sampler, model).draws(1_000).tempering(Tempering.replicas(3)));
    }

    private static List<Sampler> informed() {
        return List.of(
                Samplers.lbp().build(),
                Samplers.rwm().build(),
                Samplers.metropolis().build());
    }

    /** One score of the run is wrong, in a chain whose state is not scored again at the end. */
    @Test
    void bestStateOfAWrongScore_isNamed() {
        AtomicLong calls = new AtomicLong();
        SpinLine line = SpinLine.of(N);
        EnergyModel model =
                EnergyModels.of(N, state -> line.score(state) + (calls.incrementAndGet() == 150 ? 50.0 : 0.0));
        assertNamed(Samplers.rwm()
                .scale(1)
                .build()
                .sample(model)
                .chains(10)
                .warmup(1)
                .draws(20)
                .threads(1)
                .keepBest(3));
    }

    @Test
    void failure_keepsWhatWasSampled() {
        AtomicLong calls = new AtomicLong();
        EnergyModel model = EnergyModels.of(N, state -> calls.incrementAndGet() < 5_000 ? 0.0 : calls.get() % 5);
        RunException failure = Failures.of(
                ModelException.class,
                run(Samplers.rwm().build(), model).draws(3_000).threads(1)::run);
        assertThat(failure).hasMessageContaining(NAMED);
        assertThat(failure.partialResult().orElseThrow().draws()).isBetween(1_000, 2_999);
    }

    @Test
    void resumedRun_isNamed(@TempDir Path directory) {
        AtomicLong callsLeft = new AtomicLong(Long.MAX_VALUE);
        EnergyModel model = EnergyModels.of(N, state -> Math.min(0L, callsLeft.decrementAndGet()) % 3);
        Path file = directory.resolve("run.checkpoint");
        run(Samplers.rwm().build(), model).checkpoint(file).run();
        callsLeft.set(50);
        RunException failure = Failures.of(
                ModelException.class,
                () -> run(Samplers.rwm().build(), model).draws(200).resume(file));
        assertThat(failure).hasMessageContaining(NAMED);
    }

    /** Noise of standard deviation 1 in each score: two are within 3e-3 of each other with probability 1e-3. */
    @ParameterizedTest
    @MethodSource("batchedSamplers")
    void noisyBatches_areNamed(Sampler sampler) {
        for (DataType type : List.of(DataType.DOUBLE, DataType.FLOAT)) {
            assertNamed(run(sampler, new NoisyBits(SpinLine.of(N).batched(type))));
        }
    }

    private static List<Sampler> batchedSamplers() {
        return List.of(
                Samplers.auto().build(),
                Samplers.lbp().build(),
                Samplers.rwm().build(),
                Samplers.gibbs().build(),
                Samplers.multipleTry(3).build(),
                Samplers.hammingBall(1).build());
    }

    private static INDArray noisy(INDArray logProb) {
        return logProb.add(Nd4j.randn(DataType.DOUBLE, logProb.shape()));
    }

    private record NoisyBits(EnergyModel sound) implements EnergyModel {

        @Override
        public int dimension() {
            return sound.dimension();
        }

        @Override
        public DataType dataType() {
            return sound.dataType();
        }

        @Override
        public INDArray logProb(INDArray states) {
            return noisy(sound.logProb(states));
        }

        @Override
        public INDArray gradient(INDArray states) {
            return sound.gradient(states);
        }
    }

    @Test
    void noisyDensity_isNamed() {
        DensityModel model = new DensityModel() {

            @Override
            public int dimension() {
                return 3;
            }

            @Override
            public INDArray logProb(INDArray points) {
                return noisy(points.mul(points).sum(1).mul(-0.5));
            }

            @Override
            public INDArray gradient(INDArray points) {
                return points.neg();
            }
        };
        assertNamed(Samplers.mala().build().sample(model).chains(3).warmup(50).draws(100));
    }

    @Test
    void noisyCategories_areNamed() {
        TableCategories table = TableCategories.random(3, 1.0, 4L, 3, 3, 3);
        CategoricalEnergyModel model = new CategoricalEnergyModel() {

            @Override
            public int dimension() {
                return table.dimension();
            }

            @Override
            public int values() {
                return table.values();
            }

            @Override
            public INDArray logProb(INDArray states) {
                return noisy(table.logProb(states));
            }

            @Override
            public INDArray gradient(INDArray states) {
                return table.gradient(states);
            }
        };
        assertNamed(Samplers.lbp().build().sample(model).chains(3).warmup(50).draws(100));
    }

    /** Offsets near the end of double precision, and states that are impossible. */
    @ParameterizedTest
    @MethodSource("pure")
    void functions_run(Sampler sampler, EnergyModels.LogProb score) {
        for (int threads : new int[] {1, 4}) {
            for (EnergyModel model : List.of(EnergyModels.of(N, score), Tempered.of(EnergyModels.of(N, score), 0.7))) {
                boolean[] frozen = new boolean[N];
                frozen[2] = true;
                assertThat(run(sampler, model).threads(threads).keepBest(5).run())
                        .isNotNull();
                assertThat(run(sampler, model)
                                .threads(threads)
                                .frozen(frozen)
                                .initial(new byte[3][N])
                                .run())
                        .isNotNull();
                assertThat(run(sampler, model)
                                .threads(threads)
                                .tempering(Tempering.replicas(3))
                                .run())
                        .isNotNull();
            }
        }
    }

    /** A sum in single precision that a function keeps from call to call drifts by rounding, and is no fault. */
    @Test
    void sumsInSinglePrecision_run() {
        EnergyModel model = EnergyModels.perChain(200, () -> new EnergyModels.LogProb() {

            private static final long serialVersionUID = 1L;

            private final byte[] known = new byte[200];
            private float sum;

            @Override
            public double of(byte[] state) {
                for (int i = 0; i < state.length; i++) {
                    if (state[i] != known[i]) {
                        sum += (state[i] - known[i]) * (0.1f + 0.37f * (i % 7));
                        known[i] = state[i];
                    }
                }
                return -0.01 * sum;
            }
        });
        for (Sampler sampler : List.of(
                Samplers.rwm().build(),
                Samplers.metropolis().build(),
                Samplers.lbp().build())) {
            assertThat(sampler.sample(model).chains(2).draws(2_000).run()).isNotNull();
        }
    }

    static Stream<Arguments> pure() {
        SpinLine line = SpinLine.of(N);
        List<EnergyModels.LogProb> scores = List.of(
                state -> line.score(state) + 1e13,
                state -> -1e280 * (1 + state[0]),
                state -> (float) line.score(state) / 3.0f,
                state -> state[0] + state[1] == 2 ? Double.NEGATIVE_INFINITY : line.score(state));
        return samplers().stream()
                .limit(4)
                .skip(1)
                .flatMap(sampler -> scores.stream().map(score -> Arguments.of(sampler, score)));
    }

    /** A step of this sampler is one score. */
    @Test
    void secondScores_areFew() {
        for (int draws : new int[] {200, 1_000, 8_000}) {
            AtomicLong calls = new AtomicLong();
            EnergyModel model = EnergyModels.of(N, state -> calls.incrementAndGet() * 0.0);
            int chains = 4;
            Samplers.rwm()
                    .scale(1)
                    .build()
                    .sample(model)
                    .chains(chains)
                    .warmup(50)
                    .draws(draws)
                    .threads(2)
                    .run();
            double steps = 50.0 + draws;
            double more = calls.get() - chains * (1.0 + steps);
            assertThat(more / chains).isBetween(1.0, 2.0 + Math.log(steps / 16.0) / Math.log(2.0));
        }
    }
}

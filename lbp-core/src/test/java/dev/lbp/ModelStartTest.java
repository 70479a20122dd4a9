package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import dev.lbp.target.Tempered;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Chains without an initial state start where {@link EnergyModel#start} says. */
class ModelStartTest {

    /**
     * Of 64 fair bits at most 3 are 1 with probability 2.4e-15, so a chain that starts at fair bits starts at an
     * impossible state.
     */
    private static final int N = 64;

    private static final int MOST = 3;

    /** One site is 1. */
    private static final Function<UniformRandomProvider, byte[]> ONE_SITE = rng -> {
        byte[] state = new byte[N];
        state[rng.nextInt(N)] = 1;
        return state;
    };

    /** At most {@link #MOST} sites are 1. */
    private record Sparse(Function<UniformRandomProvider, byte[]> starts) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public byte[] start(UniformRandomProvider rng) {
            return starts.apply(rng);
        }

        @Override
        public Tracker newTracker() {
            return EnergyModels.of(N, Sparse::logProb).newTracker();
        }

        private static double logProb(byte[] x) {
            int ones = count(x);
            return ones > MOST ? Double.NEGATIVE_INFINITY : ones;
        }
    }

    /** The same in batches. */
    private record Batched(Sparse local) implements EnergyModel {

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public byte[] start(UniformRandomProvider rng) {
            return local.start(rng);
        }

        @Override
        public INDArray logProb(INDArray states) {
            return local.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return local.gradient(states);
        }
    }

    private static int count(byte[] state) {
        return IntStream.range(0, state.length).map(i -> state[i]).sum();
    }

    private static List<EnergyModel> models(Function<UniformRandomProvider, byte[]> starts) {
        Sparse local = new Sparse(starts);
        Batched batched = new Batched(local);
        return List.of(local, batched, Tempered.of(local, 0.5), Tempered.of(batched, 0.5));
    }

    static List<EnergyModel> models() {
        return models(ONE_SITE);
    }

    @ParameterizedTest
    @MethodSource("models")
    void start_chainsOfAnyKind_isTheModelsOwn(EnergyModel model) {
        Sampler rwm = Samplers.rwm().scale(1).build();
        Chain chain = rwm.start(model, 3L);
        ChainBatch batch = rwm.start(model, 3L, 4);
        SampleResult run =
                rwm.sample(model).chains(4).seed(3L).warmup(0).draws(1).run();
        assertThat(count(chain.state())).isOne();
        for (int c = 0; c < 4; c++) {
            assertThat(count(batch.state(c))).isOne();
            // a step of R = 1 is at most one flip away
            assertThat(distance(batch.state(c), run.finalStates()[c])).isLessThanOrEqualTo(1);
        }
        assertThat(chain.state()).isEqualTo(batch.state(0));
        // 4 starts of 64 are all the same with probability 64^-3; the seed is fixed
        assertThat(batch.state(1)).isNotEqualTo(batch.state(0));
    }

    private static int distance(byte[] one, byte[] other) {
        return (int) IntStream.range(0, N).filter(i -> one[i] != other[i]).count();
    }

    @Test
    void start_statesOfTheCallerOrSubsets_areUsedInstead() {
        for (EnergyModel fails : models(rng -> {
            throw new AssertionError("must not be called");
        })) {
            assertThat(Samplers.lbp().build().start(fails, 1L, new byte[2][N]).state(1))
                    .isEqualTo(new byte[N]);
            Samplers.lbp()
                    .build()
                    .sample(fails)
                    .chains(1)
                    .initial(new byte[1][N])
                    .warmup(1)
                    .draws(1)
                    .run();
            Samplers.rwm().build().sample(fails).ones(2).warmup(1).draws(1).run();
        }
    }

    /** What a model may return that it must not, and the words of the message. */
    private record Bad(Function<UniformRandomProvider, byte[]> starts, String message) {}

    static List<Bad> badStarts() {
        byte[] two = new byte[N];
        two[5] = 2;
        byte[] full = new byte[N];
        Arrays.fill(full, (byte) 1);
        return List.of(
                new Bad(rng -> null, "start(): must not be null: start()"),
                new Bad(rng -> new byte[N - 1], "must have length 64: start().length=63"),
                new Bad(rng -> two, "must be 0 or 1: start()[5]=2"),
                new Bad(
                        rng -> {
                            throw new IllegalStateException("no start");
                        },
                        "failed in start(): no start"),
                new Bad(
                        rng -> full,
                        "must start in a possible state: logProb=-Infinity (give possible states by initial(...), or by"
                                + " start() of a model class)"));
    }

    @Test
    void impossibleStart_tellsWhatItsUserCanDo() {
        EnergyModel lambda = EnergyModels.of(N, x -> Double.NEGATIVE_INFINITY);
        assertThatThrownBy(() -> Samplers.rwm().build().sample(lambda).run())
                .hasMessageContaining("(give possible states by initial(...), or by start() of a model class)");
        TableMoves moves = new TableMoves(MoveSpaces.permutations(3), x -> x == 0 ? Double.NEGATIVE_INFINITY : 0.0);
        int[][] impossible = {moves.space().states().get(0)};
        assertThatThrownBy(() -> Samplers.rwm()
                        .build()
                        .sample(moves)
                        .chains(1)
                        .initial(impossible)
                        .run())
                .hasMessageContaining("(give possible states by initial(...), or by randomState() of a model class)");
    }

    @ParameterizedTest
    @MethodSource("badStarts")
    void start_notAPossibleState_isAnErrorThatNamesTheMethod(Bad bad) {
        for (EnergyModel model : models(bad.starts)) {
            Sampler sampler = Samplers.lbp().build();
            assertThatThrownBy(() -> sampler.start(model, 1L))
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining(bad.message);
            assertThatThrownBy(() -> sampler.start(model, 1L, 2))
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining(bad.message);
            assertThatThrownBy(() -> sampler.sample(model).run())
                    .isInstanceOf(RunException.class)
                    .hasMessageContaining(bad.message);
        }
    }

    @Test
    void start_keptArrayOfTheModel_doesNotChangeWithTheChain() {
        byte[] kept = new byte[N];
        Chain chain = Samplers.lbp().build().start(new Sparse(rng -> kept), 1L);
        for (int t = 0; t < 20; t++) {
            chain.step();
        }
        assertThat(chain.state()).isNotEqualTo(new byte[N]);
        assertThat(kept).isEqualTo(new byte[N]);
    }
}

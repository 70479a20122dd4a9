package dev.lbp.runtime.run;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.MoveSpaces;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.TableCategories;
import dev.lbp.TableMoves;
import dev.lbp.ValueChain;
import dev.lbp.ValueRun;
import dev.lbp.Workers;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunException;
import dev.lbp.result.ValueResult;
import dev.lbp.target.CategoricalEnergyModel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Whole runs on batched models of categories. */
class CategoricalRunTest {

    private static final TableCategories MODEL = TableCategories.random(4, 1.0, 3L, 4, 4, 4);

    @TempDir
    private Path directory;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    static Stream<Sampler> samplers() {
        return Stream.of(
                Samplers.lbp().build(),
                Samplers.gwg()
                        .weight(WeightFunction.of("t^0.7", logT -> 0.7 * logT))
                        .build(),
                Samplers.rwm().build(),
                Samplers.dlmc().weight(WeightFunction.SQRT).build(),
                Samplers.dmala().build());
    }

    private static ValueRun run(Sampler sampler) {
        return sampler.sample(MODEL)
                .initial(new int[3][3])
                .chains(3)
                .warmup(50)
                .draws(200)
                .seed(4)
                .threads(2)
                .track("first", x -> x[0]);
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void run_anyNumberOfThreadsOrResumed_drawsTheSame(Sampler sampler) {
        ValueResult one = run(sampler).threads(1).run();
        assertSame(one, run(sampler).run());
        Path file = directory.resolve("checkpoint");
        run(sampler).draws(80).checkpoint(file).run();
        ValueResult resumed = run(sampler).resume(file); // its errors have other batches
        assertThat(resumed.traces().get("logProb")).isEqualTo(one.traces().get("logProb"));
        assertThat(resumed.valueMarginals()).isEqualTo(one.valueMarginals());
        assertThat(resumed.finalStates()).isEqualTo(one.finalStates());
    }

    /**
     * Each of 12 marginals is within 6 of its standard errors. For normal errors it fails with probability 12 * 2e-9;
     * the seed is fixed.
     */
    @ParameterizedTest
    @MethodSource("samplers")
    void marginals_areThoseOfTheTarget(Sampler sampler) {
        ValueResult result = run(sampler).draws(2_000).run();
        double[] p = MODEL.probabilities();
        double[][] exact = new double[3][4];
        for (int k = 0; k < p.length; k++) {
            int[] state = MODEL.state(k);
            for (int i = 0; i < 3; i++) {
                exact[i][state[i]] += p[k];
            }
        }
        for (int i = 0; i < 3; i++) {
            for (int c = 0; c < 4; c++) {
                assertThat(result.valueMarginals()[i][c])
                        .isCloseTo(exact[i][c], within(6.0 * result.valueMarginalErrors()[i][c]));
            }
        }
        assertThat(result.summary()).contains("N = 3, 4 values, 12 moves");
    }

    @Test
    void frozenSites_keepTheirValues() {
        int[][] initial = {{1, 2, 0}, {0, 1, 3}, {1, 0, 2}};
        ValueResult result = run(Samplers.lbp().build())
                .initial(initial)
                .frozen(new boolean[] {false, true, false})
                .keepDraws()
                .run();
        for (int c = 0; c < 3; c++) {
            for (int t = 0; t < 200; t++) {
                assertThat(result.draw(c, t)[1]).isEqualTo(initial[c][1]);
            }
        }
    }

    @Test
    void chain_inACallersLoop_keepsStateAndLogProbTogether() {
        TableCategories all = TableCategories.random(3, 1.0, 3L, 3, 3, 3);
        ValueChain chain = Samplers.dlmc().build().start(all, 5L);
        chain.warmUp(50);
        for (int t = 0; t < 50; t++) {
            chain.step();
            assertThat(chain.logProb()).isEqualTo(all.table()[all.number(chain.state())]);
        }
    }

    /** With two values a fixed even R keeps a parity, with three it does not. */
    @Test
    void fixedEvenScale_isNamedReducibleForTwoValuesAlone() {
        String warning = "A fixed scale of 2 is reducible: every move keeps the parity of the number of ones.";
        for (Sampler two :
                List.of(Samplers.lbp().scale(2).build(), Samplers.rwm().scale(2).build())) {
            assertThat(two.sample(TableCategories.random(2, 1.0, 3L, 2, 2, 2))
                            .draws(20)
                            .run()
                            .summary())
                    .contains(warning);
            assertThat(two.sample(TableCategories.random(3, 1.0, 3L, 3, 3, 3))
                            .draws(20)
                            .run()
                            .summary())
                    .doesNotContain("reducible");
        }
        assertThat(Samplers.lbp()
                        .scale(1)
                        .build()
                        .sample(TableCategories.random(2, 1.0, 3L, 2, 2, 2))
                        .draws(20)
                        .run()
                        .summary())
                .doesNotContain("reducible");
    }

    private static void refused(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    @Test
    void badArguments_areRefused() {
        String fitting = "must be lbp(), gwg(), dlmc(), dmala() or rwm() for a batched model of categories: sampler=";
        for (Sampler sampler : new Sampler[] {
            Samplers.pas().build(),
            Samplers.gibbs().build(),
            Samplers.metropolis().build(),
            Samplers.blockGibbs().build()
        }) {
            refused(fitting + sampler, () -> sampler.sample(MODEL));
            refused(fitting + sampler, () -> sampler.start(MODEL, 1L));
        }
        Sampler lbp = Samplers.lbp().build();
        TableCategories one = new TableCategories(2, 1, new double[1], true, DataType.DOUBLE);
        refused("must be >= 2: model.values()=1", () -> lbp.sample(one));
        TableCategories huge = new TableCategories(1_000_000, 2_000, new double[1], true, DataType.DOUBLE);
        refused("must be <= 1000000000: model.dimension() * model.values()=2000000000", () -> lbp.sample(huge));
        Sampler four = Samplers.lbp().scale(4).build();
        refused(
                "must be in [1, 3]: scale=4",
                () -> four.sample(MODEL).initial(new int[4][3]).run());
        refused(
                "must be in [0, values - 1=3]: initial[0][1]=4",
                () -> lbp.sample(MODEL).initial(new int[][] {{0, 4, 0}}));
        refused(
                "must be given with frozen sites: initial=null",
                () -> lbp.sample(MODEL).frozen(new boolean[3]).run());
        refused(
                "must leave at least one site free: frozen sites=3",
                () -> lbp.sample(MODEL).frozen(new boolean[] {true, true, true}));
        Sampler rwm = Samplers.rwm().build();
        TableMoves moves = TableMoves.random(MoveSpaces.permutations(3), 1.0, 5L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rwm.sample(moves).frozen(new boolean[3]))
                .withMessageStartingWith("must be a CategoricalModel to freeze sites");
        TableCategories half = new TableCategories(3, 4, MODEL.table(), true, DataType.FLOAT16);
        refused("must be DOUBLE or FLOAT: dataType=HALF", () -> lbp.sample(half).run());
    }

    /** A model of two sites and three values with given logits. */
    private record Given(Function<INDArray, INDArray> answer) implements CategoricalEnergyModel {

        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public int values() {
            return 3;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return Nd4j.zeros(DataType.DOUBLE, states.size(0));
        }

        @Override
        public INDArray gradient(INDArray states) {
            return answer.apply(states);
        }
    }

    private static void failing(String message, Function<INDArray, INDArray> answer) {
        assertThatThrownBy(
                        () -> Samplers.lbp().build().sample(new Given(answer)).run())
                .isInstanceOf(RunException.class)
                .hasMessageContaining(message);
    }

    private static INDArray all(INDArray states, double value) {
        return Nd4j.valueArrayOf(states.shape(), value, DataType.DOUBLE);
    }

    @Test
    void badLogits_endTheRun() {
        failing("must not be NaN or +Infinity: a logit=NaN", states -> all(states, Double.NaN));
        failing("must not be NaN or +Infinity: a logit=Infinity", states -> all(states, Double.POSITIVE_INFINITY));
        failing(
                "must be finite: the logit of the current value of site 0=-Infinity",
                states -> all(states, Double.NEGATIVE_INFINITY));
        failing("must be [4, 6]: logits.shape=[4, 2]", states -> Nd4j.zeros(4, 2));
        failing("must not be null: logits", states -> null);
        failing("must not be written to: states[0][0]=", states -> states.addi(1.0));
    }

    @Test
    void resume_otherLogits_isRefused() {
        Path file = directory.resolve("checkpoint");
        Sampler sampler = Samplers.lbp().build();
        sampler.sample(new Given(states -> all(states, 0.5)))
                .draws(20)
                .checkpoint(file)
                .run();
        ValueRun other = sampler.sample(new Given(states -> all(states, 0.7))).draws(20);
        assertThatThrownBy(() -> other.resume(file))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("the model's logits (checksum) must be ");
    }

    @Test
    void badWeightFunction_isNamed() {
        Sampler sampler = Samplers.lbp()
                .weight(WeightFunction.of("bad", logT -> Double.NaN))
                .build();
        assertThatThrownBy(() -> sampler.sample(MODEL).initial(new int[4][3]).run())
                .isInstanceOf(RunException.class)
                .hasMessageContaining("weight function bad")
                .hasMessageContaining("must not be NaN: logWeight(");
    }
}

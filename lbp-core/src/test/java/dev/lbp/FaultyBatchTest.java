package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.ModelException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** A batched model whose arrays are not what its contract says. */
class FaultyBatchTest {

    private static final Sampler LBP = Samplers.lbp().build();

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static void assertFails(
            int scoring, UnaryOperator<INDArray> logProb, UnaryOperator<INDArray> ratios, String message) {
        assertThatThrownBy(() ->
                        Fault.run(LBP, Fault.changed(scoring, logProb, ratios)).run())
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(ModelException.class)
                .hasMessageStartingWith("faulty failed in the batch of 4 chains at step " + Math.max(0, scoring - 1))
                .hasMessageContaining(message)
                .hasRootCauseInstanceOf(RuntimeException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void run_wrongShape_namesIt(int scoring) {
        UnaryOperator<INDArray> same = UnaryOperator.identity();
        assertFails(scoring, lp -> Fault.shaped(1, 4), same, "must be [4]: logProb.shape=[1, 4]");
        assertFails(scoring, lp -> Fault.shaped(5, 1), same, "must be [4, 1]: logProb.shape=[5, 1]");
        assertFails(scoring, lp -> Fault.shaped(), same, "must be [4]: logProb.shape=[]");
        assertFails(scoring, lp -> Fault.shaped(5), same, "must be [4]: logProb.shape=[5]");
        assertFails(scoring, same, r -> r.transpose(), "must be [4, 12]: flipLogRatios.shape=[12, 4]");
        assertFails(scoring, same, r -> Fault.shaped(4, 11), "must be [4, 12]: flipLogRatios.shape=[4, 11]");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void run_wrongType_namesIt(int scoring) {
        UnaryOperator<INDArray> same = UnaryOperator.identity();
        String floating = "must be a floating type: ";
        assertFails(scoring, lp -> lp.castTo(DataType.INT32), same, floating + "logProb.dataType=INT");
        assertFails(scoring, same, r -> r.castTo(DataType.INT64), floating + "flipLogRatios.dataType=LONG");
        assertFails(scoring, same, r -> r.castTo(DataType.BOOL), floating + "flipLogRatios.dataType=BOOL");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void run_null_namesIt(int scoring) {
        UnaryOperator<INDArray> same = UnaryOperator.identity();
        assertFails(scoring, lp -> null, same, "must not be null: logProb");
        assertFails(scoring, same, r -> null, "must not be null: flipLogRatios");
    }

    @Test
    void run_nullEvaluation_namesIt() {
        EnergyModel sound = SpinLine.of(Fault.N).batched(DataType.DOUBLE);
        EnergyModel model = new EnergyModel() {
            @Override
            public int dimension() {
                return Fault.N;
            }

            @Override
            public INDArray logProb(INDArray states) {
                return sound.logProb(states);
            }

            @Override
            public INDArray gradient(INDArray states) {
                return sound.gradient(states);
            }

            @Override
            public Evaluation evaluate(INDArray states) {
                return null;
            }

            @Override
            public String name() {
                return "faulty";
            }
        };
        assertThatThrownBy(() -> Fault.run(LBP, model).run())
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(ModelException.class)
                .hasMessageContaining("must not be null: evaluate");
    }

    /** Views, 'f' order and other floating types are all good. */
    @Test
    void run_arraysOfOtherLayouts_drawsTheSame() {
        UnaryOperator<INDArray> same = UnaryOperator.identity();
        SampleResult plain = Fault.run(LBP, Fault.changed(0, same, same)).run();
        Results.assertSame(
                plain, Fault.run(LBP, Fault.changed(0, same, r -> r.dup('f'))).run());
        Results.assertSame(
                plain,
                Fault.run(LBP, Fault.changed(0, lp -> lp.reshape(4, 1), same)).run());
        Results.assertSame(
                plain,
                Fault.run(LBP, Fault.changed(0, lp -> lp.castTo(DataType.FLOAT), r -> r.castTo(DataType.FLOAT)))
                        .run());
        Results.assertSame(
                plain,
                Fault.run(LBP, Fault.changed(0, same, r -> r.castTo(DataType.FLOAT16)))
                        .run());
        Results.assertSame(
                plain,
                Fault.run(
                                LBP,
                                Fault.changed(
                                        0, same, r -> r.transpose().dup('c').transpose()))
                        .run());
        Results.assertSame(
                plain,
                Fault.run(LBP, Fault.changed(0, same, FaultyBatchTest::view)).run());
    }

    /** A product of [1, N] and [N] is [1, 1] in ND4J, where one of [2, N] and [N] is [2]. */
    @Test
    void start_oneChainOfAProduct_isSampled() {
        SpinLine line = SpinLine.of(Fault.N);
        EnergyModel model = Fault.changed(0, logProb -> logProb.reshape(1, 1), UnaryOperator.identity());
        Chain chain = LBP.start(model, 4L);
        for (int t = 0; t < 20; t++) {
            chain.step();
            assertThat(chain.logProb()).isEqualTo(line.score(chain.state()));
        }
    }

    @Test
    void start_oneChainThatFails_speaksOfOneChain() {
        EnergyModel model = Fault.changed(0, logProb -> null, UnaryOperator.identity());
        assertThatThrownBy(() -> LBP.start(model, 4L))
                .hasMessageStartingWith("faulty failed in the batch of 1 chain at step 0: ");
    }

    /** A step that failed has left no trace in what the model is shown: the next one starts from the current states. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void step_afterOneThatFailed_goesOnFromTheCurrentStates(boolean gibbs) {
        SpinLine line = SpinLine.of(Fault.N);
        boolean[] fails = new boolean[1];
        EnergyModel model = Fault.changed(
                0,
                logProb -> {
                    if (fails[0]) {
                        throw new IllegalStateException("out of order");
                    }
                    return logProb;
                },
                UnaryOperator.identity());
        Sampler sampler =
                gibbs ? Samplers.gibbs().build() : Samplers.lbp().scale(3).build();
        ChainBatch batch = sampler.start(model, 6L, 4);
        for (int t = 0; t < 20; t++) {
            fails[0] = true;
            assertThatThrownBy(batch::step).hasMessageContaining("out of order");
            fails[0] = false;
            batch.step();
            for (int c = 0; c < 4; c++) {
                assertThat(batch.logProb(c)).isEqualTo(line.score(batch.state(c)));
            }
        }
    }

    private static INDArray view(INDArray ratios) {
        INDArray wide = Fault.shaped(ratios.size(0) + 1, ratios.size(1) + 3);
        INDArray view = wide.get(
                org.nd4j.linalg.indexing.NDArrayIndex.interval(1, ratios.size(0) + 1),
                org.nd4j.linalg.indexing.NDArrayIndex.interval(2, ratios.size(1) + 2));
        return view.assign(ratios);
    }
}

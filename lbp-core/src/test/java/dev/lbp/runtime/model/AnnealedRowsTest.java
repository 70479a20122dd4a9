package dev.lbp.runtime.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * The path of a tempered run against its definition: a row for each replica, each with an inverse temperature of its
 * own.
 */
class AnnealedRowsTest {

    private static final int N = 3;
    private static final double[] LOGITS = {1.5, -1.0, 0.25};
    private static final double[] BETAS = {1.0, 0.5, 0.125, 0.7};

    private static final TableTarget TARGET =
            TableTarget.of("rough", N, x -> 3.0 * Math.sin(1.0 + 5.0 * TableTarget.number(x)));

    private static Stream<Arguments> cases() {
        return Stream.of(DataType.DOUBLE, DataType.FLOAT)
                .flatMap(type -> Stream.of(null, LOGITS).map(logits -> Arguments.of(type, logits)));
    }

    /** The definition of the path. */
    private static double logProb(double beta, int state, double @Nullable [] logits) {
        double base = 0.0;
        for (int i = 0; i < N; i++) {
            double odds = logits == null ? 0.0 : logits[i];
            base += (state >> i & 1) * odds - Math.log1p(Math.exp(odds));
        }
        return (1.0 - beta) * base + beta * TARGET.logProb(state);
    }

    /** Counts the evaluations of a model. */
    private record Counted(EnergyModel model, int[] evaluations) implements EnergyModel {

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public DataType dataType() {
            return model.dataType();
        }

        @Override
        public INDArray logProb(INDArray states) {
            throw new AssertionError("only evaluate() is needed");
        }

        @Override
        public INDArray gradient(INDArray states) {
            throw new AssertionError("only evaluate() is needed");
        }

        @Override
        public Evaluation evaluate(INDArray states) {
            evaluations[0]++;
            return model.evaluate(states);
        }
    }

    private static void evaluate(BatchModel batch, int[] states) {
        for (int c = 0; c < states.length; c++) {
            batch.writeRow(c, TableTarget.state(states[c], N));
        }
        batch.evaluate();
    }

    private static void verify(BatchModel batch, int[] states, double[] betas, double @Nullable [] logits) {
        evaluate(batch, states);
        double[] ratios = new double[N];
        for (int c = 0; c < states.length; c++) {
            double here = logProb(betas[c], states[c], logits);
            assertThat(batch.logProb[c]).isCloseTo(here, within(1e-12));
            batch.logRatios(c, ratios);
            for (int i = 0; i < N; i++) {
                double ratio = logProb(betas[c], states[c] ^ 1 << i, logits) - here;
                assertThat(ratios[i])
                        .isCloseTo(ratio, within(batch.model().dataType() == DataType.FLOAT ? 2e-6 : 1e-12));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rows_ofAnyBetas_scoreTheirOwnPathAndExchangeWithoutAnEvaluation(DataType type, double[] logits) {
        int[] evaluations = {0};
        EnergyModel model = new Counted(TARGET.batched(type), evaluations);
        AnnealedModel<byte[]> path = new AnnealedModel<>(
                model, FactorisedBase.ofLogits(logits, N, null), N, RowBlocks.whole(BETAS.length), "rough");
        for (int c = 0; c < BETAS.length; c++) {
            path.beta(c, BETAS[c]);
        }
        BatchModel batch = new BatchModel(path, N, BETAS.length);
        verify(batch, new int[] {6, 1, 3, 4}, BETAS, logits);
        path.exchange(0, 3);
        path.exchange(1, 3);
        verify(batch, new int[] {4, 6, 3, 1}, BETAS, logits);
        assertThat(path.targetLogProb(1)).isEqualTo(TARGET.logProb(6));
        path.beta(2, 0.25);
        verify(batch, new int[] {4, 6, 3, 1}, new double[] {1.0, 0.5, 0.25, 0.7}, logits);
        assertThat(evaluations).containsExactly(1);
        path.beta(2, 0.125);
        verifyKeptAndStored(path, batch, model, logits);
        assertThat(evaluations).containsExactly(4);
        path.forget();
        verify(batch, new int[] {4, 6, 3, 7}, BETAS, logits);
        assertThat(evaluations).containsExactly(5);
    }

    /** Five chains of two replicas in blocks of two chains: rows 0, 1, 5, 6, then 2, 3, 7, 8, then 4, 9. */
    @ParameterizedTest
    @MethodSource("cases")
    void rows_inBlocks_scoreTheirOwnPathAndEvaluateOnlyBlocksWithUnknownStates(DataType type, double[] logits) {
        int[] evaluations = {0};
        EnergyModel model = new Counted(TARGET.batched(type), evaluations);
        RowBlocks blocks = RowBlocks.of(5, 2, 2);
        AnnealedModel<byte[]> path =
                new AnnealedModel<>(model, FactorisedBase.ofLogits(logits, N, null), N, blocks, "rough");
        double[] betas = new double[10];
        for (int c = 0; c < 10; c++) {
            betas[c] = 1.0 / (1 + c);
            path.beta(c, betas[c]);
        }
        BatchModel batch = new BatchModel(path, N, 10);
        verify(batch, new int[] {6, 1, 3, 4, 0, 2, 7, 5, 3, 1}, betas, logits);
        assertThat(evaluations).containsExactly(3);
        verify(batch, new int[] {6, 1, 3, 4, 0, 2, 7, 1, 3, 1}, betas, logits);
        assertThat(evaluations).containsExactly(4);
        verify(batch, new int[] {6, 1, 3, 4, 5, 0, 7, 5, 3, 1}, betas, logits);
        assertThat(evaluations).containsExactly(6);
    }

    /** Rows stay at 4, 6, 3, 1 through two proposals; then a state of another batch takes the place of the last. */
    private static void verifyKeptAndStored(
            AnnealedModel<byte[]> path, BatchModel batch, EnergyModel model, double @Nullable [] logits) {
        int[] states = {4, 6, 3, 1};
        for (int proposal = 0; proposal < 2; proposal++) {
            int other = proposal == 0 ? 5 : 2;
            verify(batch, new int[] {other, other, other, other}, BETAS, logits);
            for (int c = 0; c < states.length; c++) {
                assertThat(path.keep(c, TableTarget.state(states[c], N), true)).isTrue();
                assertThat(path.keep(c, TableTarget.state(0, N), true)).isFalse();
            }
        }
        BatchModel others = new BatchModel(model, N, 2);
        evaluate(others, new int[] {0, 7});
        path.store(3, TableTarget.state(7, N), others, 1, true);
        assertThat(path.targetLogProb(3)).isCloseTo(TARGET.logProb(7), within(1e-12));
        int[] stored = Arrays.copyOf(states, states.length);
        stored[3] = 7;
        verify(batch, stored, BETAS, logits);
    }
}

package dev.lbp.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.MoveSpaces;
import dev.lbp.Serialized;
import dev.lbp.TableCategories;
import dev.lbp.TableMoves;
import dev.lbp.check.ModelCheck;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Sums of experts by their definition; that samplers are exact on them is in SiteConstraintsKernelTest. */
class ExpertsTest {

    /** Site 1 cannot have value 2. */
    private static final double[][] TABLE = {{0.5, -1.0, 0.25}, {0.0, 2.0, Double.NEGATIVE_INFINITY}};

    private static INDArray oneHot(DataType type, int[]... states) {
        INDArray cells = Nd4j.zeros(type, states.length, 3 * states[0].length);
        for (int r = 0; r < states.length; r++) {
            for (int i = 0; i < states[r].length; i++) {
                cells.putScalar(r, 3 * i + states[r][i], 1.0);
            }
        }
        return cells;
    }

    private static final class Local extends TableMoves implements CategoricalModel {

        private static final long serialVersionUID = 1L;

        Local(TableCategories same) {
            super(MoveSpaces.sites(3, 3, 3), x -> same.table()[x]);
        }
    }

    @Test
    void score_isTheWeightedSum() {
        TableCategories whole = TableCategories.random(3, 1.0, 3L, 3, 3, 3);
        Experts experts = Experts.of(
                3,
                3,
                Expert.of(whole).weight(2.0),
                Expert.of(new TableCategories(3, 3, whole.table(), true, DataType.FLOAT)),
                Expert.of(new Local(whole)).weight(-0.5),
                Expert.ofLogits(TABLE).from(1).alphabet("abc", "bca"));
        int[][] states = {{2, 0, 1}, {0, 1, 0}, {1, 1, 2}};
        INDArray cells = oneHot(DataType.DOUBLE, states);
        CategoricalEnergyModel.Evaluation answer = experts.evaluate(cells);
        for (int r = 0; r < 3; r++) {
            int[] state = states[r];
            double expected = score(whole, state);
            assertThat(answer.logProb().getDouble(r)).isCloseTo(expected, within(1e-6));
            assertThat(experts.logProb(cells).getDouble(r)).isCloseTo(expected, within(1e-6));
            for (int k = 0; k < 9 && Double.isFinite(expected); k++) {
                int[] other = state.clone();
                other[k / 3] = k % 3;
                double change =
                        answer.logits().getDouble(r, k) - answer.logits().getDouble(r, k / 3 * 3 + state[k / 3]);
                double exact = score(whole, other) - expected;
                assertThat(change == exact || Math.abs(change - exact) < 1e-6)
                        .as("%d, %d: %s", r, k, change)
                        .isTrue();
            }
        }
        assertThat(answer.logits()).isEqualTo(experts.logits(cells)).isEqualTo(experts.gradient(cells));
        assertThat(experts.exactFlips()).isTrue();
        ModelCheck.of(experts).verify();
    }

    /** Letters a, b, c are the columns 2, 0, 1 of the table. */
    private static double score(TableCategories whole, int[] state) {
        int[] column = {2, 0, 1};
        return (2.0 + 1.0 - 0.5) * whole.table()[whole.number(state)]
                + TABLE[0][column[state[1]]]
                + TABLE[1][column[state[2]]];
    }

    @Test
    void experts_tellWhatTheyAre() throws Exception {
        TableCategories whole = TableCategories.random(3, 1.0, 3L, 3, 3, 3);
        Experts experts = Experts.of(
                3, 3, Expert.of(whole), Expert.ofLogits(TABLE).weight(0.5).from(1));
        assertThat(experts).hasToString("Experts, N = 3, C = 3: 1.0 TableCategories + 0.5 LogitTable");
        assertThat(experts.identity()).containsEntry("experts[1]", "0.5 LogitTable from site 1");
        INDArray state = oneHot(DataType.DOUBLE, new int[] {2, 0, 1});
        assertThat(Serialized.copy(experts).logProb(state)).isEqualTo(experts.logProb(state));
    }

    @Test
    void badArguments_areRefused() {
        Expert table = Expert.ofLogits(TABLE);
        refused("must be >= 1: sites=0", () -> Experts.of(0, 3, table));
        refused("must be >= 2: values=1", () -> Experts.of(2, 1, table));
        refused("must have at least one: experts=none", () -> Experts.of(2, 3));
        refused(
                "must have sites up to N=2: experts[1]=LogitTable from site 1 with 2 sites",
                () -> Experts.of(2, 3, table, table.from(1)));
        refused(
                "must have 4 values as the states have, or columns: experts[0].values()=3",
                () -> Experts.of(2, 4, table));
        refused(
                "must have one for each of 4 values: experts[0].columns=[0, 1]",
                () -> Experts.of(2, 4, table.columns(0, 1)));
        refused("must be in [0, model.values() - 1=2]: columns[1]=3", () -> table.columns(0, 3));
        refused("must not be 0: weight=0.0", () -> table.weight(0.0));
        refused("must be finite: weight=NaN", () -> table.weight(Double.NaN));
        refused("must be >= 0: from=-1", () -> table.from(-1));
        refused("must have length 3: ofModel.length=2", () -> table.alphabet("ab", "ab"));
        refused("must have the letter 'd': ofModel=abc", () -> table.alphabet("ad", "abc"));
        refused("must have length 2: logits[1].length=1", () -> Expert.ofLogits(new double[][] {{0, 0}, {0}}));
        refused(
                "must be finite or -Infinity: logits[0][1]=NaN",
                () -> Expert.ofLogits(new double[][] {{0, Double.NaN}}));
        refused(
                "must have a possible value: logits[0]=-Infinity for each",
                () -> Expert.ofLogits(new double[][] {
                    IntStream.range(0, 2)
                            .mapToDouble(k -> Double.NEGATIVE_INFINITY)
                            .toArray()
                }));
    }

    private static void refused(String message, Runnable call) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
    }
}

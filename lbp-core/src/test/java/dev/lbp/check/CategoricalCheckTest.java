package dev.lbp.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableCategories;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.ModelException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Models of categories that are right pass, and each wrong answer is found. */
class CategoricalCheckTest {

    private static final TableCategories RIGHT = TableCategories.random(4, 1.5, 12L, 4, 4, 4);

    /** A model with wrong answers. */
    private record Wrong(boolean exactFlips, UnaryOperator<INDArray> logProbs, UnaryOperator<INDArray> logitses)
            implements CategoricalEnergyModel {

        @Override
        public int dimension() {
            return 3;
        }

        @Override
        public int values() {
            return 4;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return logProbs.apply(RIGHT.logProb(states));
        }

        @Override
        public INDArray gradient(INDArray states) {
            return logitses.apply(RIGHT.gradient(states));
        }

        @Override
        public Evaluation evaluate(INDArray states) {
            return new Evaluation(RIGHT.logProb(states), gradient(states));
        }
    }

    private static void found(String message, CategoricalEnergyModel model) {
        assertThatThrownBy(() -> ModelCheck.of(model).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(message);
    }

    @Test
    void rightModels_pass() {
        CategoricalCheck.Report report = ModelCheck.of(RIGHT).verify();
        assertThat(report.moves()).isEqualTo(4 * 9);
        assertThat(report.flipCorrelation()).isCloseTo(1.0, within(1e-12));
        TableCategories single = new TableCategories(3, 4, RIGHT.table(), true, DataType.FLOAT);
        assertThat(ModelCheck.of(single).verify().flipCorrelation()).isCloseTo(1.0, within(1e-6));
        TableCategories uneven = TableCategories.random(4, 1.5, 12L, 2, 3, 4);
        ModelCheck.of(uneven).states(30).initial(new int[1][3]).seed(4L).verify();
    }

    @Test
    void wrongLogits_areFound() {
        UnaryOperator<INDArray> same = array -> array;
        found("the difference of logits of site 1 to value", new Wrong(true, same, logits -> {
            INDArray wrong = logits.dup();
            wrong.getColumn(6).addi(0.01);
            return wrong;
        }));
        found("is the sign of the gradient wrong?", new Wrong(false, same, INDArray::neg));
        found("alone, not in a batch, is ", new Wrong(false, same, logits -> logits.add(logits.size(0))));
        found("must be [4, 12]: logits.shape=[12]", new Wrong(false, same, logits -> logits.getRow(0)));
        found(
                "must not be NaN or +Infinity: the logit of site 0, value 0=NaN",
                new Wrong(false, same, logits -> Nd4j.valueArrayOf(logits.shape(), Double.NaN, DataType.DOUBLE)));
        found("must not be null: logits", new Wrong(false, same, logits -> null));
    }

    @Test
    void wrongLogProbs_areFound() {
        UnaryOperator<INDArray> same = array -> array;
        found("evaluate().logProb of state 0 is ", new Wrong(true, logProb -> logProb.add(0.1), same));
        found(
                "must not be NaN or +Infinity: logProb=NaN",
                new Wrong(true, logProb -> Nd4j.valueArrayOf(logProb.shape(), Double.NaN, DataType.DOUBLE), same));
        TableCategories impossible = TableCategories.random(4, 1.5, 12L, 0, 4, 4);
        found("all 4 states are impossible", impossible);
    }

    @Test
    void badArguments_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelCheck.of(RIGHT).states(0))
                .withMessage("must be >= 1: states=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelCheck.of(RIGHT).initial(new int[][] {{0, 4, 0}}))
                .withMessage("must be in [0, values - 1=3]: initial[0][1]=4");
    }
}

package dev.lbp.check;

import static dev.lbp.check.ModelCheckTest.N;
import static dev.lbp.check.ModelCheckTest.assertNamed;

import dev.lbp.SmallRbm;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import java.io.Serializable;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Passes layered models that are right, and names the fault of what they say given hidden variables. */
class LayeredModelCheckTest {

    private static final LayeredModel RBM = new SmallRbm(N, 3, DataType.DOUBLE);

    /** What a layered model answers given new hidden variables. */
    private interface Answer extends Serializable {
        EnergyModel.Evaluation of(INDArray states, List<UniformRandomProvider> random);
    }

    /** A sound layered model but for that answer. */
    private static final class BentLayers extends ModelCheckTest.Bent implements LayeredModel {
        private static final long serialVersionUID = 1L;
        private final Answer answer;

        BentLayers(Answer answer) {
            super(RBM);
            this.answer = answer;
        }

        @Override
        public Evaluation evaluateGivenHidden(INDArray states, List<UniformRandomProvider> random) {
            return answer.of(states, random);
        }
    }

    private static INDArray logOdds(INDArray states, List<UniformRandomProvider> random) {
        return RBM.evaluateGivenHidden(states, random).gradient().orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(names = {"DOUBLE", "FLOAT"})
    void verify_layeredModel_passes(DataType type) {
        ModelCheck.of(new SmallRbm(N, 3, type)).verify();
        ModelCheck.of(new SmallRbm(1, 1, type)).verify();
    }

    @Test
    void verify_hiddenVariablesOfAnotherState_saysSo() {
        assertNamed(
                new BentLayers((states, random) -> EnergyModel.Evaluation.ofGradient(
                        states, RBM.logProb(states), logOdds(states.rsub(1.0), random))),
                "evaluateGivenHidden flips site ",
                "is h drawn given the state");
    }

    /** Log-odds that do not depend on h, and are too large. */
    @Test
    void verify_logRatiosWithoutHiddenVariables_saysSo() {
        assertNamed(
                new BentLayers((states, random) -> EnergyModel.Evaluation.ofGradient(
                        states, RBM.logProb(states), RBM.gradient(states).muli(1.5))),
                "evaluateGivenHidden flips site ");
    }

    @Test
    void verify_logProbOffInItsLastDigits_saysSo() {
        assertNamed(
                new BentLayers((states, random) -> EnergyModel.Evaluation.ofGradient(
                        states, RBM.logProb(states).muli(1.0 + 1e-9), logOdds(states, random))),
                "evaluateGivenHidden().logProb is ",
                "to the last bit");
    }
}

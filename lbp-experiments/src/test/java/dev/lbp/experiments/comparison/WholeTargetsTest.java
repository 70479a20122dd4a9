package dev.lbp.experiments.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.check.ModelCheck;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PottsModel;
import dev.lbp.target.MoveModel;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The models agree with themselves, and with local models of the same distribution. */
class WholeTargetsTest {

    @Test
    void whole_models_passTheirCheck() {
        IsingModel ising = IsingModel.lattice(4, 3).coupling(0.4).field(0.1).build();
        assertThat(ModelCheck.of(new WholeIsing(ising)).verify().flipCorrelation())
                .isCloseTo(1.0, within(1e-12));
        assertThat(ModelCheck.of(new TanhNetwork(12, 5, 3, 1L)).verify().largestGradientError())
                .isLessThan(1e-6);
        ModelCheck.of(new WholePotts(4, 3, 0.7)).verify();
    }

    @Test
    void wholePotts_logProb_isThatOfThePottsModel() {
        WholePotts whole = new WholePotts(5, 4, 0.7);
        MoveModel.Tracker local =
                PottsModel.lattice(5, 5, 4).coupling(0.7).build().newTracker();
        Random random = new Random(1);
        int[] uniform = new int[25];
        local.reset(uniform); // the Potts model may have another constant
        double shift = whole.logProb(oneHot(uniform)).getDouble(0) - local.logProb();
        for (int k = 0; k < 20; k++) {
            int[] state = random.ints(25, 0, 4).toArray();
            local.reset(state);
            assertThat(whole.logProb(oneHot(state)).getDouble(0) - local.logProb())
                    .isCloseTo(shift, within(1e-12));
        }
    }

    private static INDArray oneHot(int[] state) {
        double[] cells = new double[4 * state.length];
        for (int i = 0; i < state.length; i++) {
            cells[4 * i + state[i]] = 1.0;
        }
        return Nd4j.createFromArray(new double[][] {cells});
    }
}

package dev.lbp.internal.solve.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.IsingModel;
import dev.lbp.models.PairwiseModel;
import dev.lbp.models.QuadraticModel;
import org.junit.jupiter.api.Test;

class SpinFormTest {

    @Test
    void value_eachState_isTheModels() {
        PairwiseModel model = PairwiseModel.of(
                new double[] {0.3, -1.0, 2.0, 0.0}, new int[] {0, 1, 0, 2}, new int[] {1, 2, 0, 1}, new double[] {
                    1.5, -0.7, 0.25, 4.0
                });
        SpinForm form = SpinForm.of(model);
        for (int bits = 0; bits < 16; bits++) {
            byte[] state = {(byte) (bits & 1), (byte) (bits >> 1 & 1), (byte) (bits >> 2 & 1), (byte) (bits >> 3 & 1)};
            assertThat(form.value(state)).isCloseTo(logProb(model, state), within(1e-12));
        }
        assertThat(form.symmetric()).isFalse();
        assertThat(form.commonSize()).isNaN();
    }

    /** Rounding of 0.44 (4 neighbours) leaves biases that are not exactly -2 times the couplings' sum. */
    @Test
    void symmetric_withoutFieldsButRounding_isTrue() {
        for (double coupling : new double[] {0.44, -0.1, 1e-7, 3e7, 1.0 / 3.0}) {
            SpinForm form =
                    SpinForm.of(IsingModel.lattice(7, 9).coupling(coupling).build());
            assertThat(form.symmetric()).as("%s", coupling).isTrue();
            assertThat(form.commonSize()).isCloseTo(Math.abs(coupling), within(1e-9 * Math.abs(coupling)));
        }
    }

    /** A field far below the couplings, but far above their rounding. */
    @Test
    void symmetric_withASmallField_isFalse() {
        SpinForm form =
                SpinForm.of(IsingModel.lattice(7, 9).coupling(0.44).field(1e-12).build());
        assertThat(form.symmetric()).isFalse();
        assertThat(form.field()[8]).isCloseTo(1e-12, within(1e-14));
    }

    private static double logProb(QuadraticModel model, byte[] state) {
        QuadraticModel.Tracker tracker = model.newTracker();
        tracker.reset(state);
        return tracker.logProb();
    }
}

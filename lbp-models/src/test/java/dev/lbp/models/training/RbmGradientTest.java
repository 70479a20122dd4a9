package dev.lbp.models.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RbmGradientTest {

    private static final int VISIBLE = 5;
    private static final int HIDDEN = 3;

    private static final byte[][] DATA = {{1, 0, 1, 1, 0}, {1, 1, 1, 0, 0}, {0, 0, 1, 1, 1}, {1, 0, 1, 0, 0}};

    private final TinyRbm machine = TinyRbm.random(VISIBLE, HIDDEN, 1.0, 5L);

    private static void add(RbmGradient gradient, TinyRbm machine, double scale, byte[]... states) {
        BlockGibbs units = new BlockGibbs(VISIBLE, HIDDEN, states.length);
        units.setParameters(machine.parameters());
        for (int chain = 0; chain < states.length; chain++) {
            units.visible.set(chain, states[chain]);
        }
        units.activateHidden();
        gradient.add(units, scale);
    }

    /** With the model's expectation in the place of what its chains estimate. */
    @Test
    void gradient_exactExpectations_isTheDifferenceQuotientOfTheLogLikelihood() {
        RbmGradient gradient = new RbmGradient(VISIBLE, HIDDEN);
        add(gradient, machine, 1.0 / DATA.length, DATA);
        double[] marginal = machine.marginal();
        for (int v = 0; v < marginal.length; v++) {
            add(gradient, machine, -marginal[v], TinyRbm.state(v, VISIBLE));
        }
        double step = 1e-4; // error of the quotient: step^2 |f'''| / 6 < 1e-8
        for (int k = 0; k < gradient.values.length; k++) {
            double at = machine.parameters()[k];
            double quotient = (machine.with(k, at + step).logLikelihood(DATA)
                            - machine.with(k, at - step).logLikelihood(DATA))
                    / (2.0 * step);
            // 36 sums of probabilities in single precision, each good to 2e-7, with weights that add up to 2
            assertThat(gradient.values[k]).as("parameter %d", k).isCloseTo(quotient, within(1e-6));
        }
    }

    @Test
    void clear_afterAdding_startsAgain() {
        RbmGradient gradient = new RbmGradient(VISIBLE, HIDDEN);
        add(gradient, machine, 0.5, DATA);
        double[] first = gradient.values.clone();
        gradient.clear();
        assertThat(gradient.values).containsOnly(0.0);
        add(gradient, machine, 0.5, DATA);
        assertThat(gradient.values).isEqualTo(first);
    }
}

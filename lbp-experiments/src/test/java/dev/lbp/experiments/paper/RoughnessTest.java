package dev.lbp.experiments.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.IsingModel;
import dev.lbp.target.LocalEnergyModel;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class RoughnessTest {

    private static double logProb(LocalEnergyModel model, int... bits) {
        byte[] state = new byte[bits.length];
        for (int i = 0; i < bits.length; i++) {
            state[i] = (byte) bits[i];
        }
        LocalEnergyModel.Tracker tracker = model.newTracker();
        tracker.reset(state);
        return tracker.logProb();
    }

    /** On 2 x 2 sites, from log pi(x) - log pi(0): the coupling and the field of each site, both times lambda. */
    @Test
    void instance_hasFieldAndCouplingTimesLambda() {
        double lambda = 0.7;
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5L);
        IsingModel model = Roughness.instance(2, lambda, 5L);
        double zeros = logProb(model, 0, 0, 0, 0);
        double sum = 0.0;
        for (int i = 0; i < 4; i++) {
            double a = 2.0 * random.nextDouble() - 1.0;
            assertThat(a).isBetween(-1.0, 1.0);
            sum += a;
            int[] bits = new int[4];
            bits[i] = 1;
            // The site's field turns from -a to a, and its two bonds from 1 to -1.
            assertThat(logProb(model, bits) - zeros).isCloseTo(lambda * (2.0 * a - 4.0), within(1e-12));
        }
        assertThat(logProb(model, 1, 1, 1, 1) - zeros).isCloseTo(2.0 * lambda * sum, within(1e-12));
    }

    @Test
    void instance_otherLambda_hasTheSameField() {
        double one = logProb(Roughness.instance(3, 1.0, 2L), 1, 1, 1, 1, 1, 1, 1, 1, 1)
                - logProb(Roughness.instance(3, 1.0, 2L), 0, 0, 0, 0, 0, 0, 0, 0, 0);
        double half = logProb(Roughness.instance(3, 0.5, 2L), 1, 1, 1, 1, 1, 1, 1, 1, 1)
                - logProb(Roughness.instance(3, 0.5, 2L), 0, 0, 0, 0, 0, 0, 0, 0, 0);
        assertThat(half).isCloseTo(0.5 * one, within(1e-12));
    }

    @Test
    void ordered_isWhatTheFieldFavours() {
        IsingModel up = IsingModel.lattice(2, 2)
                .coupling(1.0)
                .field(new double[] {0.5, -0.2, -0.1, -0.1})
                .build();
        IsingModel down = IsingModel.lattice(2, 2)
                .coupling(1.0)
                .field(new double[] {0.5, -0.2, -0.2, -0.2})
                .build();
        assertThat(Roughness.ordered(up)).containsOnly(1);
        assertThat(Roughness.ordered(down)).containsOnly(0);
    }
}

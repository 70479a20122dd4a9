package dev.lbp.models.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AdamTest {

    /**
     * By hand: gradients 2 and then -1. Step 1: m = .2, v = .004, corrected 2 and 4, so 2/2 rates uphill. Step 2: m =
     * .08, v = .004996, corrected .08/.19 and .004996/.001999.
     */
    @Test
    void ascend_twoSteps_areThoseByHand() {
        Adam adam = new Adam(1, 0.1);
        double[] parameter = {5.0};
        adam.ascend(parameter, new double[] {2.0});
        assertThat(parameter[0]).isCloseTo(5.0 + 0.1 * 2.0 / (2.0 + 1e-8), within(1e-15));
        double before = parameter[0];
        adam.ascend(parameter, new double[] {-1.0});
        double step = 0.1 * (0.08 / 0.19) / (Math.sqrt(0.004996 / 0.001999) + 1e-8);
        assertThat(parameter[0] - before).isCloseTo(step, within(1e-14));
    }

    /** The moments by their definition, as sums over all gradients so far. */
    @Test
    void ascend_manySteps_areThoseOfTheWeightedSums() {
        int steps = 300;
        double[] gradients = new double[steps];
        for (int t = 0; t < steps; t++) {
            gradients[t] = Math.sin(0.7 * t) + 0.1;
        }
        Adam adam = new Adam(2, 0.01);
        double[] parameters = {0.0, 1.0};
        double expected = 0.0;
        for (int t = 0; t < steps; t++) {
            double mean = 0.0;
            double meanWeights = 0.0;
            double square = 0.0;
            double squareWeights = 0.0;
            for (int s = 0; s <= t; s++) {
                mean += Math.pow(0.9, t - s) * gradients[s];
                meanWeights += Math.pow(0.9, t - s);
                square += Math.pow(0.999, t - s) * gradients[s] * gradients[s];
                squareWeights += Math.pow(0.999, t - s);
            }
            expected += 0.01 * (mean / meanWeights) / (Math.sqrt(square / squareWeights) + 1e-8);
            adam.ascend(parameters, new double[] {gradients[t], -gradients[t]});
            assertThat(parameters[0]).isCloseTo(expected, within(1e-12));
            assertThat(parameters[1]).isCloseTo(1.0 - expected, within(1e-12));
        }
    }
}

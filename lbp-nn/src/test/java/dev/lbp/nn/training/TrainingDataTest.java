package dev.lbp.nn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class TrainingDataTest {

    /**
     * 10,000 draws of a pixel have a mean within 6 standard deviations of its grey value, but for a probability of
     * 2e-9; black and white pixels never change.
     */
    @Test
    void draw_greyImage_hasItsValuesAsProbabilities() {
        float[] grey = {0.0f, 1.0f, 0.3f, 0.9f};
        TrainingData data = TrainingData.ofGrey(new float[][] {grey}, 4);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1L);
        float[] row = new float[4];
        double[] means = new double[4];
        for (int k = 0; k < 10_000; k++) {
            data.draw(0, random, row);
            for (int i = 0; i < 4; i++) {
                assertThat(row[i]).isIn(0.0f, 1.0f);
                means[i] += row[i] / 10_000.0;
            }
        }
        for (int i = 0; i < 4; i++) {
            double deviation = Math.sqrt(grey[i] * (1.0 - grey[i]) / 10_000.0);
            assertThat(means[i]).isCloseTo(grey[i], within(6.0 * deviation + 1e-9));
        }
        assertThat(data.means(4)).containsExactly(new double[] {0.0, 1.0, 0.3, 0.9}, within(1e-7));
    }

    @Test
    void identity_otherValues_differs() {
        byte[][] states = {{0, 1}, {1, 1}};
        String before = TrainingData.ofStates(states, 2).identity();
        states[1][0] = 0;
        assertThat(TrainingData.ofStates(states, 2).identity()).isNotEqualTo(before);
        String grey = TrainingData.ofGrey(new float[][] {{0.5f, 1.0f}}, 2).identity();
        assertThat(TrainingData.ofGrey(new float[][] {{0.5f, 0.9f}}, 2).identity())
                .isNotEqualTo(grey);
    }
}

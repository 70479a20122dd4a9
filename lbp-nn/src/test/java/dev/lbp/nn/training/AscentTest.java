package dev.lbp.nn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

class AscentTest {

    /** Algorithm 1 of Kingma and Ba in double precision, word for word, uphill, and the average. */
    @Test
    void step_severalGradients_isAdamWithAnAverage() {
        float[] initial = {0.3f, -2.0f};
        Ascent ascent = new Ascent(FloatBuffer.wrap(initial), 0.6);
        double[] theta = {0.3f, -2.0};
        double[] average = theta.clone();
        double[] m = new double[2];
        double[] v = new double[2];
        for (int t = 1; t <= 40; t++) {
            float[] g = {(float) Math.sin(t), (float) (5.0 * Math.cos(2.0 * t) + 2.0)};
            double rate = 0.01 * Math.min(t, 10) / 10;
            ascent.step(g, rate);
            double decay = Math.min(0.6, t / (t + 9.0));
            for (int k = 0; k < 2; k++) {
                m[k] = 0.9 * m[k] + 0.1 * g[k];
                v[k] = 0.999 * v[k] + 0.001 * g[k] * g[k];
                double mHat = m[k] / (1.0 - Math.pow(0.9, t));
                double vHat = v[k] / (1.0 - Math.pow(0.999, t));
                theta[k] += rate * mHat / (Math.sqrt(vHat) + 1e-8);
                average[k] = decay * average[k] + (1.0 - decay) * theta[k];
                assertThat((double) ascent.parameters[k]).isCloseTo(theta[k], within(2e-6));
                assertThat((double) ascent.average[k]).isCloseTo(average[k], within(2e-6));
            }
        }
        assertThat(initial).containsExactly(0.3f, -2.0f);
    }
}

package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LogisticTest {

    /** Activations from far below to far above, denser near 0; more than share a logarithm. */
    private static double[] activations(int n) {
        double[] a = new double[n];
        for (int j = 0; j < n; j++) {
            double u = 2.0 * j / (n - 1) - 1.0;
            a[j] = 60.0 * u * u * u;
        }
        return a;
    }

    private static double softplus(double a) {
        return Math.max(a, 0.0) + Math.log1p(Math.exp(-Math.abs(a)));
    }

    @Test
    void sigmoids_doubles_areThoseOfTheDefinition() {
        double[] a = activations(1301);
        double[] p = new double[a.length];
        double sum = Logistic.sigmoids(a, p);
        double expected = 0.0;
        double size = 0.0;
        for (int j = 0; j < a.length; j++) {
            assertThat(p[j]).isCloseTo(1.0 / (1.0 + Math.exp(-a[j])), within(1e-15));
            expected += softplus(a[j]);
            size += 1.0 + Math.abs(a[j]);
        }
        assertThat(sum).isCloseTo(expected, within(1e-15 * size));
    }

    @Test
    void sigmoids_floats_areThoseOfTheDefinition() {
        double[] exact = activations(1301);
        float[] a = new float[exact.length];
        float[] p = new float[exact.length];
        for (int j = 0; j < a.length; j++) {
            a[j] = (float) exact[j];
        }
        double sum = Logistic.sigmoids(a, p);
        double expected = 0.0;
        double size = 0.0;
        for (int j = 0; j < a.length; j++) {
            assertThat((double) p[j]).isCloseTo(1.0 / (1.0 + Math.exp(-a[j])), within(2e-7));
            expected += softplus(a[j]);
            size += 1.0 + Math.abs(a[j]);
        }
        assertThat(sum).isCloseTo(expected, within(1e-7 * size));
    }

    @Test
    void sigmoids_extremes_areNearZeroAndOne() {
        double[] p = new double[4];
        assertThat(Logistic.sigmoids(new double[] {1e4, -1e4, 800.0, -800.0}, p))
                .isEqualTo(10800.0);
        assertThat(p).containsExactly(new double[] {1.0, 0.0, 1.0, 0.0}, within(1e-260));
        float[] q = new float[4];
        assertThat(Logistic.sigmoids(new float[] {1e4f, -1e4f, 800.0f, -800.0f}, q))
                .isEqualTo(10800.0);
        assertThat(q).containsExactly(new float[] {1.0f, 0.0f, 1.0f, 0.0f}, within(2e-35f));
    }

    @Test
    void probabilities_inPlace_areTheSigmoidsOfAsManyAsAskedFor() {
        double[] exact = activations(1301);
        float[] a = new float[exact.length];
        float[] p = new float[exact.length];
        for (int j = 0; j < a.length; j++) {
            a[j] = (float) exact[j];
        }
        Logistic.sigmoids(a, p);
        float last = a[1300];
        Logistic.probabilities(a, 1300, a);
        p[1300] = last;
        assertThat(a).containsExactly(p);
    }
}

package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LateVectorFlipWeightsTest {

    /** A process of a few weights must not load the vector kernel; one of many computes all long rows with it. */
    @Test
    void kernel_isLoadedOnceAfterEnoughWeights() {
        AtomicInteger loads = new AtomicInteger();
        FlipWeightKernel late = new LateVectorFlipWeights(
                () -> {
                    loads.incrementAndGet();
                    return new Marker();
                },
                100);
        double[] d = new double[50];
        for (int call = 0; call < 3; call++) {
            double[] w = new double[50];
            assertThat(loads.get()).isEqualTo(call < 2 ? 0 : 1);
            late.weights(Form.MAX, d, 0, 50, 0.0, w, 0);
            assertThat(w).containsOnly(call < 2 ? 1.0 : Marker.WEIGHT);
        }
        assertThat(loads).hasValue(1);
    }

    @Test
    void shortRows_areLeftToPlainLoopsAndDoNotCount() {
        FlipWeightKernel late = new LateVectorFlipWeights(Marker::new, 100);
        for (int call = 0; call < 100; call++) {
            double[] w = new double[7];
            late.weights(Form.MAX, new double[7], 0, 7, 0.0, w, 0);
            assertThat(w).containsOnly(1.0);
        }
        assertThat(late.largest(null, new double[100], 0, 100)).isZero();
        assertThat(late.largest(null, new double[100], 0, 100)).isEqualTo(Marker.WEIGHT);
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void rows_haveTheBitsOfThePlainKernel(Form form) {
        FlipWeightKernel late =
                new LateVectorFlipWeights(() -> FlipWeightKernels.of(Kernels.VECTOR ? "vector" : "scalar"), 40);
        FlipWeightKernel scalar = new ScalarFlipWeights();
        double[] d = {-700, -30, -1, -0.5, 0, 0.5, 1, 3, 20, 50, Double.NEGATIVE_INFINITY};
        float[] f = new float[d.length];
        for (int k = 0; k < d.length; k++) {
            f[k] = (float) d[k];
        }
        for (int call = 0; call < 6; call++) {
            double[] weights = new double[d.length];
            double[] expected = new double[d.length];
            float[] single = new float[d.length];
            float[] expectedSingle = new float[d.length];
            assertThat(late.row(form, null, d, 0, d.length, 2.0, weights))
                    .isEqualTo(scalar.row(form, null, d, 0, d.length, 2.0, expected));
            assertThat(late.row(form, null, f, 0, f.length, 2.0f, single))
                    .isEqualTo(scalar.row(form, null, f, 0, f.length, 2.0f, expectedSingle));
            assertThat(weights).isEqualTo(expected);
            assertThat(single).isEqualTo(expectedSingle);
            assertThat(late.largest(null, f, 0, f.length)).isEqualTo(50.0f);
        }
    }

    /** Writes a weight that no other kernel would. */
    private static final class Marker implements FlipWeightKernel {

        static final double WEIGHT = 42.0;

        @Override
        public String name() {
            return "marker";
        }

        @Override
        public void weights(Form form, double[] logRatios, int from, int n, double shift, double[] weights, int to) {
            Arrays.fill(weights, to, to + n, WEIGHT);
        }

        @Override
        public double row(
                Form form, double[] states, double[] gradients, int from, int n, double shift, double[] weights) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double row(Form form, float[] states, float[] gradients, int from, int n, float shift, float[] weights) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double largest(double[] states, double[] gradients, int from, int n) {
            return WEIGHT;
        }

        @Override
        public float largest(float[] states, float[] gradients, int from, int n) {
            throw new UnsupportedOperationException();
        }
    }
}

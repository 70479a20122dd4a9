package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Weights of gathered log-ratios, for every kernel there is: against the definitions, and against the scalar kernel.
 */
class FlipWeightKernelTest {

    private static final String ALL = "dev.lbp.internal.kernel.Kernels#kernelsAndForms";

    private static final String EXACT = "dev.lbp.internal.kernel.Kernels#exactKernelsAndForms";

    private static final double[] SPECIAL = {
        0.0,
        -0.0,
        1e-300,
        -1e-300,
        700.0,
        -700.0,
        708.0,
        -708.0,
        -708.0000001,
        709.0,
        -745.0,
        600.0,
        -600.0,
        -600.0000001,
        1e10,
        -1e10,
        Double.MAX_VALUE,
        Double.NEGATIVE_INFINITY,
        Double.NaN
    };

    @ParameterizedTest
    @MethodSource(ALL)
    void weights_anyLengthAndOffset_followTheDefinition(FlipWeightKernel kernel, FlipWeightKernel.Form form) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(3L);
        for (int n = 0; n <= 67; n++) {
            double[] d = rng.doubles(n + 5, -30.0, 30.0).toArray();
            double shift = form.bounded() ? 0.0 : 7.5;
            double[] w = new double[n + 4];
            w[n + 3] = 42.0;
            kernel.weights(form, d, 2, n, shift, w, 3);
            for (int k = 0; k < n; k++) {
                double expected = StrictMath.exp(Kernels.logWeight(form, d[2 + k]) - shift);
                assertThat(w[3 + k]).isCloseTo(expected, within(1e-13 * expected));
            }
            assertThat(w[n + 3]).as("what is beyond the last").isEqualTo(42.0);
            assertThat(w[0] + w[1] + w[2]).as("what is before the first").isZero();
        }
    }

    /** A weight of 0 would forbid a flip for good, one of infinity every other. */
    @ParameterizedTest
    @MethodSource(ALL)
    void weights_extremeRatios_areHeld(FlipWeightKernel kernel, FlipWeightKernel.Form form) {
        for (double shift : new double[] {0.0, 40.0, -300.0}) {
            double[] w = new double[SPECIAL.length];
            kernel.weights(form, SPECIAL, 0, SPECIAL.length, shift, w, 0);
            for (int k = 0; k < SPECIAL.length; k++) {
                double d = SPECIAL[k];
                if (Double.isNaN(d)) {
                    assertThat(w[k]).isNaN();
                } else if (d == Double.NEGATIVE_INFINITY) {
                    assertThat(w[k]).as("impossible").isZero();
                } else {
                    double held = Kernels.weight(form, d, shift, -600.0);
                    assertThat(w[k]).as("log-ratio %s, shift %s", d, shift).isCloseTo(held, within(1e-13 * held));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void weights_firstCallAndTheLastOfMany_haveTheSameBits(FlipWeightKernel kernel, FlipWeightKernel.Form form) {
        double[] d = inputs();
        double[] first = new double[d.length];
        kernel.weights(form, d, 0, d.length, 0.25, first, 0);
        double[] last = new double[d.length];
        int calls = Kernels.manyCalls(kernel);
        for (int call = 0; call < calls; call++) {
            kernel.weights(form, d, 0, d.length, 0.25, last, 0);
        }
        assertThat(last).isEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource(EXACT)
    void weights_anyExactKernel_hasTheBitsOfTheScalarOne(FlipWeightKernel kernel, FlipWeightKernel.Form form) {
        double[] d = inputs();
        double[] expected = new double[d.length];
        new ScalarFlipWeights().weights(form, d, 0, d.length, 0.25, expected, 0);
        double[] w = new double[d.length];
        kernel.weights(form, d, 0, d.length, 0.25, w, 0);
        assertThat(w).isEqualTo(expected);
    }

    @Test
    void of_name_refusesWhatIsNotThere() {
        assertThat(FlipWeightKernels.of("").name()).isEqualTo(Kernels.VECTOR ? "scalar, then vector" : "scalar");
        assertThatThrownBy(() -> FlipWeightKernels.of("magic"))
                .hasMessage("must be scalar, vector or nd4j: lbp.kernel=magic");
        if (!Kernels.VECTOR) {
            assertThatThrownBy(() -> FlipWeightKernels.of("vector"))
                    .hasMessageContaining("--add-modules jdk.incubator.vector");
        }
    }

    private static double[] inputs() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(4L);
        double[] d = rng.doubles(403, -800.0, 800.0).toArray();
        System.arraycopy(SPECIAL, 0, d, 100, SPECIAL.length);
        System.arraycopy(rng.doubles(200, -3.0, 3.0).toArray(), 0, d, 200, 200);
        return d;
    }
}

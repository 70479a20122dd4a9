package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows of states and gradients, in both precisions, for every kernel there is. */
class FlipWeightRowTest {

    private static final String ALL = "dev.lbp.internal.kernel.Kernels#kernelsAndForms";

    private static final String EXACT = "dev.lbp.internal.kernel.Kernels#exactKernelsAndForms";

    /** Log-ratios that saturate in single precision, too. */
    private static final double[] SPECIAL = {
        0.0,
        -0.0,
        1e-30,
        -1e-30,
        50.0,
        -50.0,
        86.9,
        -86.9,
        87.1,
        -87.1,
        89.0,
        -89.0,
        104.0,
        -104.0,
        707.0,
        -707.0,
        710.0,
        -710.0,
        1e4,
        -1e4,
        1e30,
        -1e30,
        Double.NEGATIVE_INFINITY,
        Double.NaN
    };

    private static final int[] LENGTHS = IntStream.concat(IntStream.rangeClosed(0, 70), IntStream.of(702, 2048, 10_007))
            .toArray();

    @ParameterizedTest
    @MethodSource(ALL)
    void row_anyLengthAndOffset_followsTheDefinition(FlipWeightKernel kernel, Form form) {
        for (int n : LENGTHS) {
            Row row = Row.random(n, 30.0);
            double shift = form.bounded() ? 0.0 : 7.5;
            double[] w = new double[n + 4];
            w[n + 3] = 42.0;
            double sum = row(kernel, form, row.states, row.gradients, Row.FROM, n, shift, w, 3);
            for (int k = 0; k < n; k++) {
                double expected = StrictMath.exp(Kernels.logWeight(form, row.ratio(k)) - shift);
                assertThat(w[3 + k]).isCloseTo(expected, within(1e-13 * expected));
            }
            assertThat(w[n + 3]).as("what is beyond the last").isEqualTo(42.0);
            assertThat(w[0] + w[1] + w[2]).as("what is before the first").isZero();
            w[n + 3] = 0.0;
            double exact = exactSum(w);
            assertThat(sum).isCloseTo(exact, within(1e-13 * exact));
        }
    }

    /** Rounding a log-weight of up to 30 to a float moves its exponential by up to 30 * 2^-24, 1.8e-6. */
    @ParameterizedTest
    @MethodSource(ALL)
    void row_singlePrecision_followsTheDefinition(FlipWeightKernel kernel, Form form) {
        for (int n : LENGTHS) {
            Row row = Row.random(n, 30.0);
            float shift = form.bounded() ? 0.0f : 7.5f;
            float[] w = new float[n + 4];
            w[n + 3] = 42.0f;
            double sum = row(kernel, form, row.floatStates(), row.floatGradients(), Row.FROM, n, shift, w, 3);
            for (int k = 0; k < n; k++) {
                double expected = StrictMath.exp(Kernels.logWeight(form, (float) row.ratio(k)) - shift);
                assertThat((double) w[3 + k]).isCloseTo(expected, within(3e-6 * expected));
            }
            assertThat(w[n + 3]).as("what is beyond the last").isEqualTo(42.0f);
            assertThat(w[0] + w[1] + w[2]).as("what is before the first").isZero();
            w[n + 3] = 0.0f;
            double exact = exactSum(Row.doubles(w));
            assertThat(sum).isCloseTo(exact, within(1e-13 * exact));
        }
    }

    /** A weight of 0 would forbid a flip for good, one of infinity every other. */
    @ParameterizedTest
    @MethodSource(ALL)
    void row_extremeRatios_areHeld(FlipWeightKernel kernel, Form form) {
        Row row = Row.of(SPECIAL);
        for (float shift : new float[] {0.0f, 40.0f, -30.0f}) {
            double[] w = new double[row.n];
            float[] single = new float[row.n];
            double sum = row(kernel, form, row.states, row.gradients, Row.FROM, row.n, shift, w, 0);
            row(kernel, form, row.floatStates(), row.floatGradients(), Row.FROM, row.n, shift, single, 0);
            assertThat(sum).isNaN();
            for (int k = 0; k < row.n; k++) {
                double d = SPECIAL[k];
                if (Double.isNaN(d)) {
                    assertThat(w[k]).isNaN();
                    assertThat(single[k]).isNaN();
                } else if (d == Double.NEGATIVE_INFINITY) {
                    assertThat(w[k]).as("impossible").isZero();
                    assertThat(single[k]).as("impossible").isZero();
                } else {
                    assertThat(w[k])
                            .as("log-ratio %s", d)
                            .isCloseTo(Kernels.weight(form, d, shift, -600.0), withinPercentage(1e-11));
                    double inSingle = Kernels.weight(form, (float) d, shift, -80.0);
                    assertThat((double) single[k]).as("log-ratio %s", d).isCloseTo(inSingle, withinPercentage(1e-3));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void row_withoutStates_takesLogRatios(FlipWeightKernel kernel, Form form) {
        Row row = Row.random(702, 30.0);
        double[] ratios = IntStream.range(0, row.n).mapToDouble(row::ratio).toArray();
        double[] expected = new double[row.n];
        double[] w = new double[row.n];
        double sum = row(kernel, form, row.states, row.gradients, Row.FROM, row.n, 7.0, expected, 0);
        assertThat(row(kernel, form, null, ratios, 0, row.n, 7.0, w, 0)).isEqualTo(sum);
        assertThat(w).isEqualTo(expected);
        float[] singleExpected = new float[row.n];
        float[] single = new float[row.n];
        double singleSum =
                row(kernel, form, row.floatStates(), row.floatGradients(), Row.FROM, row.n, 7.0f, singleExpected, 0);
        assertThat(row(kernel, form, null, Row.floats(ratios), 0, row.n, 7.0f, single, 0))
                .isEqualTo(singleSum);
        assertThat(single).isEqualTo(singleExpected);
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void row_scaledByItsLargest_hasWeightsUpToOne(FlipWeightKernel kernel, Form form) {
        for (double centre : new double[] {-5_000.0, 0.0, 5_000.0}) {
            double[] ratios =
                    IntStream.range(0, 100).mapToDouble(k -> centre + k % 17).toArray();
            Row row = Row.of(ratios);
            double largest = kernel.largest(row.states, row.gradients, Row.FROM, row.n);
            assertThat(largest).isEqualTo(centre + 16.0);
            assertThat(kernel.largest(row.floatStates(), row.floatGradients(), Row.FROM, row.n))
                    .isEqualTo((float) largest);
            assertThat(kernel.largest((double[]) null, ratios, 3, 10)).isEqualTo(centre + 12.0);
            if (!form.bounded()) {
                double[] w = new double[row.n];
                row(kernel, form, row.states, row.gradients, Row.FROM, row.n, form.shift(largest), w, 0);
                assertThat(w[16]).isEqualTo(1.0);
                assertThat(Arrays.stream(w)).allMatch(weight -> weight > 0.0 && weight <= 1.0);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void largest_nothingOrNothingPossible_isImpossible(FlipWeightKernel kernel, Form form) {
        double[] impossible = {Double.NEGATIVE_INFINITY, Double.NaN};
        assertThat(kernel.largest((double[]) null, impossible, 0, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(kernel.largest((double[]) null, impossible, 0, 2)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(kernel.largest((float[]) null, Row.floats(impossible), 0, 2)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(form.shift(Double.NEGATIVE_INFINITY)).isZero();
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void row_firstCallAndTheLastOfMany_haveTheSameBits(FlipWeightKernel kernel, Form form) {
        Row row = mixed();
        float[] states = row.floatStates();
        float[] gradients = row.floatGradients();
        double[] first = new double[row.n];
        float[] singleFirst = new float[row.n];
        double sum = row(kernel, form, row.states, row.gradients, Row.FROM, row.n, 0.25, first, 0);
        double singleSum = row(kernel, form, states, gradients, Row.FROM, row.n, 0.25f, singleFirst, 0);
        double[] last = new double[row.n];
        float[] singleLast = new float[row.n];
        double lastSum = 0.0;
        double singleLastSum = 0.0;
        int calls = Kernels.manyCalls(kernel);
        for (int call = 0; call < calls; call++) {
            lastSum = row(kernel, form, row.states, row.gradients, Row.FROM, row.n, 0.25, last, 0);
            singleLastSum = row(kernel, form, states, gradients, Row.FROM, row.n, 0.25f, singleLast, 0);
        }
        assertThat(last).isEqualTo(first);
        assertThat(lastSum).isEqualTo(sum);
        assertThat(singleLast).isEqualTo(singleFirst);
        assertThat(singleLastSum).isEqualTo(singleSum);
    }

    @ParameterizedTest
    @MethodSource(EXACT)
    void row_anyExactKernel_hasTheBitsOfTheScalarOne(FlipWeightKernel kernel, Form form) {
        for (int n : LENGTHS) {
            assertSameBits(kernel, form, Row.random(n, 90.0), 0.25f);
        }
        for (float shift : new float[] {-60.0f, -3.0f, 0.0f, 3.0f, 40.0f}) {
            assertSameBits(kernel, form, mixed(), shift);
        }
    }

    private static void assertSameBits(FlipWeightKernel kernel, Form form, Row row, float shift) {
        FlipWeightKernel scalar = new ScalarFlipWeights();
        double[] expected = new double[row.n];
        double[] w = new double[row.n];
        assertThat(row(kernel, form, row.states, row.gradients, Row.FROM, row.n, shift, w, 0))
                .isEqualTo(row(scalar, form, row.states, row.gradients, Row.FROM, row.n, shift, expected, 0));
        assertThat(w).isEqualTo(expected);
        assertThat(kernel.largest(row.states, row.gradients, Row.FROM, row.n))
                .isEqualTo(scalar.largest(row.states, row.gradients, Row.FROM, row.n));

        float[] states = row.floatStates();
        float[] gradients = row.floatGradients();
        float[] singleExpected = new float[row.n];
        float[] single = new float[row.n];
        assertThat(row(kernel, form, states, gradients, Row.FROM, row.n, shift, single, 0))
                .isEqualTo(row(scalar, form, states, gradients, Row.FROM, row.n, shift, singleExpected, 0));
        assertThat(single).isEqualTo(singleExpected);
        assertThat(kernel.largest(states, gradients, Row.FROM, row.n))
                .isEqualTo(scalar.largest(states, gradients, Row.FROM, row.n));
    }

    /** What saturates among what does not; no NaN, so that the sum says something. */
    private static Row mixed() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(4L);
        double[] ratios = rng.doubles(702, -3.0, 3.0).toArray();
        System.arraycopy(SPECIAL, 0, ratios, 100, SPECIAL.length - 1);
        System.arraycopy(rng.doubles(100, -800.0, 800.0).toArray(), 0, ratios, 200, 100);
        return Row.of(ratios);
    }

    private static double exactSum(double[] weights) {
        BigDecimal sum = BigDecimal.ZERO;
        for (double weight : weights) {
            sum = sum.add(new BigDecimal(weight));
        }
        return sum.doubleValue();
    }

    /** Writes the weights to other places than the kernel, which keeps those of the gradients. */
    private static double row(
            FlipWeightKernel kernel,
            Form form,
            double @Nullable [] states,
            double[] gradients,
            int from,
            int n,
            double shift,
            double[] weights,
            int to) {
        double[] there = new double[gradients.length];
        double sum = kernel.row(form, states, gradients, from, n, shift, there);
        System.arraycopy(there, from, weights, to, n);
        return sum;
    }

    private static double row(
            FlipWeightKernel kernel,
            Form form,
            float @Nullable [] states,
            float[] gradients,
            int from,
            int n,
            float shift,
            float[] weights,
            int to) {
        float[] there = new float[gradients.length];
        double sum = kernel.row(form, states, gradients, from, n, shift, there);
        System.arraycopy(there, from, weights, to, n);
        return sum;
    }
}

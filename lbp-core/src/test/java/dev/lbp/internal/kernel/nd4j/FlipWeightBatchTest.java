package dev.lbp.internal.kernel.nd4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.FloatExp;
import dev.lbp.internal.kernel.Kernels;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Batches of rows on ND4J arrays, for every kernel there is. */
class FlipWeightBatchTest {

    private static final String ALL = "dev.lbp.internal.kernel.Kernels#kernelsAndForms";

    private static final long[][] SHAPES = {{1, 1}, {3, 70}, {2, 4, 5, 3}, {4, 702}, {2, 10_007}};

    @ParameterizedTest
    @MethodSource(ALL)
    void compute_anyShapeAndType_followsTheDefinition(FlipWeightKernel kernel, Form form) {
        for (DataType type : new DataType[] {DataType.DOUBLE, DataType.FLOAT}) {
            for (long[] shape : SHAPES) {
                INDArray states = states(shape, type);
                INDArray gradients = gradients(shape, type);
                FlipWeightBatch batch = FlipWeightBatch.of(kernel, form, type, shape);
                batch.compute(states, gradients);
                assertFollows(form, batch, states, gradients);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void compute_againAndOnViews_followsTheDefinition(FlipWeightKernel kernel, Form form) {
        long[] shape = {3, 70};
        FlipWeightBatch batch = FlipWeightBatch.of(kernel, form, DataType.DOUBLE, shape);
        batch.compute(Nd4j.ones(DataType.DOUBLE, shape), Nd4j.ones(DataType.DOUBLE, shape));
        INDArray states = states(new long[] {70, 3}, DataType.DOUBLE).transpose();
        INDArray gradients = gradients(shape, DataType.DOUBLE).dup('f');
        INDArray before = gradients.dup();
        batch.compute(states, gradients);
        assertFollows(form, batch, states, gradients);
        assertThat(gradients).isEqualTo(before);
    }

    /** ND4J says of such an array that it is in 'c' order and no view, though its rows do not lie one after another. */
    @ParameterizedTest
    @MethodSource(ALL)
    void compute_permutedAxes_followsTheDefinition(FlipWeightKernel kernel, Form form) {
        for (DataType type : new DataType[] {DataType.DOUBLE, DataType.FLOAT}) {
            INDArray states = states(new long[] {2, 3, 4}, type).permute(0, 2, 1);
            INDArray gradients = gradients(new long[] {2, 3, 4}, type).permute(0, 2, 1);
            FlipWeightBatch batch = FlipWeightBatch.of(kernel, form, type, 2, 4, 3);
            batch.compute(states, gradients);
            assertFollows(form, batch, states, gradients);
        }
    }

    /** What a chain cannot do, or gets wrong, is its own affair. */
    @ParameterizedTest
    @MethodSource(ALL)
    void compute_impossibleSaturatedAndNaN_stayInTheirRow(FlipWeightKernel kernel, Form form) {
        for (DataType type : new DataType[] {DataType.DOUBLE, DataType.FLOAT}) {
            double nothing = Double.NEGATIVE_INFINITY;
            INDArray gradients = Nd4j.createFromArray(new double[][] {
                        {1.0, 2.0, 3.0},
                        {nothing, nothing, nothing},
                        {nothing, 1e4, 1e4},
                        {-1e4, -1e4, nothing},
                        {-1e4, 0.0, nothing},
                        {1.0, Double.NaN, 3.0}
                    })
                    .castTo(type);
            FlipWeightBatch batch = FlipWeightBatch.of(kernel, form, type, 6, 3);
            batch.compute(Nd4j.zeros(type, 6, 3), gradients);
            double[][] w = batch.weights().castTo(DataType.DOUBLE).toDoubleMatrix();
            double[] sums = batch.sums().toDoubleVector();
            assertThat(w[0]).doesNotContain(0.0, Double.NaN);
            assertThat(w[1]).containsExactly(0.0, 0.0, 0.0);
            assertThat(w[2]).containsExactly(0.0, 1.0, 1.0);
            double floor = type == DataType.DOUBLE ? Exp.exp(-600.0) : FloatExp.exp(-80.0f);
            double least = form.bounded() ? floor : 1.0;
            assertThat(w[3]).containsExactly(least, least, 0.0);
            double zero = form == Form.BARKER ? 0.5 : 1.0;
            assertThat(w[4]).containsExactly(form == Form.MAX ? 1.0 : floor, zero, 0.0);
            assertThat(w[5][0]).isPositive();
            assertThat(w[5][1]).isNaN();
            assertThat(w[5][2]).isPositive();
            assertThat(Arrays.copyOfRange(sums, 1, 4)).containsExactly(0.0, 2.0, 2.0 * least);
            assertThat(sums[5]).isNaN();
        }
    }

    @Test
    void of_badArguments_saysWhich() {
        FlipWeightKernel kernel = FlipWeightKernels.of("scalar");
        assertThatThrownBy(() -> FlipWeightBatch.of(kernel, Form.MIN, DataType.BOOL, 3, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be DOUBLE or FLOAT: type=BOOL");
        assertThatThrownBy(() -> FlipWeightBatch.of(kernel, Form.MIN, DataType.FLOAT, 3))
                .hasMessage("must be [chains, sites, ...], each positive: shape=[3]");
        assertThatThrownBy(() -> FlipWeightBatch.of(kernel, Form.MIN, DataType.FLOAT, 3, 0))
                .hasMessage("must be [chains, sites, ...], each positive: shape=[3, 0]");
        FlipWeightBatch batch = FlipWeightBatch.of(kernel, Form.MIN, DataType.FLOAT, 3, 4);
        INDArray right = Nd4j.zeros(DataType.FLOAT, 3, 4);
        assertThatThrownBy(() -> batch.compute(right, Nd4j.zeros(DataType.FLOAT, 12)))
                .hasMessage("must be [3, 4]: gradients.shape=[12]");
        assertThatThrownBy(() -> batch.compute(Nd4j.zeros(DataType.DOUBLE, 3, 4), right))
                .hasMessage("must be FLOAT: states.dataType=DOUBLE");
    }

    private static void assertFollows(Form form, FlipWeightBatch batch, INDArray states, INDArray gradients) {
        double tolerance = states.dataType() == DataType.DOUBLE ? 1e-13 : 3e-6;
        int chains = (int) states.size(0);
        double[][] x = matrix(states, chains);
        double[][] g = matrix(gradients, chains);
        double[][] w = matrix(batch.weights(), chains);
        assertThat(batch.weights().shape()).isEqualTo(states.shape());
        for (int chain = 0; chain < chains; chain++) {
            double shift = batch.shifts().getDouble(chain);
            double largest = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < w[chain].length; k++) {
                double logWeight = Kernels.logWeight(form, (1.0 - 2.0 * x[chain][k]) * g[chain][k]);
                double expected = StrictMath.exp(logWeight - shift);
                assertThat(w[chain][k]).isCloseTo(expected, within(tolerance * expected));
                largest = Math.max(largest, logWeight);
            }
            assertThat(shift).isCloseTo(form.bounded() ? 0.0 : largest, within((double) Float.MIN_NORMAL));
            double sum = DoubleStream.of(w[chain]).sum(); // compensated
            assertThat(batch.sums().getDouble(chain)).isCloseTo(sum, within(1e-11 * sum));
        }
    }

    private static double[][] matrix(INDArray array, int chains) {
        return array.castTo(DataType.DOUBLE).dup('c').reshape(chains, -1).toDoubleMatrix();
    }

    private static INDArray states(long[] shape, DataType type) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(5L);
        return array(rng.ints(length(shape), 0, 2).asDoubleStream(), shape, type);
    }

    private static INDArray gradients(long[] shape, DataType type) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(6L);
        return array(rng.doubles(length(shape), -30.0, 30.0), shape, type);
    }

    private static INDArray array(DoubleStream values, long[] shape, DataType type) {
        return Nd4j.createFromArray(values.toArray()).reshape(shape).castTo(type);
    }

    private static long length(long[] shape) {
        return Arrays.stream(shape).reduce(1L, (a, b) -> a * b);
    }
}

package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

class PairwiseModelTest {

    private static final double[] BIAS = {0.3, -1.2, 0.0, 0.7, -0.1};
    // a pair in both orders (0, 3), a pair twice in the same order (1, 2), a site with itself (4)
    private static final int[] ROWS = {0, 3, 1, 1, 4, 4, 2};
    private static final int[] COLUMNS = {3, 0, 2, 2, 4, 0, 3};
    private static final double[] VALUES = {0.5, 0.25, -0.8, 0.3, 1.1, -0.6, 0.9};

    private final PairwiseModel model = PairwiseModel.of(BIAS, ROWS, COLUMNS, VALUES);

    private static double definition(double[] x) {
        double sum = 0.0;
        for (int i = 0; i < BIAS.length; i++) {
            sum += BIAS[i] * x[i];
        }
        for (int k = 0; k < VALUES.length; k++) {
            // x^2 = x on states, and it is x by which the model goes on between them
            sum += ROWS[k] == COLUMNS[k] ? VALUES[k] * x[ROWS[k]] : VALUES[k] * x[ROWS[k]] * x[COLUMNS[k]];
        }
        return sum;
    }

    @Test
    void logProb_everyState_isTheDefinition() {
        byte[][] states = Enumeration.states(5);
        double[][] x = Enumeration.doubles(states);
        double[] logProb = Enumeration.logProb(model, states);
        for (int s = 0; s < states.length; s++) {
            assertThat(logProb[s]).isCloseTo(definition(x[s]), within(1e-13));
        }
    }

    @Test
    void gradient_betweenStates_isTheDifferenceQuotient() {
        double[] x = {0.2, 0.9, 0.4, 0.5, 0.7};
        double[] gradient =
                model.gradient(Nd4j.createFromArray(new double[][] {x})).toDoubleVector();
        double step = 1e-3; // the form is of second degree, so that the central difference has no error of its own
        for (int i = 0; i < 5; i++) {
            double[] above = x.clone();
            double[] below = x.clone();
            above[i] += step;
            below[i] -= step;
            double difference = (definition(above) - definition(below)) / (2 * step);
            assertThat(gradient[i]).isCloseTo(difference, within(1e-11));
        }
    }

    @Test
    void logProb_betweenStates_isTheDefinition() {
        double[] x = {0.2, 0.9, 0.4, 0.5, 0.7};
        double logProb = model.logProb(Nd4j.createFromArray(new double[][] {x})).getDouble(0);
        assertThat(logProb).isCloseTo(definition(x), within(1e-13));
    }

    @ParameterizedTest
    @EnumSource(names = {"INT", "LONG", "BYTE", "FLOAT", "DOUBLE", "BOOL"})
    void batchedMethods_anyTypeOrderOrView_agree(DataType type) {
        INDArray plain = Nd4j.createFromArray(Enumeration.doubles(Enumeration.states(5)));
        INDArray wide = Nd4j.concat(1, plain.rsub(1.0), plain, plain.rsub(1.0)).castTo(type);
        INDArray view = wide.get(NDArrayIndex.all(), NDArrayIndex.interval(5, 10));
        INDArray rows = Nd4j.concat(0, plain.rsub(1.0), plain).castTo(type).get(NDArrayIndex.interval(32, 64));
        INDArray columns = plain.castTo(type).dup('f');

        for (INDArray states : new INDArray[] {plain.castTo(type), columns, view, rows}) {
            assertThat(model.logProb(states)).isEqualTo(model.logProb(plain));
            assertThat(model.gradient(states)).isEqualTo(model.gradient(plain));
            assertThat(model.flipLogRatios(states)).isEqualTo(model.flipLogRatios(plain));
        }
    }

    @Test
    void flipLogRatios_everyState_areDifferencesOfTheDefinition() {
        byte[][] states = Enumeration.states(5);
        double[][] x = Enumeration.doubles(states);
        double[][] ratios = model.flipLogRatios(Nd4j.createFromArray(x)).toDoubleMatrix();
        for (int s = 0; s < states.length; s++) {
            for (int i = 0; i < 5; i++) {
                double expected = definition(x[s ^ 1 << i]) - definition(x[s]);
                assertThat(ratios[s][i]).isCloseTo(expected, within(1e-13));
            }
        }
        assertThat(model.exactFlips()).isTrue();
    }

    @Test
    void of_argumentsChangedAfterwards_doNotMatter() {
        double[] bias = BIAS.clone();
        double[] values = VALUES.clone();
        PairwiseModel copy = PairwiseModel.of(bias, ROWS, COLUMNS, values);
        double before = Enumeration.logProb(copy, new byte[] {1, 1, 1, 1, 1})[0];
        bias[0] = 100.0;
        values[0] = 100.0;
        assertThat(Enumeration.logProb(copy, new byte[] {1, 1, 1, 1, 1})[0]).isEqualTo(before);
    }

    @Test
    void of_badArgument_namesIt() {
        int[] zero = {0};
        int[] one = {1};
        double[] two = new double[2];
        assertRefused("must be >= 1: bias.length=0", new double[0], new int[0], new int[0], new double[0]);
        assertRefused("must be finite: bias[1]=NaN", new double[] {0.0, Double.NaN}, zero, one, new double[1]);
        assertRefused("must have as many entries as values (1): rows.length=2", two, new int[2], one, new double[1]);
        assertRefused(
                "must have as many entries as values (1): columns.length=0", two, zero, new int[0], new double[1]);
        assertRefused("must be finite: values[0]=Infinity", two, zero, one, new double[] {Double.POSITIVE_INFINITY});
        assertRefused("must be a site, 0 to 1: rows[0]=-1", two, new int[] {-1}, one, new double[1]);
        assertRefused("must be a site, 0 to 1: columns[0]=2", two, zero, new int[] {2}, new double[1]);
    }

    @Test
    void of_magnitudesBeyondExactArithmetic_namesTheSite() {
        assertRefused(
                "must keep |bias| + sum |couplings| of each site below 2^30, for sums to be exact: site 1=1.0E12, by bias and values",
                new double[] {0.0, 1e12},
                new int[0],
                new int[0],
                new double[0]);
        assertRefused(
                "must keep |bias| + sum |couplings| of each site below 2^30, for sums to be exact: site 0=Infinity, by bias and values",
                new double[2],
                new int[2],
                new int[] {1, 1},
                new double[] {1e308, 1e308});
        double[] many = new double[5000];
        Arrays.fill(many, 0x1p29);
        assertRefused(
                "must keep the sum of all |biases| and |couplings| below 2^41, for sums to be exact: sum by bias and values=2.68435456E12",
                many,
                new int[0],
                new int[0],
                new double[0]);
    }

    @Test
    void batchedMethods_wrongShape_areRefused() {
        assertThatThrownBy(() -> model.logProb(Nd4j.zeros(3, 4)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must have 5 columns: states.columns=4");
        assertThatThrownBy(() -> model.gradient(Nd4j.zeros(DataType.DOUBLE, 5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must have rank 2: states.rank=1");
    }

    private static void assertRefused(String message, double[] bias, int[] rows, int[] columns, double[] values) {
        assertThatThrownBy(() -> PairwiseModel.of(bias, rows, columns, values))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}

package dev.lbp.runtime.tempering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemperatureScheduleTest {

    /** The rejections if the barrier is a known curve. */
    private static double[] rejections(DoubleUnaryOperator barrier, double[] betas) {
        return IntStream.range(0, betas.length - 1)
                .mapToDouble(k -> barrier.applyAsDouble(betas[k + 1]) - barrier.applyAsDouble(betas[k]))
                .toArray();
    }

    private static void assertSchedule(double[] betas, int slots) {
        assertThat(betas).hasSize(slots);
        assertThat(betas[0]).isEqualTo(0.0);
        assertThat(betas[slots - 1]).isEqualTo(1.0);
        for (int k = 1; k < slots; k++) {
            assertThat(betas[k]).as("betas[%d]", k).isGreaterThan(betas[k - 1]);
        }
    }

    @Test
    void linear_anyNumber_isEvenWithExactEnds() {
        assertThat(TemperatureSchedule.linear(2)).containsExactly(0.0, 1.0);
        assertThat(TemperatureSchedule.linear(5)).containsExactly(0.0, 0.25, 0.5, 0.75, 1.0);
        for (int slots = 2; slots < 200; slots++) {
            assertSchedule(TemperatureSchedule.linear(slots), slots);
        }
        assertThatThrownBy(() -> TemperatureSchedule.linear(1)).hasMessage("must be >= 2: slots=1");
    }

    /** Four times the points leave far less than a quarter of the error: the cubic's order is above 1. */
    @Test
    void equalised_ofASmoothBarrier_hasEqualShares() {
        DoubleUnaryOperator barrier = beta -> 2.0 * Math.log1p(9.0 * beta);
        double error = errorOfShares(barrier, 20);
        double finer = errorOfShares(barrier, 80);
        assertThat(error).isLessThan(0.03);
        assertThat(finer).isLessThan(0.12 * error);
        assertThat(errorOfShares(barrier, 2_000)).isLessThan(1e-5);
    }

    private static double errorOfShares(DoubleUnaryOperator barrier, int measured) {
        double[] betas = TemperatureSchedule.linear(measured);
        double[] equalised = TemperatureSchedule.equalised(betas, rejections(barrier, betas), 13);
        assertSchedule(equalised, 13);
        double share = barrier.applyAsDouble(1.0) / 12.0;
        return IntStream.range(0, 13)
                .mapToDouble(k -> Math.abs(barrier.applyAsDouble(equalised[k]) - k * share))
                .max()
                .orElseThrow();
    }

    @Test
    void equalised_ofALinearBarrier_isExact() {
        double[] betas = {0.0, 0.1, 0.15, 0.7, 1.0};
        double[] equalised = TemperatureSchedule.equalised(betas, rejections(beta -> 0.9 * beta, betas), 7);
        assertThat(equalised).containsExactly(TemperatureSchedule.linear(7), within(1e-15));
    }

    @Test
    void equalised_ofTwoPairs_isTheCubicByHand() {
        // Knots (0, 0), (0.5, 0.25), (0.75, 1): secants 0.5 and 3, slopes 0.5, 1.75, 3. On the first segment a = 1, b =
        // 3.5,
        // a^2 + b^2 = 13.25 > 9: both slopes are scaled by 3 / sqrt(13.25). The second then has b = 1 and a under 1.
        double scale = 3.0 / Math.sqrt(13.25);
        double left = 0.5 * scale;
        double middle = 1.75 * scale;
        double right = 3.0;
        // A third of 0.75 is 0.25: t = 1/2 of the first segment. Two thirds are 0.5: the knot itself.
        double half = 0.5 * 0.25 + 0.5 * (left - middle) / 8.0;
        double[] betas = {0.0, 0.25, 1.0};
        double[] rejections = {0.5, 0.25};
        assertThat(TemperatureSchedule.equalised(betas, rejections, 4))
                .containsExactly(new double[] {0.0, half, 0.25, 1.0}, within(1e-15));
        // Five sixths of 0.75 are 0.625: t = 1/2 of the second segment.
        double late = 0.5 * 1.25 + 0.25 * (middle - right) / 8.0;
        assertThat(TemperatureSchedule.equalised(betas, rejections, 7)[5]).isCloseTo(late, within(1e-15));
    }

    @Test
    void equalised_ofEqualRejections_changesNothing() {
        double[] betas = {0.0, 0.01, 0.2, 0.21, 0.9, 1.0};
        for (double rejection : new double[] {0.0, 0.3, 1.0}) {
            double[] rejections = new double[5];
            Arrays.fill(rejections, rejection);
            assertThat(TemperatureSchedule.equalised(betas, rejections, 6)).containsExactly(betas, within(1e-14));
        }
    }

    static Stream<double[]> extremeRejections() {
        return Stream.of(
                new double[] {0.0, 0.0, 0.0, 0.0},
                new double[] {1.0, 1.0, 1.0, 1.0},
                new double[] {1.0, 0.0, 0.0, 0.0},
                new double[] {0.0, 0.0, 0.0, 1.0},
                new double[] {0.0, 1.0, 0.0, 1.0},
                new double[] {1e-300, 0.5, -1e-17, 1e-9});
    }

    @ParameterizedTest
    @MethodSource("extremeRejections")
    void equalised_ofExtremes_ascends(double[] rejections) {
        double[][] schedules = {
            TemperatureSchedule.linear(5),
            {0.0, Double.MIN_VALUE, 1e-300, 1e-12, 1.0},
            {0.0, 0.5, 1.0 - 1e-12, Math.nextDown(1.0), 1.0},
            {0.0, Double.MIN_VALUE, 0.3, Math.nextUp(0.3), 1.0}
        };
        for (double[] betas : schedules) {
            for (int slots : new int[] {2, 3, 5, 14, 100}) {
                assertSchedule(TemperatureSchedule.equalised(betas, rejections, slots), slots);
            }
        }
    }

    /** Schedules made again and again of rejections that do not depend on them. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void equalised_ofRandomRejections_ascends(long seed) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] betas = TemperatureSchedule.linear(9);
        for (int round = 0; round < 200; round++) {
            double[] rejections = rng.doubles(betas.length - 1)
                    .map(u -> u < 0.2 ? 0.0 : Math.pow(u, 8.0))
                    .toArray();
            int slots = rng.nextInt(2, 40);
            betas = TemperatureSchedule.equalised(betas, rejections, slots);
            assertSchedule(betas, slots);
        }
    }

    @Test
    void equalised_ofBadRejections_isRefused() {
        double[] betas = TemperatureSchedule.linear(3);
        assertThatThrownBy(() -> TemperatureSchedule.equalised(betas, new double[3], 4))
                .hasMessage("must have length 2: rejections.length=3");
        assertThatThrownBy(() -> TemperatureSchedule.equalised(betas, new double[] {0.5, Double.NaN}, 4))
                .hasMessage("must be finite: rejections[1]=NaN");
        assertThatThrownBy(() -> TemperatureSchedule.equalised(betas, new double[2], 1))
                .hasMessage("must be >= 2: slots=1");
    }

    @Test
    void interpolated_betweenAndOutsideTheBetas_isLinearOrTheLast() {
        double[] betas = {0.0, 0.25, 0.5, 1.0};
        double[] values = {Double.NaN, 8.0, 4.0, 1.0};
        double[] at = {0.0, 0.1, 0.25, 0.375, 0.5, 0.75, 0.875, 1.0};
        assertThat(TemperatureSchedule.interpolated(betas, values, at))
                .containsExactly(8.0, 8.0, 8.0, 6.0, 4.0, 2.5, 1.75, 1.0);
        values[0] = 16.0;
        assertThat(TemperatureSchedule.interpolated(betas, values, at))
                .containsExactly(16.0, 12.8, 8.0, 6.0, 4.0, 2.5, 1.75, 1.0);
        assertThat(TemperatureSchedule.interpolated(
                        new double[] {0.0, 1.0}, new double[] {Double.NaN, 3.0}, new double[] {0.0, 0.5, 1.0}))
                .containsExactly(3.0, 3.0, 3.0);
        assertThat(TemperatureSchedule.interpolated(betas, values, betas)).containsExactly(values);
    }

    @Test
    void barrier_isTheSum_andAdvisesTwiceThatAndOne() {
        assertThat(TemperatureSchedule.barrier(new double[] {0.5, 0.25, 1.0})).isEqualTo(1.75);
        assertThat(TemperatureSchedule.advised(new double[] {0.9, 0.85}, 100)).isEqualTo(5); // 4.5
        assertThat(TemperatureSchedule.advised(new double[] {0.8, 0.8, 0.8, 0.8, 0.8}, 100))
                .isEqualTo(9);
        assertThat(TemperatureSchedule.advised(new double[] {0.0, 0.0}, 100)).isEqualTo(2);
        assertThat(TemperatureSchedule.advised(new double[] {0.96, 0.0, 0.0}, 100))
                .isEqualTo(7); // closed: doubled
        assertThat(TemperatureSchedule.advised(new double[] {0.95, 0.0, 0.0}, 100))
                .isEqualTo(3);
        assertThat(TemperatureSchedule.advised(new double[] {1.0, 1.0, 1.0}, 5)).isEqualTo(5);
    }
}

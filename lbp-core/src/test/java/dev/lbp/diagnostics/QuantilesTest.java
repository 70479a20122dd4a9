package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class QuantilesTest {

    @Test
    void of_betweenOrderStatistics_interpolates() {
        double[] sorted = {1, 2, 4, 8};
        assertThat(Quantiles.of(sorted, 0)).isEqualTo(1);
        assertThat(Quantiles.of(sorted, 0.5)).isEqualTo(3);
        assertThat(Quantiles.of(sorted, 0.9)).isCloseTo(4 + 0.7 * 4, within(1e-14));
        assertThat(Quantiles.of(sorted, 1)).isEqualTo(8);
    }

    @Test
    void of_tiedNeighbours_isTheirValueToTheBit() {
        double[] sorted = new double[33]; // interpolated at 95 %, 0.9 and 0.9 would give 0.8999999999999999
        Arrays.fill(sorted, 0.9);
        assertThat(Quantiles.of(sorted, 0.05)).isEqualTo(0.9);
        assertThat(Quantiles.of(sorted, 0.95)).isEqualTo(0.9);
    }

    @Test
    void median_oddAndEven_isTheMiddle() {
        assertThat(Quantiles.median(new double[] {1, 2, 9})).isEqualTo(2);
        assertThat(Quantiles.median(new double[] {1, 2, 4, 9})).isEqualTo(3);
        assertThat(Quantiles.median(new double[] {7})).isEqualTo(7);
    }
}

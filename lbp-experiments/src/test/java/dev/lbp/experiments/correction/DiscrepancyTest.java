package dev.lbp.experiments.correction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.experiments.report.Estimate;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class DiscrepancyTest {

    private static final int PIXELS = 70; // more than a long

    private static byte[][] images(int count, double ink, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[][] images = new byte[count][PIXELS];
        for (byte[] image : images) {
            for (int i = 0; i < PIXELS; i++) {
                image[i] = (byte) (random.nextDouble() < ink ? 1 : 0);
            }
        }
        return images;
    }

    private static int distance(byte[] a, byte[] b) {
        int distance = 0;
        for (int i = 0; i < PIXELS; i++) {
            distance += a[i] == b[i] ? 0 : 1;
        }
        return distance;
    }

    private static double kernel(byte[][] a, byte[][] b, double scale, boolean same) {
        double sum = 0.0;
        for (int k = 0; k < a.length; k++) {
            for (int l = 0; l < b.length; l++) {
                sum += same && k == l ? 0.0 : Math.exp(-distance(a[k], b[l]) / scale);
            }
        }
        return sum / (a.length * (b.length - (same ? 1.0 : 0.0)));
    }

    @Test
    void discrepancy_isThatOfTheFormula() {
        byte[][] x = images(30, 0.3, 1);
        byte[][] y = images(20, 0.4, 2);
        Discrepancy discrepancy = new Discrepancy(x);
        double scale = 0.0;
        for (byte[] a : x) {
            for (byte[] b : x) {
                scale += distance(a, b) / (30.0 * 29.0);
            }
        }
        assertThat(discrepancy.scale()).isCloseTo(scale, within(1e-12));
        double expected = kernel(x, x, scale, true) + kernel(y, y, scale, true) - 2.0 * kernel(x, y, scale, false);
        assertThat(discrepancy.of(y)).isCloseTo(expected, within(1e-12));
    }

    /** Over 200 pairs of samples the mean of an unbiased estimate is 0 within 4 of its standard errors (6e-5). */
    @Test
    void discrepancy_ofOneLaw_isZeroOnAverage() {
        double[] values = new double[200];
        for (int k = 0; k < values.length; k++) {
            values[k] = new Discrepancy(images(20, 0.3, 2 * k)).of(images(20, 0.3, 2 * k + 1));
        }
        Estimate estimate = Estimate.of(values);
        assertThat(estimate.mean()).isCloseTo(0.0, within(4.0 * estimate.error()));
        assertThat(estimate.error()).isLessThan(0.001);
        assertThat(new Discrepancy(images(20, 0.3, 1)).of(images(20, 0.7, 2))).isGreaterThan(0.05);
    }

    @Test
    void equalImages_areRefused() {
        assertThatThrownBy(() -> new Discrepancy(new byte[3][5])).hasMessage("must differ: images.length=3");
    }
}

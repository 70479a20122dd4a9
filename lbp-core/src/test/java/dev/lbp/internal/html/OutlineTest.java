package dev.lbp.internal.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class OutlineTest {

    private static final Pattern STEP = Pattern.compile("([Ml])(-?\\d+) ?(-?\\d+)(h0)?");

    @Test
    void of_fewValues_goesThroughAll() {
        String path = new Outline(Axis.of("x", 0, 4), Axis.of("y", 0, 10)).line(0, 1, new double[] {0, 10, 5, 5, 0});
        assertThat(path).isEqualTo("M0 1000h0l500-1000l500 500l500 0l500 500");
    }

    @Test
    void of_valuesThatAreNotFinite_interruptsTheLine() {
        double[] values = {1, Double.NaN, 1, 0, Double.NEGATIVE_INFINITY, 0};
        String path = new Outline(Axis.of("x", 0, 5), Axis.of("y", 0, 1)).line(0, 1, values);
        assertThat(path).isEqualTo("M0 0h0M800 0h0l400 1000M2000 1000h0");
    }

    @Test
    void pointsAndBars_areAtTheirPlaces() {
        Axis x = Axis.of("x", 0, 10);
        Axis y = Axis.of("y", 0, 1);
        double[] places = {2, 7};
        assertThat(new Outline(x, y).through(places, new double[] {0, 1}, false))
                .isEqualTo("M400 1000h0M1400 0h0");
        assertThat(new Outline(x, y).bars(places, new double[] {0, 0.5}, new double[] {1, 0.5}))
                .isEqualTo("M400 1000h0l0-1000M1400 500h0l0 0");
    }

    @Test
    void of_manyValues_keepsTheExtremesOfEveryColumn() {
        int n = 100_003;
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3L);
        double[] values = new double[n];
        Arrays.setAll(values, t -> random.nextDouble());
        values[77_777] = 50;
        values[12_345] = -50;
        String path = new Outline(Axis.of("x", 0, n - 1), Axis.of("y", -50, 50)).line(0, 1, values);
        assertThat(path.length()).isLessThan(10_000);
        List<long[]> points = points(path);
        assertThat(points).hasSize(800);
        assertThat(points).anyMatch(p -> p[0] == Math.round(77_777 * 2000.0 / (n - 1)) && p[1] == 0);
        assertThat(points).anyMatch(p -> p[0] == Math.round(12_345 * 2000.0 / (n - 1)) && p[1] == 1000);
        for (int k = 1; k < points.size(); k++) {
            assertThat(points.get(k)[0]).isGreaterThanOrEqualTo(points.get(k - 1)[0]);
        }
    }

    @Test
    void between_rows_holdsBothExtremes() {
        int n = 5_000;
        double[] lows = new double[n];
        double[] highs = new double[n];
        Arrays.fill(highs, 1);
        lows[1_234] = -9;
        highs[4_321] = 9;
        String path = new Outline(Axis.of("x", 0, n - 1), Axis.of("y", -10, 10)).between(0, 1, lows, highs);
        assertThat(path).endsWith("z");
        assertThat(points(path)).extracting(p -> p[1]).contains(50L, 950L).allMatch(y -> y >= 50 && y <= 950);
    }

    private static List<long[]> points(String path) {
        List<long[]> points = new ArrayList<>();
        Matcher step = STEP.matcher(path);
        long x = 0;
        long y = 0;
        while (step.find()) {
            boolean absolute = step.group(1).equals("M");
            x = Long.parseLong(step.group(2)) + (absolute ? 0 : x);
            y = Long.parseLong(step.group(3)) + (absolute ? 0 : y);
            points.add(new long[] {x, y});
        }
        return points;
    }
}

package dev.lbp.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedCostTest {

    private static double[] ones(int n) {
        double[] ones = new double[n];
        Arrays.fill(ones, 1.0);
        return ones;
    }

    /**
     * Ranks from tables of the sign test at one-sided 5 %: the limit is the (n - r)-th least, r the critical number of
     * signs.
     */
    @ParameterizedTest
    @CsvSource({"5, 5", "7, 7", "8, 7", "10, 9", "12, 10", "20, 15", "25, 18", "30, 20", "40, 26", "100, 59"})
    void of_sharesInAnyOrder_hasTheLimitOfTheSignTest(int n, int rank) {
        double[] with = IntStream.range(0, n)
                .mapToDouble(k -> 1.0 + 0.01 * ((11 * k + 3) % n + 1)) // every n here is prime to 11
                .toArray();
        PairedCost cost = PairedCost.of(ones(n), with);
        assertThat(cost.upper()).isCloseTo(0.01 * rank, within(1e-12));
        assertThat(cost.median()).isCloseTo(0.01 * (n + 1) / 2.0, within(1e-12));
    }

    @Test
    void of_pairs_takesTheRatioWithinEach() {
        double[] without = {1, 2, 4, 8, 16};
        assertThat(PairedCost.of(without, new double[] {1.5, 3, 6, 12, 24})).isEqualTo(new PairedCost(0.5, 0.5));
    }

    /**
     * The limit is above the true median in 95.06 % of all experiments with 30 pairs, that is P(B <= 19). Of 10,000 the
     * number in which it is has a standard deviation of 22; 5 of them, 108, are left by chance with probability 6e-7.
     */
    @Test
    void upper_ofSkewedNoise_isAboveTheMedianAsOftenAsItSays() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(17L);
        double median = Math.log(2.0);
        int above = 0;
        for (int experiment = 0; experiment < 10_000; experiment++) {
            double[] with = new double[30];
            Arrays.setAll(with, k -> 1.0 - Math.log(1.0 - random.nextDouble())); // 1 and an exponential
            above += PairedCost.of(ones(30), with).upper() > median ? 1 : 0;
        }
        assertThat(above).isBetween(9_506 - 108, 9_506 + 108);
    }

    @Test
    void of_tooFewPairsOrOfDifferentNumber_isRefused() {
        assertThatThrownBy(() -> PairedCost.of(ones(4), ones(4))).hasMessage("must be >= 5: pairs=4");
        assertThatThrownBy(() -> PairedCost.of(ones(5), ones(6))).hasMessage("must have length 5: with.length=6");
        assertThat(PairedCost.of(ones(2_000), ones(2_000)).upper()).isZero();
    }

    @Test
    void toString_isInPercent() {
        assertThat(new PairedCost(-0.0012, 0.0123)).hasToString("-0.1 % (95 % sure to be below 1.2 %)");
    }
}

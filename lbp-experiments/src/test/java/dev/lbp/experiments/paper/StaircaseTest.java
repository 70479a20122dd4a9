package dev.lbp.experiments.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StaircaseTest {

    /** Every state of N sites, every set of R of them, each set as likely as another. */
    private static double byEnumeration(double[] p, int scale) {
        int n = p.length;
        double rate = 0.0;
        int sets = 0;
        for (int flipped = 0; flipped < 1 << n; flipped++) {
            if (Integer.bitCount(flipped) != scale) {
                continue;
            }
            sets++;
            for (int state = 0; state < 1 << n; state++) {
                double here = probability(p, state);
                rate += here * Math.min(1.0, probability(p, state ^ flipped) / here);
            }
        }
        return rate / sets;
    }

    private static double probability(double[] p, int state) {
        double product = 1.0;
        for (int i = 0; i < p.length; i++) {
            product *= (state >> i & 1) == 1 ? p[i] : 1.0 - p[i];
        }
        return product;
    }

    @ParameterizedTest
    @CsvSource({"1, 0.25", "2, 0.25", "3, 0.25", "4, 0.25", "5, 0.15", "6, 0.15", "2, 0.05", "3, 0.05"})
    void acceptance_isThatByEnumeration(int scale, double q) {
        double[] p = {q, 1.0 - q, 1.0 - q, q, q, 1.0 - q};
        assertThat(Staircase.acceptance(scale, q)).isCloseTo(byEnumeration(p, scale), within(1e-14));
    }

    /** The best integers of the three configurations. */
    @Test
    void jumpDistance_isLargestWhereItIsKnownToBe() {
        assertThat(Staircase.acceptance(4, 0.25)).isCloseTo(0.3125, within(1e-14));
        assertThat(Staircase.acceptance(2, 0.15)).isCloseTo(0.300, within(1e-14));
        assertThat(Staircase.acceptance(2, 0.05)).isCloseTo(0.100, within(1e-14));
        assertThat(best(0.25)).isEqualTo(4);
        assertThat(best(0.15)).isEqualTo(2);
        assertThat(best(0.05)).isEqualTo(2);
    }

    private static int best(double q) {
        int best = 1;
        for (int scale = 2; scale < 40; scale++) {
            best = Staircase.jumpDistance(scale, q) > Staircase.jumpDistance(best, q) ? scale : best;
        }
        return best;
    }
}

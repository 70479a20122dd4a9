package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class RankNormalisationTest {

    /** The definition, O(S^2): the average rank of x among all values is the number below plus (ties + 1) / 2. */
    private static double naive(double[][] traces, double x) {
        int below = 0;
        int ties = 0;
        int total = 0;
        for (double[] trace : traces) {
            for (double y : trace) {
                total++;
                below += y < x ? 1 : 0;
                ties += y == x ? 1 : 0;
            }
        }
        double rank = below + (ties + 1) / 2.0;
        return NormalDistribution.of(0, 1).inverseCumulativeProbability((rank - 0.375) / (total + 0.25));
    }

    @Test
    void of_fourValues_areTheNormalScoresOfOneToFour() {
        // (r - 3/8) / 4.25 = 5/34, 13/34, 21/34, 29/34; normal quantiles to 15 digits by another library.
        double[][] z = RankNormalisation.of(new double[][] {{30, -5}, {40, 7}});
        assertThat(z[0]).containsExactly(new double[] {0.29930691046566704, -1.0491313979639711}, within(1e-14));
        assertThat(z[1]).containsExactly(new double[] {1.0491313979639711, -0.29930691046566704}, within(1e-14));
    }

    @Test
    void of_manyTiesOverChains_areTheDefinition() {
        SplittableRandom random = new SplittableRandom(4);
        double[][] traces = new double[3][40];
        for (double[] chain : traces) {
            for (int t = 0; t < chain.length; t++) {
                chain[t] = random.nextInt(-4, 4);
            }
        }
        double[][] z = RankNormalisation.of(traces);
        for (int j = 0; j < traces.length; j++) {
            for (int t = 0; t < traces[j].length; t++) {
                assertThat(z[j][t]).isEqualTo(naive(traces, traces[j][t]));
            }
        }
    }

    @Test
    void of_zerosOfBothSigns_areTies() {
        double[][] z = RankNormalisation.of(new double[][] {{0.0, -0.0, 1, -1, -0.0, 0.0}});
        assertThat(z[0][0]).isEqualTo(z[0][1]).isEqualTo(z[0][4]).isEqualTo(z[0][5]);
        assertThat(z[0][0]).isCloseTo(0, within(1e-15));
    }
}

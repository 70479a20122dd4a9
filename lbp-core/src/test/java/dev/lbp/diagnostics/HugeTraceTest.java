package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.target.EnergyModels;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Traces whose squares overflow: their means and deviations, and numbers that fit into a table. */
class HugeTraceTest {

    @Test
    void spread_ofHugeValues_doesNotOverflow() {
        double[][] trace = {{1e301, 3e301}, {2e301, 2e301}};
        TraceStatistics statistics = TraceStatistics.of(trace);
        assertThat(statistics.mean()).isCloseTo(2e301, within(1e287));
        assertThat(statistics.standardDeviation()).isCloseTo(Math.sqrt(2.0 / 3) * 1e301, within(1e287));
        ChainMoments moments = ChainMoments.of(trace);
        assertThat(moments.deviation()[0]).isCloseTo(Math.sqrt(2) * 1e301, within(1e287));
        assertThat(moments.deviation()[1]).isZero();
        assertThat(moments.within()).isCloseTo(1e301, within(1e287));
    }

    @Test
    void spread_ofTheLargestDoubles_isFinite() {
        double half = Double.MAX_VALUE / 2;
        Spread spread = Spread.of(new double[] {half, -half, half});
        assertThat(spread.mean()).isCloseTo(half / 3, within(1e293));
        assertThat(spread.deviation()).isCloseTo(half * 2 / Math.sqrt(3), within(1e293));
    }

    /** n times 0.1, divided by n, is not 0.1 for n = 10. */
    @Test
    void spread_ofEqualValues_isExactlyThatValueAndZero() {
        double[] equal = new double[10];
        Arrays.fill(equal, 0.1);
        assertThat(Spread.of(equal)).isEqualTo(new Spread(0.1, 0.0));
        assertThat(Spread.of(new double[] {5.0})).isEqualTo(new Spread(5.0, Double.NaN));
    }

    @Test
    void summary_ofHugeLogProbs_hasNoLongNumberAndNoInfinity() {
        for (EnergyModels.LogProb huge : Stream.<EnergyModels.LogProb>of(
                        x -> 1e301, x -> -1e301 - 1e299 * (x[0] + x[1] + x[2]))
                .toList()) {
            String summary = Samplers.rwm()
                    .scale(1)
                    .build()
                    .sample(EnergyModels.of(3, huge))
                    .run()
                    .summary();
            assertThat(summary).doesNotContain("Infinity").doesNotContainPattern("[0-9]{13}");
            assertThat(summary).containsPattern("logProb +-?1\\.0[0-9]{3}e\\+301 ");
        }
    }
}

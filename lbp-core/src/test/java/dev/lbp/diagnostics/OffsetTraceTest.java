package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces whose values are large compared with their variation, as log-probabilities with a large constant are. */
class OffsetTraceTest {

    private static final int CHAINS = 3;

    /** Multiples of 1/8 with some correlation, so that the sum with any of the offsets is exact. */
    private static double[][] trace(int draws, double offset) {
        UniformRandomProvider rng = RandomSource.SPLIT_MIX_64.create(7L);
        double[][] trace = new double[CHAINS][draws];
        for (double[] chain : trace) {
            int level = 0;
            for (int t = 0; t < draws; t++) {
                level = rng.nextInt(3) == 0 ? rng.nextInt(25) - 12 : level;
                chain[t] = offset + 0.125 * level;
            }
        }
        return trace;
    }

    @ParameterizedTest
    @CsvSource({"0,9", "0,20000", "1e8,20000", "1e13,9", "1e13,20000", "-1e13,20000", "1e15,9", "1e15,20000"})
    void of_valuesFarFromZero_areThoseOfExactSums(double offset, int draws) {
        double[][] trace = trace(draws, offset);
        double[] all = Arrays.stream(trace).flatMapToDouble(Arrays::stream).toArray();
        BigDecimal n = BigDecimal.valueOf(all.length);
        BigDecimal sum = Arrays.stream(all).mapToObj(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal mean = sum.divide(n, MathContext.DECIMAL128);
        BigDecimal squares = Arrays.stream(all)
                .mapToObj(x -> new BigDecimal(x).subtract(mean).pow(2))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        double deviation = Math.sqrt(squares.divide(n.subtract(BigDecimal.ONE), MathContext.DECIMAL128)
                .doubleValue());

        TraceStatistics statistics = TraceStatistics.of(trace);
        assertThat(statistics.mean())
                .isCloseTo(mean.doubleValue(), within(Math.max(1e-13, Math.ulp(mean.doubleValue()))));
        assertThat(statistics.standardDeviation()).isCloseTo(deviation, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"1e8", "1e13", "-1e13", "1e15"})
    void diagnostics_ofValuesFarFromZero_areThoseWithoutTheOffset(double offset) {
        double[][] near = trace(2_000, 0.0);
        double[][] far = trace(2_000, offset);
        TraceStatistics expected = TraceStatistics.of(near);
        TraceStatistics statistics = TraceStatistics.of(far);
        assertThat(statistics.bulkSample()).isEqualTo(expected.bulkSample());
        assertThat(statistics.tailSample()).isEqualTo(expected.tailSample());
        assertThat(statistics.rHat()).isEqualTo(expected.rHat());
        assertThat(EffectiveSampleSize.tfp(far)).isCloseTo(EffectiveSampleSize.tfp(near), within(1e-6));
        assertThat(MonteCarloError.ofMean(far)).isCloseTo(MonteCarloError.ofMean(near), within(1e-12));
        assertThat(MonteCarloError.batchMeans(far, 20)).isCloseTo(MonteCarloError.batchMeans(near, 20), within(1e-12));
        assertThat(ChainMoments.of(far).within())
                .isCloseTo(ChainMoments.of(near).within(), within(1e-12));
    }
}

package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Diagnostics of a trace in blocks are those of the whole trace, bit for bit. */
class BlockedTraceTest {

    private static List<double[]> blocks(double[][] trace, int length) {
        List<double[]> blocks = new ArrayList<>();
        for (double[] chain : trace) {
            for (int from = 0; from < chain.length; from += length) {
                blocks.add(Arrays.copyOfRange(chain, from, Math.min(chain.length, from + length)));
            }
        }
        return blocks;
    }

    @Test
    void statistics_ofBlocks_areThoseOfTheWholeTrace() {
        SplittableRandom random = new SplittableRandom(5);
        for (double unit : new double[] {1.0, 1e-300, 1e300, 0.0, Double.NaN, Double.POSITIVE_INFINITY}) {
            for (int draws : new int[] {1, 2, 7, 64, 101}) {
                double[][] trace = new double[3][draws];
                for (double[] chain : trace) {
                    Arrays.setAll(chain, t -> unit * (random.nextInt(9) - 4.5));
                }
                for (int length : new int[] {1, 3, 64, 1_000}) {
                    assertThat(TraceStatistics.of(blocks(trace, length), trace, 1))
                            .isEqualTo(TraceStatistics.of(trace));
                    TraceStatistics moments = TraceStatistics.momentsOf(blocks(trace, length));
                    TraceStatistics whole = TraceStatistics.of(trace);
                    double none = Double.NaN;
                    assertThat(moments)
                            .isEqualTo(new TraceStatistics(
                                    whole.mean(),
                                    none,
                                    whole.standardDeviation(),
                                    none,
                                    none,
                                    none,
                                    whole.constant(),
                                    0));
                }
            }
        }
        assertThat(TraceStatistics.of(new double[2][0]).mean()).isNaN();
    }

    /**
     * An autoregression of coefficient 0.9 has tau = 19, and one draw in 4 of it tau = 4.8, so its ESS is 2 % smaller.
     */
    @Test
    void effectiveSampleSize_ofASubsample_isNotLarger() {
        SplittableRandom random = new SplittableRandom(6);
        double[][] trace = new double[4][20_000];
        double[][] part = new double[4][5_000];
        for (int c = 0; c < 4; c++) {
            double x = 0.0;
            for (int t = 0; t < 20_000; t++) {
                x = 0.9 * x + random.nextDouble() - 0.5;
                trace[c][t] = x;
                part[c][t / 4] = t % 4 == 0 ? x : part[c][t / 4];
            }
        }
        double all = EffectiveSampleSize.bulk(trace);
        TraceStatistics some = TraceStatistics.of(Arrays.asList(trace), part, 4);
        assertThat(some.bulkSample() / all).isBetween(0.85, 1.05); // the relative error of an estimate is about 5 %
        assertThat(some.meanError() / MonteCarloError.ofMean(trace)).isBetween(0.97, 1.08); // the root of the other
    }
}

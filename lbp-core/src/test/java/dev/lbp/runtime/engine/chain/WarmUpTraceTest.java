package dev.lbp.runtime.engine.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SpinLine;
import dev.lbp.proposal.ScaleController;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.start.BitStart;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WarmUpTraceTest {

    private static final int SITES = 1_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 500, 501, 1_003})
    void averages_anyLength_areTheNaiveOnes(int steps) {
        double[][] scale = {scales(steps, 3.0, 0.1), scales(steps, 9.0, 0.7)};
        double[][] acceptance = {scales(steps, 0.3, 0.2), scales(steps, 0.6, 0.5)};
        WarmUpTrace trace = trace(scale, acceptance, steps, true);

        double meanLog = 0.0;
        for (double[] chain : scale) {
            meanLog += IntStream.range(0, steps)
                            .filter(t -> 2 * t >= steps || steps == 1)
                            .mapToDouble(t -> Math.log(chain[t]))
                            .average()
                            .orElse(0.0)
                    / scale.length;
        }
        if (steps > 1) {
            double mean = (trace.meanLogScale(0) + trace.meanLogScale(1)) / 2.0;
            assertThat(mean).isCloseTo(meanLog, within(1e-12 * Math.abs(meanLog)));
        }

        int bins = Math.min(500, steps);
        SampleResult.WarmUp result = trace.result();
        assertThat(result.steps()).isEqualTo(steps);
        assertThat(result.scale()).hasSize(bins);
        assertThat(result.acceptance()).hasSize(bins);
        for (int b = 0; b < bins; b++) {
            int bin = b;
            int[] members = IntStream.range(0, steps)
                    .filter(t -> (int) ((long) t * bins / steps) == bin)
                    .toArray();
            assertThat(result.scale()[b])
                    .isCloseTo(
                            Math.exp(mean(members, t -> Math.log(scale[0][t]) + Math.log(scale[1][t]))), within(1e-11));
            assertThat(result.acceptance()[b])
                    .isCloseTo(mean(members, t -> acceptance[0][t] + acceptance[1][t]), within(1e-12));
        }
    }

    /** Settled if the geometric mean of R differs by at most 5 % between the third quarter and the fourth. */
    @ParameterizedTest
    @ValueSource(doubles = {0.94, 0.953, 1.0, 1.049, 1.06})
    void settled_lastQuarterByAFactor_saysWhetherItMoved(double factor) {
        int steps = 400;
        double[] chain = new double[steps];
        for (int t = 0; t < steps; t++) {
            chain[t] = t < 200 ? 50.0 : t < 300 ? 20.0 : 20.0 * factor;
        }
        boolean small = factor < 1.05 && factor > 1.0 / 1.05;
        assertThat(trace(new double[][] {chain}, new double[][] {chain}, steps, true)
                        .result()
                        .settled())
                .isEqualTo(small);
        assertThat(trace(new double[][] {chain}, new double[][] {chain}, steps, false)
                        .result()
                        .settled())
                .as("with nothing to settle")
                .isTrue();
    }

    /**
     * Four chains, whose log R changes by these numbers between the last quarters. Student's t with 3 degrees of
     * freedom is beyond 3.182 with probability 5 %: changes of 0, 0.1, 0.2 and 0.3 have t = 2.32, and 0.14 to 0.17 with
     * the same mean t = 24. The last row has t = 2.32, but changes by more than 20 %. Chance is not allowed for in runs
     * on sites.
     */
    @ParameterizedTest
    @CsvSource({
        "0.0, 0.1, 0.2, 0.3, true",
        "0.14, 0.15, 0.16, 0.17, false",
        "0.06, 0.13, 0.2, 0.27, false",
        "0.0, 0.13, 0.26, 0.39, false"
    })
    void settled_changeThatChanceExplains_onlyIfChanceIsAllowedFor(
            double a, double b, double c, double d, boolean chance) {
        double[][] chains = DoubleStream.of(a, b, c, d)
                .mapToObj(change -> IntStream.range(0, 400)
                        .mapToDouble(t -> t < 300 ? 20.0 : 20.0 * Math.exp(change))
                        .toArray())
                .toArray(double[][]::new);
        assertThat(trace(new WarmUpTrace(4, 400, true).allowsChance(true), chains, chains)
                        .settled())
                .isEqualTo(chance);
        assertThat(trace(chains, chains, 400, true).settled()).isFalse();
        double[][] alone = {chains[2]};
        assertThat(trace(new WarmUpTrace(1, 400, true).allowsChance(true), alone, alone)
                        .settled())
                .as("one chain, whose noise is not known")
                .isFalse();
    }

    @Test
    void meanLogScale_beforeTheLastHalf_isNaN() {
        WarmUpTrace trace = new WarmUpTrace(1, 10, true);
        Probe probe = new Probe(0, scales(10, 3.0, 0.2), scales(10, 0.4, 0.2));
        for (int t = 0; t < 5; t++) {
            probe.step(t);
            trace.record(probe);
            assertThat(trace.meanLogScale(0)).isNaN();
        }
        probe.step(5);
        trace.record(probe);
        assertThat(trace.meanLogScale(0)).isFinite();
    }

    private static double mean(int[] steps, IntToDoubleFunction sumOfTwoChains) {
        return Arrays.stream(steps).mapToDouble(sumOfTwoChains).sum() / (2 * steps.length);
    }

    private static double[] scales(int steps, double base, double width) {
        double[] scales = new double[steps];
        Arrays.setAll(scales, t -> base * (1.0 + width * Math.sin(0.37 * t * t)));
        return scales;
    }

    private static WarmUpTrace trace(double[][] scale, double[][] acceptance, int steps, boolean adaptive) {
        return trace(new WarmUpTrace(scale.length, steps, adaptive), scale, acceptance);
    }

    private static WarmUpTrace trace(WarmUpTrace trace, double[][] scale, double[][] acceptance) {
        for (int c = 0; c < scale.length; c++) {
            Probe probe = new Probe(c, scale[c], acceptance[c]);
            for (int t = 0; t < scale[c].length; t++) {
                probe.step(t);
                trace.record(probe);
            }
        }
        return trace;
    }

    /** A chain that does nothing but have the scales and acceptance rates it is given. */
    private static final class Probe extends LocalBitChain {

        private final double[] acceptance;

        Probe(int index, double[] scale, double[] acceptance) {
            super(SpinLine.of(SITES), new BitStart(SITES, index + 1, 1L, null, null), index, new Scripted(scale));
            this.acceptance = acceptance;
        }

        void step(int t) {
            finish(1, acceptance[t], true, 0);
        }

        @Override
        public void advance() {
            throw new UnsupportedOperationException("a probe does not move");
        }

        @Override
        public void refresh() {
            // Nothing is kept beside the tracker.
        }
    }

    private record Scripted(double[] scales) implements ScaleController {

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return new Adaptation() {
                private int next;

                @Override
                public double scale() {
                    return next == 0 ? 1.0 : scales[next - 1];
                }

                @Override
                public void update(double acceptanceProbability, int flips) {
                    next++;
                }
            };
        }

        @Override
        public String describe() {
            return "scripted";
        }
    }
}

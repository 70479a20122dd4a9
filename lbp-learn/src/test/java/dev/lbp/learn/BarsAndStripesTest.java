package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.training.BarsAndStripes;
import dev.lbp.proposal.StateDistribution;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The 30 bars and stripes of 4x4 pixels, each pixel inverted with probability .01. Everything but the fits is exact: p,
 * q and the corrected law q e^f / Z are summed over all 65,536 states.
 */
class BarsAndStripesTest {

    private static final int N = 16;
    private static final double NOISE = 0.01;
    private static final byte[][] PATTERNS = BarsAndStripes.patterns(4);
    private static final byte[][] STATES = IntStream.range(0, 1 << N)
            .mapToObj(code -> AutoregressiveTest.state(N, code))
            .toArray(byte[][]::new);
    private static final double[] LAW = law();

    private static int code(byte[] state) {
        int code = 0;
        for (int i = 0; i < N; i++) {
            code |= state[i] << i;
        }
        return code;
    }

    /** p: equal shares of the patterns, then the noise of one pixel after another. */
    private static double[] law() {
        double[] p = new double[1 << N];
        for (byte[] pattern : PATTERNS) {
            p[code(pattern)] += 1.0 / PATTERNS.length;
        }
        for (int i = 0; i < N; i++) {
            double[] before = p.clone();
            for (int x = 0; x < p.length; x++) {
                p[x] = (1.0 - NOISE) * before[x] + NOISE * before[x ^ 1 << i];
            }
        }
        return p;
    }

    private static byte[][] data(int count, long seed) {
        byte[][] data = BarsAndStripes.draws(4, count, seed);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + 1);
        for (byte[] state : data) {
            for (int i = 0; i < N; i++) {
                state[i] ^= (byte) (random.nextDouble() < NOISE ? 1 : 0);
            }
        }
        return data;
    }

    private static double variation(double[] p, double[] q) {
        return IntStream.range(0, p.length)
                .mapToDouble(x -> Math.abs(p[x] - q[x]) / 2.0)
                .sum();
    }

    private static double clean(double[] p) {
        return Arrays.stream(PATTERNS).mapToDouble(pattern -> p[code(pattern)]).sum();
    }

    /**
     * {@code sqrt((p - q)' K (p - q))}, the maximum mean discrepancy by the kernel
     * {@code k(x, y) = exp(-distance / 4)}, which is a product over pixels.
     */
    private static double discrepancy(double[] p, double[] q) {
        double[] difference = new double[p.length];
        Arrays.setAll(difference, x -> p[x] - q[x]);
        return Math.sqrt(form(difference));
    }

    private static double form(double[] v) {
        double[] smooth = v.clone();
        for (int i = 0; i < N; i++) {
            double[] before = smooth.clone();
            for (int x = 0; x < v.length; x++) {
                smooth[x] += Math.exp(-0.25) * before[x ^ 1 << i];
            }
        }
        return IntStream.range(0, v.length).mapToDouble(x -> v[x] * smooth[x]).sum();
    }

    /**
     * q before, {@code q e^f / Z} after, and the acceptance of the chain in its stationary law: all exact, but for f.
     */
    private record Correction(String name, int data, double[] before, double[] after, double acceptance) {

        private static Correction of(String name, StateDistribution q, byte[][] data) {
            DensityRatio ratio = DensityRatio.fitting().steps(8_000).fit(data, q::draw);
            double[] before = Arrays.stream(STATES)
                    .mapToDouble(x -> Math.exp(q.logProb(x)))
                    .toArray();
            double[] f = ratio.logRatio(STATES);
            double[] after = new double[before.length];
            Arrays.setAll(after, x -> before[x] * Math.exp(f[x]));
            double z = Arrays.stream(after).sum();
            Arrays.setAll(after, x -> after[x] / z);
            double acceptance = AcceptanceRate.weighted(f, after, f, before).acceptance();
            Correction correction = new Correction(name, data.length, before, after, acceptance);
            correction.print();
            return correction;
        }

        private void print() {
            System.out.printf(
                    Locale.ROOT,
                    "| %,d | %s | %.3f | %.3f, %.3f | %.3f, %.3f | %.3f, %.3f (%.3f) |%n",
                    data,
                    name,
                    acceptance,
                    variationBefore(),
                    variationAfter(),
                    clean(before),
                    clean(after),
                    discrepancy(LAW, before),
                    discrepancy(LAW, after),
                    Math.sqrt((1.0 - form(LAW)) / data));
        }

        private double variationBefore() {
            return variation(LAW, before);
        }

        private double variationAfter() {
            return variation(LAW, after);
        }
    }

    private static Autoregressive factorised(byte[][] data) {
        double[] logits = new double[N];
        double[][] none = new double[N][];
        for (int i = 0; i < N; i++) {
            int site = i;
            double mean =
                    Arrays.stream(data).mapToInt(state -> state[site]).average().orElseThrow();
            logits[i] = Math.log(mean / (1.0 - mean));
            none[i] = new double[i];
        }
        return Autoregressive.of(logits, none);
    }

    private static Correction autoregressive(byte[][] data) {
        return Correction.of(
                "logistic autoregressive", Autoregressive.fitting().steps(2_000).fit(data), data);
    }

    private static Correction mixture(byte[][] data) {
        return Correction.of("mixture of 10", BernoulliMixture.fit(data, 10), data);
    }

    @Test
    void law_addsUpToOne_andHasTheShareOfCleanPatterns() {
        assertThat(Arrays.stream(LAW).sum()).isCloseTo(1.0, within(1e-12));
        assertThat(clean(LAW)).isCloseTo(0.851, within(5e-4));
        assertThat(LAW[code(PATTERNS[3]) ^ 1])
                .isCloseTo(LAW[code(PATTERNS[3])] / 99.0, within(1e-7)); // no other pattern is as near
    }

    /** Prints the table of docs/results/figures.md. */
    @Test
    @Tag("slow")
    void corrections_areNearerTheLaw_andPrintTheTable() {
        byte[][] data = data(30_000, 3);
        Correction near = autoregressive(data);
        assertThat(near.variationBefore()).isLessThanOrEqualTo(0.16);
        assertThat(near.variationAfter()).isLessThanOrEqualTo(0.09);
        assertThat(clean(near.after)).isCloseTo(clean(LAW), within(0.04));
        assertThat(near.acceptance).isGreaterThan(0.7);

        Correction far = mixture(data);
        assertThat(far.variationBefore()).isCloseTo(0.89, within(0.03));
        assertThat(far.variationAfter()).isLessThanOrEqualTo(0.25);
        assertThat(far.acceptance).isLessThan(0.1);

        Correction.of("independent pixels", factorised(data), data);
        byte[][] fewer = data(3_000, 3);
        autoregressive(fewer);
        mixture(fewer);
        byte[][] few = data(300, 3);
        autoregressive(few);
        mixture(few);
    }
}

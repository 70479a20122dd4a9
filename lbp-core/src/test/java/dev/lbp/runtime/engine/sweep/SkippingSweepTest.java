package dev.lbp.runtime.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.SmallPairwise;
import dev.lbp.SmallTargets;
import dev.lbp.SpinLine;
import dev.lbp.TableTarget;
import dev.lbp.runtime.engine.ScriptedRandom;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Sweeps that skip sites, exactly: the law of a sweep, summed over all marks of candidates and all decisions, is that
 * of the plain sweep. Couplings are strong, so a flip makes hot neighbours cold and cold ones hot.
 */
class SkippingSweepTest {

    private static final int N = 4;

    private static SmallPairwise ring() {
        double[] bias = {0.9, -2.1, 0.4, -1.2};
        double[][] coupling = new double[N][N];
        double[] strength = {2.3, -1.9, 2.8, -0.7};
        for (int i = 0; i < N; i++) {
            coupling[i][(i + 1) % N] = strength[i];
            coupling[(i + 1) % N][i] = strength[i];
        }
        return new SmallPairwise(bias, coupling, new int[0][]);
    }

    static Stream<Arguments> cases() {
        return Stream.of(0.001, 0.1, 0.3, 0.7)
                .flatMap(rate -> Stream.of(SiteRule.values())
                        .flatMap(rule -> Stream.of(new int[] {0, 1, 2, 3}, new int[] {2, 0, 3}, new int[] {1, 3, 0, 2})
                                .map(order -> Arguments.of(rate, rule, order))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sweep_summedOverAllMarks_hasTheLawOfThePlainSweep(double rate, SiteRule rule, int... order) {
        SmallPairwise model = ring();
        double[][] skipping = new double[1 << N][1 << N];
        for (int x = 0; x < 1 << N; x++) {
            for (int marks = 0; marks < 1 << order.length; marks++) {
                int count = Integer.bitCount(marks);
                double probability = Math.pow(rate, count) * Math.pow(1.0 - rate, order.length - count);
                decide(model, x, rate, marks, rule, order, new double[0], probability, skipping[x]);
            }
        }
        double[][] plain = plain(model.target(), rule, order);
        for (int x = 0; x < 1 << N; x++) {
            assertThat(skipping[x]).as("from %d", x).containsExactly(plain[x], within(1e-12));
        }
    }

    /** Splits on the decision of the next visit. A sweep that makes no more visits has ended. */
    private static void decide(
            LocalEnergyModel model,
            int from,
            double rate,
            int marks,
            SiteRule rule,
            int[] order,
            double[] script,
            double probability,
            double[] row) {
        if (probability == 0.0) {
            return;
        }
        double[] next = Arrays.copyOf(script, script.length + 1);
        next[script.length] = ScriptedRandom.LARGEST;
        Visits least = sweep(model, from, rate, marks, rule, order, next);
        if (least.used == script.length) {
            row[least.end] += probability;
            return;
        }
        double p = ScriptedRandom.probability(uniform -> {
            next[script.length] = uniform;
            return sweep(model, from, rate, marks, rule, order, next).flips(script.length);
        });
        next[script.length] = 0.0;
        decide(model, from, rate, marks, rule, order, next.clone(), probability * p, row);
        next[script.length] = ScriptedRandom.LARGEST;
        decide(model, from, rate, marks, rule, order, next.clone(), probability * (1.0 - p), row);
    }

    /** Where a sweep ends, how many numbers it uses, and after how many of them it has flipped a site. */
    private record Visits(int end, int used, long flips) {
        boolean flips(int visit) {
            return (flips >> visit & 1) == 1;
        }
    }

    /** Runs a sweep with scripted marks and decisions; later visits do not flip, unless they must. */
    private static Visits sweep(
            LocalEnergyModel model, int from, double rate, int marks, SiteRule rule, int[] order, double... script) {
        LocalEnergyModel.Tracker tracker = model.newTracker();
        tracker.reset(TableTarget.state(from, N));
        int[] candidates = IntStream.range(0, order.length)
                .filter(k -> (marks >> k & 1) == 1)
                .toArray();
        int[] given = {0};
        Gaps gaps = () -> {
            int k = given[0]++;
            int last = k == 0 ? -1 : candidates[k - 1];
            return (k < candidates.length ? candidates[k] : order.length + N) - last - 1;
        };
        SkippingSweep skipping = new SkippingSweep(order, N, rate, gaps);
        skipping.findHotSites(tracker);
        int[] used = {0};
        long[] flips = {0};
        int[] visit = {0};
        UniformRandomProvider rng = new UniformRandomProvider() {
            @Override
            public double nextDouble() {
                int k = used[0]++;
                visit[0] = k;
                return k < script.length ? script[k] : ScriptedRandom.LARGEST;
            }

            @Override
            public long nextLong() {
                throw new UnsupportedOperationException();
            }
        };
        LocalEnergyModel.Tracker watched = new FlipWatcher(tracker, () -> flips[0] |= 1L << visit[0]);
        int[] flipped = new int[N];
        int n = skipping.sweep(watched, rule, rng, new int[N], flipped);
        int end = from;
        for (int k = 0; k < n; k++) {
            end ^= 1 << flipped[k];
        }
        skipping.check(tracker, 1e-9);
        return new Visits(end, used[0], flips[0]);
    }

    private static double[][] plain(TableTarget target, SiteRule rule, int... order) {
        double[][] sweep = SweepKernel.identity(1 << N);
        for (int site : order) {
            double[] p = new double[1 << N];
            for (int x = 0; x < 1 << N; x++) {
                double t = Math.exp(target.logProb(x ^ 1 << site) - target.logProb(x));
                p[x] = rule == SiteRule.METROPOLIS ? Math.min(1.0, t) : t / (1.0 + t);
            }
            SweepKernel.multiplyByUpdate(sweep, site, p);
        }
        return sweep;
    }

    /** Tells when a site is flipped. */
    private record FlipWatcher(LocalEnergyModel.Tracker tracker, Runnable onFlip) implements LocalEnergyModel.Tracker {

        @Override
        public void reset(byte[] state) {
            tracker.reset(state);
        }

        @Override
        public double logProb() {
            return tracker.logProb();
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            tracker.logRatios(sites, n, out);
        }

        @Override
        public int flip(int site, int[] touched) {
            onFlip.run();
            return tracker.flip(site, touched);
        }

        @Override
        public void save() {
            tracker.save();
        }

        @Override
        public void restore() {
            tracker.restore();
        }
    }

    /**
     * 100,000 gaps, counts of 0, 1, .., 39 and more: chi-square of 40 degrees of freedom is above 112 with probability
     * 1e-8 or so if they are right.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.04, 0.3})
    void gaps_areGeometric(double rate) {
        Gaps gaps = Gaps.of(rate, RandomSource.XO_SHI_RO_256_PP.create(7L));
        int n = 100_000;
        long[] counts = new long[41];
        for (int k = 0; k < n; k++) {
            counts[(int) Math.min(gaps.next(), 40)]++;
        }
        double chi = 0.0;
        for (int g = 0; g <= 40; g++) {
            double expected = n * Math.pow(1.0 - rate, g) * (g < 40 ? rate : 1.0);
            chi += expected < 1e-3 ? 0.0 : (counts[g] - expected) * (counts[g] - expected) / expected;
        }
        assertThat(chi).isLessThan(112.0);
    }

    /** Sites of more than one word, and bits that come and go. */
    @Test
    void hotSites_next_findsTheFirstFromAnyPlace() {
        int n = 200;
        int[] order = IntStream.range(0, n).map(k -> k * 7 % n).toArray();
        HotSites hot = new HotSites(order, n);
        boolean[] naive = new boolean[n];
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(3L);
        for (int round = 0; round < 300; round++) {
            int at = rng.nextInt(n);
            naive[at] = rng.nextInt(20) == 0;
            hot.update(new int[] {order[at]}, 1, new double[] {naive[at] ? 1.0 : -1.0}, 0.0);
            int from = rng.nextInt(n + 1);
            int expected = from;
            while (expected < n && !naive[expected]) {
                expected++;
            }
            assertThat(hot.next(from)).as("from %d", from).isEqualTo(expected);
        }
    }

    @Test
    void thinned_whereItDoesNotFit_isRefused() {
        refused("must be in (0, 1): thinned=1.0", () -> Samplers.gibbs().thinned(1.0));
        refused(
                "must be left out with randomScan(): thinned=true",
                () -> Samplers.gibbs().randomScan().thinned().build());
        refused(
                "must be a LocalEnergyModel with exact log-ratios for thinned sweeps: model=Batched",
                () -> Samplers.gibbs().thinned().build().sample(SpinLine.of(5).batched(DataType.DOUBLE)));
        TableTarget rough = SmallTargets.moderate().get(2).target();
        refused(
                "must be a LocalEnergyModel with exact log-ratios for thinned sweeps: model="
                        + rough.localWithGradient().name(),
                () -> Samplers.metropolis().thinned().build().sample(rough.localWithGradient()));
    }

    private static void refused(String message, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}

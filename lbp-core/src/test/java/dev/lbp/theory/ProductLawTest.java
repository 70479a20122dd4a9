package dev.lbp.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.proposal.WeightFunction;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Section 3 of Sun, Dai and Schuurmans (2022) on product targets, by draws of x from pi and of paths u from their
 * definition: no sampler takes part. Seeds are fixed. Where a bound has a statistical part, it is five standard errors,
 * which fail in 6e-7 of all seeds, and the rest is what the paper gives as the order of the error.
 */
class ProductLawTest {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0.0, 1.0);

    private static final WeightFunction ONLY_T = WeightFunction.of("t", logT -> logT);

    private static double[] uniform(int sites, double low, SplittableRandom random) {
        return random.doubles(sites).map(u -> low + (1.0 - 2.0 * low) * u).toArray();
    }

    private static int bestScale(double[] p, WeightFunction g) {
        double lambda1 = OptimalScaling.lambda1(p, g::logWeight);
        return (int) Math.round(OptimalScaling.lbpScale(lambda1, OptimalScaling.LBP_ACCEPTANCE, p.length));
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double error(double[] values) {
        double mean = mean(values);
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return Math.sqrt(squares / (values.length - 1.0) / values.length);
    }

    /** Equation 9 takes all but the sums of weights away, if g is balanced; for g(t) = t a difference remains. */
    @Test
    void logAlpha_isEquation10_ifTheWeightIsBalanced() {
        double[] p = uniform(60, 0.05, new SplittableRandom(1L));
        for (WeightFunction g :
                List.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN, WeightFunction.MAX)) {
            for (ProductPath path : ProductPath.drawn(p, g, 12, 50)) {
                assertThat(path.logAlpha()).as(g.name()).isCloseTo(path.equation10(), within(1e-11));
            }
        }
        assertThat(Arrays.stream(ProductPath.drawn(p, ONLY_T, 12, 50))
                        .mapToDouble(path -> Math.abs(path.logAlpha() - path.equation10()))
                        .min()
                        .orElseThrow())
                .isGreaterThan(1e-3);
    }

    /**
     * Lemmas 3.3, 3.5 and 3.6: log alpha is A + B up to what vanishes, A is normal with mean -lambda_1^2 l^3 / 2 and
     * variance lambda_1^2 l^3, and B is of the order N^(-1/2): a fourth at sixteen times as many sites. In lambda_1
     * stands the sum of all weights; at a finite N, A has that of the sites off the path. With the path's own W in
     * place of its mean, A + B leaves a fourth of B at 400 sites and a tenth at 6,400. 2,000 draws of a normal law are
     * further than .06 from its distribution function in 1e-6 of all seeds.
     */
    @Test
    void logAlpha_tendsToANormalLaw() {
        double[] sizesOfB = new double[2];
        double[] rests = new double[2];
        int[] sizes = {400, 6_400};
        for (int k = 0; k < 2; k++) {
            double[] p = uniform(sizes[k], 0.15, new SplittableRandom(2L));
            WeightFunction g = WeightFunction.BARKER;
            int scale = bestScale(p, g);
            ProductPath[] paths = ProductPath.drawn(p, g, scale, 2_000);
            double meanRest =
                    mean(Arrays.stream(paths).mapToDouble(ProductPath::rest).toArray());
            double[] a =
                    Arrays.stream(paths).mapToDouble(path -> path.a(meanRest)).toArray();
            double[] b = Arrays.stream(paths)
                    .limit(60)
                    .mapToDouble(path -> path.b(meanRest))
                    .toArray();
            double lambda1 = OptimalScaling.lambda1(p, g::logWeight);
            double all = mean(Arrays.stream(paths)
                    .mapToDouble(
                            path -> path.rest() + Arrays.stream(path.before()).sum())
                    .toArray());
            double variance = Math.pow(lambda1 / sizes[k] * all / meanRest, 2) * Math.pow(scale, 3);
            double slack = 4.0 / Math.sqrt(sizes[k]);
            assertThat(apart(a, -0.5 * variance, Math.sqrt(variance))).isLessThan(k == 0 ? 0.12 : 0.06);
            double left = mean(Arrays.stream(paths)
                    .limit(60)
                    .mapToDouble(path -> Math.abs(path.logAlpha() - path.a(path.rest()) - path.b(path.rest())))
                    .toArray());
            assertThat(left)
                    .isLessThan(0.3 * mean(Arrays.stream(b).map(Math::abs).toArray()));
            assertThat(mean(a)).isCloseTo(-0.5 * variance, within(5.0 * error(a) + slack * variance));
            double[] squares =
                    Arrays.stream(a).map(v -> Math.pow(v - mean(a), 2)).toArray();
            assertThat(mean(squares)).isCloseTo(variance, within(5.0 * error(squares) + slack * variance));
            sizesOfB[k] = mean(Arrays.stream(b).map(Math::abs).toArray());
            rests[k] = mean(IntStream.range(0, b.length)
                    .mapToDouble(i -> Math.abs(paths[i].logAlpha() - a[i] - b[i]))
                    .toArray());
        }
        assertThat(sizesOfB[1] / sizesOfB[0]).isBetween(0.16, 0.34);
        assertThat(rests[1]).isLessThan(0.5 * rests[0]);
    }

    /** The statistic of Kolmogorov and Smirnov. */
    private static double apart(double[] values, double mean, double deviation) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        double most = 0.0;
        for (int k = 0; k < sorted.length; k++) {
            double law = NORMAL.cumulativeProbability((sorted[k] - mean) / deviation);
            most = Math.max(most, Math.max(law - (double) k / sorted.length, (k + 1.0) / sorted.length - law));
        }
        return most;
    }

    /** Lemma 3.4, equation 14: a place of the path is site j with a probability in proportion to p_j w_j(1). */
    @Test
    void sitesOfAPath_areDrawnByTheirFlow() {
        double[] p = uniform(400, 0.05, new SplittableRandom(3L));
        WeightFunction g = WeightFunction.BARKER;
        int scale = 20;
        int count = 4_000;
        double[] drawn = new double[4];
        for (ProductPath path : ProductPath.drawn(p, g, scale, count)) {
            for (int site : path.sites()) {
                drawn[quarter(p[site])]++;
            }
        }
        double[] flow = new double[4];
        for (double one : p) {
            flow[quarter(one)] += one * Math.exp(g.logWeight(-ProductPath.logOdds(one)));
        }
        for (int k = 0; k < 4; k++) {
            double share = flow[k] / Arrays.stream(flow).sum();
            double error = Math.sqrt(share * (1.0 - share) / (count * scale));
            assertThat(drawn[k] / (count * scale)).isCloseTo(share, within(5.0 * error + 0.005));
        }
        assertThat(flow[0] / flow[1])
                .as("shares differ from those of uniform draws")
                .isLessThan(0.75);
    }

    private static int quarter(double p) {
        return (int) (4.0 * p);
    }

    /**
     * Lemma 3.4, equation 15, but for a factor that is missing in print: a site at place r of the path is 1 with
     * probability 1/2 + r (w(0) - w(1)) / (4 W). The two ways to be drawn there are equally likely but for the chance
     * not to be drawn before, so that the log-odds are r (w(0) - w(1)) / W; with this the mean of A is that of lemma
     * 3.6.
     */
    @Test
    void valuesAlongAPath_leaveOneHalf() {
        double[] p = new double[1_600];
        Arrays.setAll(p, i -> i % 2 == 0 ? 0.15 : 0.85);
        WeightFunction g = WeightFunction.BARKER;
        int scale = bestScale(p, g);
        double measured = 0.0;
        double stated = 0.0;
        int seen = 0;
        ProductPath[] paths = ProductPath.drawn(p, g, scale, 4_000);
        double meanSum = mean(Arrays.stream(paths)
                .mapToDouble(
                        path -> path.rest() + 0.5 * Arrays.stream(path.before()).sum())
                .toArray());
        for (ProductPath path : paths) {
            for (int r = 3 * scale / 4; r < scale; r++) {
                if (p[path.sites()[r]] == 0.15) {
                    measured += path.x()[path.sites()[r]] - 0.5;
                    stated += (r + 1) * (0.15 - 0.85) / meanSum;
                    seen++;
                }
            }
        }
        assertThat(stated / seen).isLessThan(-0.15);
        assertThat(measured / seen).isCloseTo(0.25 * stated / seen, within(2.5 / Math.sqrt(seen) + 0.007));
    }

    /** Lemma 3.7, by the midpoint rule; with the mean -sigma^2 / 2 it is equation 18. */
    @ParameterizedTest
    @CsvSource({"-0.5, 1.0", "-0.8, 0.3", "0.4, 2.0", "-3.0, 1.7"})
    void meanOfTheMinimum_isThatOfLemma37(double mu, double sigma) {
        double sum = 0.0;
        int cells = 40_000;
        for (int k = 0; k < cells; k++) {
            double z = -10.0 + 20.0 * (k + 0.5) / cells;
            sum += Math.min(1.0, Math.exp(mu + sigma * z)) * NORMAL.density(z) * 20.0 / cells;
        }
        double stated = NORMAL.cumulativeProbability(mu / sigma)
                + Math.exp(mu + 0.5 * sigma * sigma) * NORMAL.cumulativeProbability(-sigma - mu / sigma);
        assertThat(sum).isCloseTo(stated, within(1e-7));
        double equal = 2.0 * NORMAL.cumulativeProbability(-0.5 * sigma);
        assertThat(OptimalScaling.lbpAcceptance(sigma, 1.0, 1)).isCloseTo(equal, within(1e-12));
    }

    /** Theorem 3.1: at the best scale acceptance comes up to its limit, .574, as N grows. */
    @Test
    void acceptance_tendsToTheLimit_fromBelow() {
        double[] gaps = new double[3];
        int[] sizes = {100, 800, 6_400};
        for (int k = 0; k < 3; k++) {
            double[] p = uniform(sizes[k], 0.15, new SplittableRandom(4L));
            int scale = bestScale(p, WeightFunction.BARKER);
            double[] rates = Arrays.stream(ProductPath.drawn(p, WeightFunction.BARKER, scale, 4_000))
                    .mapToDouble(path -> Math.min(1.0, Math.exp(path.logAlpha())))
                    .toArray();
            double lambda1 = OptimalScaling.lambda1(p, WeightFunction.BARKER::logWeight);
            gaps[k] = OptimalScaling.lbpAcceptance(lambda1, scale, sizes[k]) - mean(rates);
            assertThat(5.0 * error(rates)).isLessThan(0.04);
        }
        assertThat(gaps[0]).isBetween(0.05, 0.12);
        assertThat(gaps[1]).isBetween(0.01, 0.06);
        assertThat(gaps[2]).isBetween(-0.02, 0.03);
        assertThat(gaps[2]).isLessThan(0.4 * gaps[0]);
    }

    /**
     * Theorem 3.8 for probabilities that come near 1/2: acceptance of random walks tends to equation 20. Six standard
     * errors of 10,000 walks are at most .024.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.25, 0.4})
    void walks_areAcceptedAsEquation20Says(double beta) {
        for (int sites : new int[] {400, 6_400}) {
            SplittableRandom random = new SplittableRandom(5L);
            double narrow = Math.pow(sites, -beta);
            double[] p = random.doubles(sites)
                    .map(u -> 0.5 + (random.nextBoolean() ? 1.0 : -1.0) * narrow * (0.1 + 0.3 * u))
                    .toArray();
            double[] odds = Arrays.stream(p).map(ProductPath::logOdds).toArray();
            double lambda2 = OptimalScaling.lambda2(p, beta);
            double growth = Math.pow(sites, 2.0 * beta);
            for (double l : new double[] {0.5, 2.0}) {
                int scale = (int) Math.round(Math.max(2.0, l * growth));
                double[] rates = new double[10_000];
                Arrays.setAll(rates, k -> walk(p, odds, scale, random));
                assertThat(mean(rates))
                        .as("N = %d, R = %d", sites, scale)
                        .isCloseTo(
                                OptimalScaling.rwmAcceptance(lambda2, scale, beta, sites),
                                within(0.024 + 0.7 / Math.sqrt(scale * growth)));
            }
        }
    }

    /** min(1, pi(y) / pi(x)) of a walk of R sites from a draw of pi. */
    private static double walk(double[] p, double[] odds, int scale, SplittableRandom random) {
        boolean[] flipped = new boolean[p.length];
        double logRatio = 0.0;
        for (int left = scale; left > 0; ) {
            int i = random.nextInt(p.length);
            if (!flipped[i]) {
                flipped[i] = true;
                logRatio += random.nextDouble() < p[i] ? -odds[i] : odds[i];
                left--;
            }
        }
        return Math.min(1.0, Math.exp(logRatio));
    }

    /**
     * The change of Z_g by a flip, c_g, tends to 1 as 1 / N at states of pi: so balanced weights are nearly as good as
     * any (section 3 of Zanella 2020). Its supremum over all states does not.
     */
    @Test
    void changeOfSums_tendsToOne_atTypicalStates() {
        double[] excess = new double[3];
        for (int k = 0; k < 3; k++) {
            int sites = (int) Math.pow(10, k + 2);
            double[] p = uniform(sites, 0.15, new SplittableRandom(6L));
            excess[k] = mean(Arrays.stream(ProductPath.drawn(p, WeightFunction.SQRT, 1, 50))
                    .mapToDouble(path -> {
                        double total = path.rest() + path.before()[0];
                        double most = 0.0;
                        for (int i = 0; i < sites; i++) {
                            double half = 0.5 * ProductPath.logOdds(p[i]);
                            most = Math.max(most, Math.abs(Math.exp(half) - Math.exp(-half)));
                        }
                        return most / total;
                    })
                    .toArray());
        }
        assertThat(excess[0]).isBetween(0.015, 0.04);
        assertThat(excess[0] / excess[1]).isBetween(8.0, 12.0);
        assertThat(excess[1] / excess[2]).isBetween(8.0, 12.0);
    }
}

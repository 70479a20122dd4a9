package dev.lbp.theory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.proposal.WeightFunction;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A state of pi, a path from it, and the weights along the path. */
record ProductPath(double[] p, byte[] x, int[] sites, double[] before, double[] after, double rest) {

    /** log alpha from the definition, equation 5: the ratio of pi and of the probabilities of both paths. */
    double logAlpha() {
        double sum = 0.0;
        double forward = rest;
        double backward = rest;
        for (int r = 0; r < sites.length; r++) {
            forward += before[r];
        }
        for (int r = 0; r < sites.length; r++) {
            double logT = logOdds(p[sites[r]]) * (1 - 2 * x[sites[r]]);
            backward += after[r];
            sum += logT + Math.log(after[r] / backward) - Math.log(before[r] / forward);
            forward -= before[r];
        }
        return sum;
    }

    /** Equation 10, without the minimum. */
    double equation10() {
        double sum = 0.0;
        for (int r = 0; r < sites.length; r++) {
            double forward = Arrays.stream(before, r, sites.length).sum();
            double backward = Arrays.stream(after, 0, r + 1).sum();
            sum += Math.log((1.0 + forward / rest) / (1.0 + backward / rest));
        }
        return sum;
    }

    /** A of equation 11. */
    double a(double meanRest) {
        double sum = 0.0;
        for (int r = 1; r <= sites.length; r++) {
            sum += (sites.length - r + 1) * before[r - 1] - r * after[r - 1];
        }
        return sum / meanRest;
    }

    /** B of equation 12. */
    double b(double meanRest) {
        double sum = 0.0;
        int most = sites.length;
        for (int i = 1; i <= most; i++) {
            for (int j = 1; j <= most; j++) {
                sum += Math.min(i, j) * before[i - 1] * before[j - 1]
                        - (most - Math.max(i, j) + 1) * after[i - 1] * after[j - 1];
            }
        }
        return -0.5 * sum / (meanRest * meanRest);
    }

    /**
     * Sites in the order of exponential clocks with the rates w are draws by w without replacement. A clock -log(1 - u)
     * / w is never before u / w, so that sites whose u / w is behind a limit need no clock, if as many others as the
     * path needs are before it.
     */
    private static ProductPath path(double[] p, double[][] weights, int scale, double limit, SplittableRandom random) {
        byte[] x = new byte[p.length];
        double[] clock = new double[p.length];
        int[] early = new int[p.length];
        int count = 0;
        double total = 0.0;
        for (int i = 0; i < p.length; i++) {
            x[i] = (byte) (random.nextDouble() < p[i] ? 1 : 0);
            double weight = weights[x[i]][i];
            double u = random.nextDouble();
            if (u <= limit * weight) {
                clock[i] = -Math.log(1.0 - u) / weight; // log1p is slow in compiled code of the first tier
                if (clock[i] <= limit) {
                    early[count++] = i;
                }
            }
            total += weight;
        }
        assertThat(count).as("sites before the limit").isGreaterThanOrEqualTo(scale);
        int[] sites = IntStream.range(0, count)
                .mapToObj(k -> early[k])
                .sorted(Comparator.comparingDouble(i -> clock[i]))
                .limit(scale)
                .mapToInt(i -> i)
                .toArray();
        double[] before =
                Arrays.stream(sites).mapToDouble(i -> weights[x[i]][i]).toArray();
        double[] after =
                Arrays.stream(sites).mapToDouble(i -> weights[1 - x[i]][i]).toArray();
        return new ProductPath(
                p, x, sites, before, after, total - Arrays.stream(before).sum());
    }

    /** Paths of so many sites from draws of pi, of one seed. */
    static ProductPath[] drawn(double[] p, WeightFunction g, int scale, int count) {
        double[][] weights = new double[2][p.length];
        for (int i = 0; i < p.length; i++) {
            weights[0][i] = Math.exp(g.logWeight(logOdds(p[i])));
            weights[1][i] = Math.exp(g.logWeight(-logOdds(p[i])));
        }
        double limit = limit(p, weights, scale + 8.0 * Math.sqrt(scale));
        SplittableRandom random = new SplittableRandom(11L);
        return IntStream.range(0, count)
                .mapToObj(k -> path(p, weights, scale, limit, random))
                .toArray(ProductPath[]::new);
    }

    /** A time before which so many clocks are expected. */
    private static double limit(double[] p, double[][] weights, double expected) {
        double from = 0.0;
        double to = expected < p.length ? 1e3 : Double.POSITIVE_INFINITY;
        for (int k = 0; k < 30 && to < Double.POSITIVE_INFINITY; k++) {
            double middle = 0.5 * (from + to);
            double early = IntStream.range(0, p.length)
                    .mapToDouble(i -> 1.0
                            - (1.0 - p[i]) * Math.exp(-weights[0][i] * middle)
                            - p[i] * Math.exp(-weights[1][i] * middle))
                    .sum();
            from = early < expected ? middle : from;
            to = early < expected ? to : middle;
        }
        return to;
    }

    static double logOdds(double p) {
        return Math.log(p) - Math.log1p(-p);
    }
}

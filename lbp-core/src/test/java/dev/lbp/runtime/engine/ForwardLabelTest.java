package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.TableCategories;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A mistake of published code, by enumeration: Gibbs with gradients over categories whose acceptance ratio takes the
 * reverse probability of the label of the way there. In the new state this label is the identity. The figures are on
 * the page docs/results/sequences.md.
 *
 * <p>A step draws one of all N C labels with probability {@code exp(d / 2) / Z(x)}, where d is the log-ratio of the
 * label, 0 for the N labels that change nothing.
 */
class ForwardLabelTest {

    private static final int MODELS = 20;

    private static double logRatio(TableCategories target, int x, int site, int value) {
        return target.logit(x, site, value) - target.logit(x, site, target.state(x)[site]);
    }

    private static double sum(TableCategories target, int x) {
        return IntStream.range(0, target.dimension() * target.values())
                .mapToDouble(k -> Math.exp(0.5 * logRatio(target, x, k / target.values(), k % target.values())))
                .sum();
    }

    private static double[][] matrix(TableCategories target, boolean forwardLabel) {
        int n = target.table().length;
        int values = target.values();
        double[][] p = new double[n][n];
        for (int x = 0; x < n; x++) {
            for (int k = 0; k < target.dimension() * values; k++) {
                int[] state = target.state(x);
                int before = state[k / values];
                state[k / values] = k % values;
                int y = target.number(state);
                double there = Math.exp(0.5 * logRatio(target, x, k / values, k % values)) / sum(target, x);
                int label = forwardLabel ? k % values : before;
                double back = Math.exp(0.5 * logRatio(target, y, k / values, label)) / sum(target, y);
                double accepted = Math.min(1.0, Math.exp(target.table()[y] - target.table()[x]) * back / there);
                p[x][y] += there * accepted;
                p[x][x] += there * (1.0 - accepted);
            }
        }
        return p;
    }

    /** The distribution that a kernel of 27 states converges to. */
    private static double[] limit(double[][] p) {
        double[] law = new double[p.length];
        law[0] = 1.0;
        for (int step = 0; step < 3_000; step++) {
            law = after(law, p);
        }
        return law;
    }

    private static double[] after(double[] law, double[][] p) {
        double[] next = new double[law.length];
        for (int x = 0; x < law.length; x++) {
            for (int y = 0; y < law.length; y++) {
                next[y] += law[x] * p[x][y];
            }
        }
        return next;
    }

    private static double[] power(double[] pi, double exponent) {
        double sum = IntStream.range(0, pi.length)
                .mapToDouble(x -> Math.pow(pi[x], exponent))
                .sum();
        return IntStream.range(0, pi.length)
                .mapToDouble(x -> Math.pow(pi[x], exponent) / sum)
                .toArray();
    }

    private static double totalVariation(double[] one, double[] other) {
        return 0.5
                * IntStream.range(0, one.length)
                        .mapToDouble(x -> Math.abs(one[x] - other[x]))
                        .sum();
    }

    @Test
    void forwardLabel_samplesPiToThePowerOfOneAndAHalf() {
        double least = 1.0;
        double most = 0.0;
        double worst = 0.0;
        double right = 0.0;
        for (int seed = 0; seed < MODELS; seed++) {
            TableCategories target = TableCategories.random(3, 1.0, seed, 3, 3, 3);
            double[] pi = target.probabilities();
            double[][] wrong = matrix(target, true);
            double[] steep = power(pi, 1.5);
            double distance = totalVariation(limit(wrong), pi);
            least = Math.min(least, distance);
            most = Math.max(most, distance);
            worst = Math.max(worst, totalVariation(after(steep, wrong), steep));
            right = Math.max(right, totalVariation(after(pi, matrix(target, false)), pi));
        }
        System.out.println(String.format(
                Locale.ROOT,
                "Of %d models of 27 states: total variation between pi and the limit %.2f to %.2f; pi^1.5 is invariant"
                        + " to %.1e; with the label of the way back pi is, to %.1e",
                MODELS,
                least,
                most,
                worst,
                right));
        assertThat(least).isGreaterThan(0.05);
        assertThat(worst).isLessThan(1e-12);
        assertThat(right).isLessThan(1e-12);
    }
}

package dev.lbp.theory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.proposal.WeightFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The laws of informed proposals that are never rejected, by powers of their matrices. */
class ProposalLawTest {

    private static final WeightFunction ONLY_T = WeightFunction.of("t", logT -> logT);

    /**
     * Theorem 1 of Zanella (2020), the proposal of g(pi(y) / pi(x)) K_sigma(x, y) on a ring of 120 places. As sigma
     * tends to 0 its stationary law tends to pi for balanced g, to pi^2 for g = t and to the uniform law for g = 1; as
     * sigma grows, to pi for g = t alone.
     */
    @Test
    void proposalAlone_tendsToPi_ifAndOnlyIfTheWeightIsBalanced() {
        int places = 120;
        double[] pi = new double[places];
        Arrays.setAll(
                pi, i -> Math.exp(1.5 * Math.cos(2.0 * Math.PI * i / places) + Math.sin(6.0 * Math.PI * i / places)));
        double[] square = Arrays.stream(pi).map(v -> v * v).toArray();
        double[] flat = new double[places];
        Arrays.fill(flat, 1.0);
        WeightFunction one = WeightFunction.of("1", logT -> 0.0);
        for (WeightFunction g : List.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN)) {
            double near = distance(stationary(pi, g, 1.0), pi);
            assertThat(near).as(g.name()).isLessThan(0.04);
            assertThat(distance(stationary(pi, g, 4.0), pi)).as(g.name()).isGreaterThan(2.0 * near);
            assertThat(distance(stationary(pi, g, 1e6), pi)).as(g.name()).isGreaterThan(0.1);
        }
        assertThat(distance(stationary(pi, ONLY_T, 1.0), square)).isLessThan(0.04);
        assertThat(distance(stationary(pi, ONLY_T, 1.0), pi)).isGreaterThan(0.2);
        assertThat(distance(stationary(pi, ONLY_T, 1e6), pi)).isLessThan(1e-6);
        assertThat(distance(stationary(pi, one, 1.0), flat)).isLessThan(1e-6);
        assertThat(distance(stationary(pi, one, 1.0), pi)).isGreaterThan(0.2);
    }

    /**
     * A symmetric kernel has its largest acceptance rate where it stands still: E |pi(y) / pi(x) - 1|, which a talk
     * minimises, tends to 0 with sigma. Jumps on the ring are longest elsewhere.
     */
    @Test
    void symmetricKernel_isAcceptedMost_whereItDoesNotMove() {
        double[] pi = IntStream.range(0, 120)
                .mapToDouble(i -> Math.exp(3.0 * Math.cos(2.0 * Math.PI * i / 120)))
                .toArray();
        double total = Arrays.stream(pi).sum();
        double last = 1.0;
        List<Double> jumps = new ArrayList<>();
        for (double sigma : new double[] {0.1, 1.0, 3.0, 10.0, 20.0, 60.0}) {
            double[][] q = proposal(pi, WeightFunction.of("1", logT -> 0.0), sigma);
            double acceptance = 0.0;
            double jump = 0.0;
            for (int x = 0; x < pi.length; x++) {
                for (int y = 0; y < pi.length; y++) {
                    double accepted = pi[x] / total * q[x][y] * Math.min(1.0, pi[y] / pi[x]);
                    acceptance += accepted;
                    jump += accepted * apart(x, y, pi.length);
                }
            }
            assertThat(acceptance).isLessThanOrEqualTo(last);
            last = acceptance;
            jumps.add(jump);
        }
        assertThat(jumps.get(0)).isLessThan(1e-9);
        assertThat(jumps.indexOf(Collections.max(jumps))).isBetween(2, 4);
        assertThat(last).isLessThan(0.5);
    }

    private static int apart(int x, int y, int places) {
        return Math.min(Math.abs(x - y), places - Math.abs(x - y));
    }

    /** The stationary law of the proposal, after 131,072 steps: the matrix is squared 17 times. */
    private static double[] stationary(double[] pi, WeightFunction g, double sigma) {
        double[][] q = proposal(pi, g, sigma);
        for (int k = 0; k < 17; k++) {
            q = squared(q);
        }
        return q[0];
    }

    private static double[][] proposal(double[] pi, WeightFunction g, double sigma) {
        int n = pi.length;
        double[][] q = new double[n][n];
        for (int x = 0; x < n; x++) {
            double total = 0.0;
            for (int y = 0; y < n; y++) {
                q[x][y] = Math.exp(g.logWeight(Math.log(pi[y] / pi[x])) - 0.5 * Math.pow(apart(x, y, n) / sigma, 2));
                total += q[x][y];
            }
            for (int y = 0; y < n; y++) {
                q[x][y] /= total;
            }
        }
        return q;
    }

    private static double[][] squared(double[][] q) {
        int n = q.length;
        double[][] product = new double[n][n];
        for (int x = 0; x < n; x++) {
            for (int z = 0; z < n; z++) {
                double by = q[x][z];
                for (int y = 0; y < n; y++) {
                    product[x][y] += by * q[z][y];
                }
            }
        }
        return product;
    }

    /** Total variation, of laws that need not be normalised. */
    private static double distance(double[] first, double[] second) {
        double totalOfFirst = Arrays.stream(first).sum();
        double totalOfSecond = Arrays.stream(second).sum();
        double sum = 0.0;
        for (int i = 0; i < first.length; i++) {
            sum += Math.abs(first[i] / totalOfFirst - second[i] / totalOfSecond);
        }
        return 0.5 * sum;
    }
}

package dev.lbp.runtime.engine;

import dev.lbp.proposal.WeightFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.LUDecomposition;

/**
 * A space with uniform moves.
 *
 * @param pi the probability of each state
 * @param neighbours the states that a move leads to, by state; the relation is symmetric
 */
record ListedSpace(String name, double[] pi, int[][] neighbours) {

    static final int LEAVES = 60;

    private static final int ITEMS = 5;
    private static final int PRODUCT_BITS = 10;

    /** Z_g(x), the sum of g(pi(y) / pi(x)) over the neighbours. */
    double sum(WeightFunction g, int x) {
        double sum = 0.0;
        for (int y : neighbours[x]) {
            sum += weight(g, x, y);
        }
        return sum;
    }

    double weight(WeightFunction g, int x, int y) {
        return Math.exp(g.logWeight(Math.log(pi[y]) - Math.log(pi[x])));
    }

    /** Q_g, by the definition. */
    double[][] proposal(WeightFunction g) {
        double[][] q = new double[pi.length][pi.length];
        for (int x = 0; x < pi.length; x++) {
            for (int y : neighbours[x]) {
                q[x][y] = weight(g, x, y) / sum(g, x);
            }
        }
        return q;
    }

    /** P_g, by the definition: Q_g with the accept step of Metropolis and Hastings. */
    double[][] kernel(WeightFunction g) {
        return kernel(g, ratio -> Math.min(1.0, ratio));
    }

    /** The kernel of Q_g with another function of the ratio for the acceptance probability. */
    double[][] kernel(WeightFunction g, DoubleUnaryOperator acceptance) {
        double[][] q = proposal(g);
        double[][] p = new double[pi.length][pi.length];
        for (int x = 0; x < pi.length; x++) {
            p[x][x] = 1.0;
            for (int y : neighbours[x]) {
                p[x][y] = q[x][y] * acceptance.applyAsDouble(pi[y] * q[y][x] / (pi[x] * q[x][y]));
                p[x][x] -= p[x][y];
            }
        }
        return p;
    }

    /** The largest Z_g(y) / Z_g(x) of neighbours. */
    double largestChange(WeightFunction g) {
        double largest = 1.0;
        for (int x = 0; x < pi.length; x++) {
            for (int y : neighbours[x]) {
                largest = Math.max(largest, sum(g, y) / sum(g, x));
            }
        }
        return largest;
    }

    @Override
    public String toString() {
        return name;
    }

    /** The largest ratio of entries off the diagonal. */
    static double largestRatio(double[][] p, double[][] by) {
        double largest = 0.0;
        for (int x = 0; x < p.length; x++) {
            for (int y = 0; y < p.length; y++) {
                if (x != y && p[x][y] > 0.0) {
                    largest = Math.max(largest, p[x][y] / by[x][y]);
                }
            }
        }
        return largest;
    }

    /** 1 minus the second eigenvalue. */
    static double gap(double[] pi, double[][] p) {
        int n = pi.length;
        double[][] symmetric = new double[n][n];
        for (int x = 0; x < n; x++) {
            for (int y = 0; y < n; y++) {
                symmetric[x][y] = Math.sqrt(pi[x] / pi[y]) * p[x][y];
            }
        }
        for (int x = 0; x < n; x++) {
            for (int y = 0; y < x; y++) {
                symmetric[x][y] = symmetric[y][x];
            }
        }
        double[] eigenvalues = new EigenDecomposition(new Array2DRowRealMatrix(symmetric, false)).getRealEigenvalues();
        Arrays.sort(eigenvalues);
        return 1.0 - eigenvalues[n - 2];
    }

    static double[] centred(double[] pi, double[] h) {
        double mean = 0.0;
        for (int x = 0; x < h.length; x++) {
            mean += pi[x] * h[x];
        }
        double[] centred = h.clone();
        for (int x = 0; x < h.length; x++) {
            centred[x] -= mean;
        }
        return centred;
    }

    /** The asymptotic variance of a centred h: {@code 2 <h, (I - P)^{-1} h> - <h, h>} in the scalar product of pi. */
    static double variance(double[] pi, double[][] p, double[] h) {
        int n = pi.length;
        double[][] system = new double[n][n];
        for (int x = 0; x < n; x++) {
            for (int y = 0; y < n; y++) {
                system[x][y] = (x == y ? 1.0 : 0.0) - p[x][y] + pi[y]; // the projection on constants makes it regular
            }
        }
        double[] solved = new LUDecomposition(new Array2DRowRealMatrix(system, false))
                .getSolver()
                .solve(new ArrayRealVector(h))
                .toArray();
        double sum = 0.0;
        for (int x = 0; x < n; x++) {
            sum += pi[x] * h[x] * (2.0 * solved[x] - h[x]);
        }
        return sum;
    }

    static ListedSpace star() {
        double[] pi = new double[LEAVES + 1];
        Arrays.fill(pi, 1.0);
        pi[1] = 1.0 / LEAVES;
        int[][] neighbours = new int[pi.length][];
        neighbours[0] = IntStream.rangeClosed(1, LEAVES).toArray();
        Arrays.fill(neighbours, 1, pi.length, new int[] {0});
        double total = LEAVES + pi[1];
        Arrays.setAll(pi, x -> pi[x] / total);
        return new ListedSpace("star", pi, neighbours);
    }

    /** P(x_i = 1) = 0.15, of each bit by itself. */
    static ListedSpace independentBits() {
        double[] pi = new double[1 << PRODUCT_BITS];
        int[][] neighbours = new int[pi.length][PRODUCT_BITS];
        for (int x = 0; x < pi.length; x++) {
            int ones = Integer.bitCount(x);
            pi[x] = Math.pow(0.15, ones) * Math.pow(0.85, PRODUCT_BITS - ones);
            for (int i = 0; i < PRODUCT_BITS; i++) {
                neighbours[x][i] = x ^ 1 << i;
            }
        }
        return new ListedSpace("independent bits", pi, neighbours);
    }

    /** Permutations of five with log-weights in [0, 3) for each pair, and all exchanges of two. */
    static ListedSpace matchings() {
        SplittableRandom random = new SplittableRandom(5L);
        double[] weights = random.doubles(ITEMS * ITEMS).map(u -> 3.0 * u).toArray();
        List<int[]> states = new ArrayList<>();
        list(new int[0], states);
        List<List<Integer>> keys =
                states.stream().map(s -> Arrays.stream(s).boxed().toList()).toList();
        double[] pi = new double[states.size()];
        int[][] neighbours = new int[states.size()][];
        double total = 0.0;
        for (int x = 0; x < pi.length; x++) {
            double logProb = 0.0;
            for (int i = 0; i < ITEMS; i++) {
                logProb += weights[i * ITEMS + states.get(x)[i]];
            }
            pi[x] = Math.exp(logProb);
            total += pi[x];
            List<Integer> near = new ArrayList<>();
            for (int i = 0; i < ITEMS; i++) {
                for (int j = 0; j < i; j++) {
                    List<Integer> moved = new ArrayList<>(keys.get(x));
                    moved.set(i, keys.get(x).get(j));
                    moved.set(j, keys.get(x).get(i));
                    near.add(keys.indexOf(moved));
                }
            }
            neighbours[x] = near.stream().mapToInt(k -> k).toArray();
        }
        for (int x = 0; x < pi.length; x++) {
            pi[x] /= total;
        }
        return new ListedSpace("matchings", pi, neighbours);
    }

    private static void list(int[] begun, List<int[]> to) {
        if (begun.length == ITEMS) {
            to.add(begun);
            return;
        }
        for (int k = 0; k < ITEMS; k++) {
            int next = k;
            if (Arrays.stream(begun).noneMatch(used -> used == next)) {
                int[] longer = Arrays.copyOf(begun, begun.length + 1);
                longer[begun.length] = k;
                list(longer, to);
            }
        }
    }
}

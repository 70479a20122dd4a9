package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.LUDecomposition;

/** The transition probabilities between all states of a small target, row by row, and what must hold of them. */
public record TransitionMatrix(double[] pi, boolean[] possible, double[][] p) {

    private static final double TOLERANCE = 1e-12;

    /** Between the states of a target of bits. */
    public TransitionMatrix(TableTarget target, double[][] p) {
        this(target.probabilities(), possible(target), p);
    }

    /** Between states that are all possible. */
    public TransitionMatrix(double[] pi, double[][] p) {
        this(pi, allPossible(pi.length), p);
    }

    private static boolean[] possible(TableTarget target) {
        boolean[] possible = new boolean[target.states()];
        for (int x = 0; x < possible.length; x++) {
            possible[x] = target.possible(x);
        }
        return possible;
    }

    private static boolean[] allPossible(int n) {
        boolean[] possible = new boolean[n];
        Arrays.fill(possible, true);
        return possible;
    }

    /** {@code sum of w_k P_k}. */
    public static TransitionMatrix mixture(double share, TransitionMatrix one, TransitionMatrix other) {
        int n = one.p.length;
        double[][] p = new double[n][n];
        for (int x = 0; x < n; x++) {
            for (int y = 0; y < n; y++) {
                p[x][y] = share * one.p[x][y] + (1.0 - share) * other.p[x][y];
            }
        }
        return new TransitionMatrix(one.pi, one.possible, p);
    }

    /** Every row of a possible state sums to 1, and none leads to an impossible one. */
    public TransitionMatrix verifyStochastic() {
        for (int x = 0; x < p.length; x++) {
            if (!possible[x]) {
                continue;
            }
            double sum = 0.0;
            for (int y = 0; y < p.length; y++) {
                sum += p[x][y];
                if (!(p[x][y] >= 0.0) || (p[x][y] > 0.0 && !possible[y])) {
                    fail("must be a probability, 0 for an impossible state: P(%d, %d)=%s", x, y, p[x][y]);
                }
            }
            assertThat(sum).as("sum_y P(%d, y)", x).isCloseTo(1.0, within(TOLERANCE));
        }
        return this;
    }

    /** Detailed balance: {@code pi(x) P(x, y) = pi(y) P(y, x)}. */
    public TransitionMatrix verifyReversible() {
        for (int x = 0; x < p.length; x++) {
            for (int y = 0; y < x; y++) {
                double there = pi[x] * p[x][y];
                double back = pi[y] * p[y][x];
                if (!(Math.abs(there - back) <= TOLERANCE)) {
                    fail("must be equal: pi(%d) P(%d, %d)=%s, pi(%d) P(%d, %d)=%s", x, x, y, there, y, y, x, back);
                }
            }
        }
        return this;
    }

    /** {@code sum_x pi(x) P(x, y) = pi(y)}. */
    public TransitionMatrix verifyInvariant() {
        for (int y = 0; y < p.length; y++) {
            double arriving = 0.0;
            for (int x = 0; x < p.length; x++) {
                arriving += pi[x] * p[x][y];
            }
            assertThat(arriving).as("probability arriving at %d", y).isCloseTo(pi[y], within(TOLERANCE));
        }
        return this;
    }

    /** Some power of it leads from every possible state to every other, and it is not periodic. */
    public TransitionMatrix verifyErgodic() {
        double[] eigenvalues = eigenvalues();
        assertThat(eigenvalues[1]).as("second eigenvalue").isLessThan(1.0 - 1e-9);
        assertThat(eigenvalues[eigenvalues.length - 1]).as("last eigenvalue").isGreaterThan(-1.0 + 1e-9);
        return this;
    }

    /**
     * From every possible state, one that holds at least 1e-3 of the probability is reached in a bounded number of
     * steps on average. Where states are less probable than the smallest double the second eigenvalue cannot be
     * computed, and this can: a state that the kernel cannot leave, however improbable, is never left.
     */
    TransitionMatrix verifyReachesModes(double steps) {
        int[] away = IntStream.range(0, p.length)
                .filter(x -> possible[x] && pi[x] < 1e-3)
                .toArray();
        if (away.length == 0) {
            return this;
        }
        // The expected time t to reach them: t(x) = 1 + sum_y P(x, y) t(y), over the other states y.
        double[][] identityLess = new double[away.length][away.length];
        for (int a = 0; a < away.length; a++) {
            for (int b = 0; b < away.length; b++) {
                identityLess[a][b] = (a == b ? 1.0 : 0.0) - p[away[a]][away[b]];
            }
        }
        double[] ones = new double[away.length];
        Arrays.fill(ones, 1.0);
        DecompositionSolver solver = new LUDecomposition(new Array2DRowRealMatrix(identityLess, false)).getSolver();
        assertThat(solver.isNonSingular()).as("every state leads to a mode").isTrue();
        double[] times = solver.solve(new ArrayRealVector(ones, false)).toArray();
        assertThat(Arrays.stream(times).max().orElseThrow())
                .as("the expected number of steps to a mode")
                .isBetween(1.0, steps);
        return this;
    }

    /**
     * The eigenvalues of a reversible matrix on the possible states, those of {@code sqrt(pi) P / sqrt(pi)},
     * descending.
     */
    public double[] eigenvalues() {
        int[] states = IntStream.range(0, p.length).filter(x -> possible[x]).toArray();
        int n = states.length;
        double[][] symmetric = new double[n][n];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b <= a; b++) {
                int x = states[a];
                int y = states[b];
                double flow = 0.5 * (pi[x] * p[x][y] + pi[y] * p[y][x]);
                symmetric[a][b] = flow / Math.sqrt(pi[x] * pi[y]);
                symmetric[b][a] = symmetric[a][b];
            }
        }
        double[] values = new EigenDecomposition(new Array2DRowRealMatrix(symmetric, false)).getRealEigenvalues();
        Arrays.sort(values);
        return IntStream.range(0, n).mapToDouble(k -> values[n - 1 - k]).toArray();
    }
}

package dev.lbp.experiments.exact;

import dev.lbp.internal.Check;
import dev.lbp.models.IsingModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * An Ising model on a periodic lattice with one coupling per bond and a uniform field, {@code log pi(s) = sum_{i~j}
 * J_ij s_i s_j + h sum_i s_i}: a ferromagnet, or the spin glass of Edwards and Anderson (1975,
 * doi:10.1088/0305-4608/5/5/017).
 *
 * <p>Exact answers are by transfer matrices, bond by bond: for each state of the first row, the weights of all states
 * of the current row are propagated row by row, and finally back to the first row. The cost is {@code 4^columns N},
 * 10^9 for 12 x 12. With a field it is N times as much, because weights are kept for each number of up spins.
 */
public final class TorusLattice {

    private static final int MOST_COLUMNS = 12;

    /** The largest number of columns with a field. */
    private static final int MOST_COUNTED_COLUMNS = 8;

    /**
     * The largest sum of magnitudes of couplings and fields. With it, the weight of a state is in the range of a
     * double.
     */
    private static final double LARGEST = 600.0;

    /**
     * The step of the difference quotient in the inverse temperature. The error is of order step^2, 1e-5 for 12 x 12.
     */
    private static final double STEP = 1e-4;

    private final int rows;
    private final int columns;

    /** The coupling of site i and its right neighbour. */
    private final double[] right;

    /** The coupling of site i and its neighbour below. */
    private final double[] down;

    private final double field;

    /**
     * A lattice; site (r, c) is {@code r * columns + c}.
     *
     * @param rows at least 3
     * @param columns in [3, 12]; at most 8 with a field
     * @param right N couplings, to the neighbour on the right
     * @param down N couplings, to the neighbour below
     * @param field h, finite
     */
    public TorusLattice(int rows, int columns, double[] right, double[] down, double field) {
        this.rows = Check.atLeast(3, "rows", rows);
        int most = field == 0.0 ? MOST_COLUMNS : MOST_COUNTED_COLUMNS;
        Check.that(columns >= 3 && columns <= most, "be in [3, " + most + "]", "columns", columns);
        Check.length(rows * columns, "right", right.length);
        Check.length(rows * columns, "down", down.length);
        this.columns = columns;
        this.right = Check.finite("right", right.clone());
        this.down = Check.finite("down", down.clone());
        this.field = Check.finite("field", field);
        double total = rows * columns * Math.abs(field);
        for (int i = 0; i < right.length; i++) {
            total += Math.abs(right[i]) + Math.abs(down[i]);
        }
        Check.that(total <= LARGEST, "be at most " + LARGEST, "sum of magnitudes of couplings and fields", total);
    }

    /** A square lattice with the same coupling for every bond. */
    public static TorusLattice uniform(int side, double coupling, double field) {
        double[] couplings = new double[side * side];
        Arrays.fill(couplings, coupling);
        return new TorusLattice(side, side, couplings, couplings, field);
    }

    /** A square spin glass without a field: every coupling is beta or -beta, by a fair coin. */
    public static TorusLattice glass(int side, double beta, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] right = new double[side * side];
        double[] down = new double[side * side];
        for (int i = 0; i < right.length; i++) {
            right[i] = random.nextBoolean() ? beta : -beta;
            down[i] = random.nextBoolean() ? beta : -beta;
        }
        return new TorusLattice(side, side, right, down, 0.0);
    }

    /** The lattice as a model. */
    public IsingModel model() {
        int n = right.length;
        int[] from = new int[2 * n];
        int[] to = new int[2 * n];
        double[] couplings = new double[2 * n];
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                int i = r * columns + c;
                from[2 * i] = i;
                to[2 * i] = r * columns + (c + 1) % columns;
                couplings[2 * i] = right[i];
                from[2 * i + 1] = i;
                to[2 * i + 1] = (r + 1) % rows * columns + c;
                couplings[2 * i + 1] = down[i];
            }
        }
        return IsingModel.graph(n, from, to, couplings).field(field).build();
    }

    /** log Z at an inverse temperature. */
    double logZ(double beta) {
        return Math.log(Arrays.stream(sums(beta)).sum());
    }

    /** The expectation of log pi, {@code d log Z / d beta} of {@code beta log pi} at 1, by a difference quotient. */
    public double meanLogProb() {
        return (logZ(1.0 + STEP) - logZ(1.0 - STEP)) / (2.0 * STEP);
    }

    /** The probability that more spins are up than down. */
    public double upProbability() {
        double[] sums = sums(1.0, true); // a sum for each number of up spins, even without a field
        int n = sums.length - 1;
        return Arrays.stream(sums, n / 2 + 1, n + 1).sum() / Arrays.stream(sums).sum();
    }

    /** The weights of all states: one sum without a field, otherwise a sum for each number of up spins. */
    private double[] sums(double beta) {
        return sums(beta, field != 0.0);
    }

    /**
     * The sum of the weights of all states at an inverse temperature, or a sum for each number of up spins.
     *
     * @param counted if true, returns N + 1 sums by the number of up spins, with the field; if false, one sum without a
     *     field
     */
    private double[] sums(double beta, boolean counted) {
        int states = 1 << columns;
        int n = rows * columns;
        int length = counted ? n + 1 : 1;
        double[][] weights = rowWeights(beta);
        double[] sums = new double[length];
        for (int first = 1; first < states; first += 2) { // the first spin is up; the other states are mirror images
            double[][] present = new double[states][length];
            present[first][counted ? Integer.bitCount(first) : 0] = weights[0][first];
            addRows(present, weights, beta, counted);
            for (int last = 0; last < states; last++) {
                double closing = Math.exp(beta * closing(last, first));
                for (int k = 0; k < length; k++) {
                    double weight = closing * present[last][k];
                    sums[k] += weight;
                    sums[counted ? n - k : k] += weight; // the mirror image has the same weight and n - k up spins
                }
            }
        }
        for (int k = 0; counted && k < length; k++) {
            sums[k] *= Math.exp(beta * field * (2 * k - n));
        }
        return sums;
    }

    /**
     * Adds all rows but the first: replaces the weights of the first row by those of all rows.
     *
     * @param present [states of a row][numbers of up spins], the sum of the weights of all rows so far that end with a
     *     row in that state
     */
    private void addRows(double[][] present, double[][] rowWeights, double beta, boolean counted) {
        for (int r = 0; r + 1 < rows; r++) {
            for (int c = 0; c < columns; c++) {
                propagate(present, 1 << c, beta * down[r * columns + c]);
            }
            weigh(present, rowWeights[r + 1], counted);
        }
    }

    /** The weights of the bonds within each row, [rows][states of a row]. */
    private double[][] rowWeights(double beta) {
        double[][] weights = new double[rows][1 << columns];
        for (int r = 0; r < rows; r++) {
            for (int s = 0; s < weights[r].length; s++) {
                double sum = 0.0;
                for (int c = 0; c < columns; c++) {
                    sum += right[r * columns + c] * spin(s, c) * spin(s, (c + 1) % columns);
                }
                weights[r][s] = Math.exp(beta * sum);
            }
        }
        return weights;
    }

    /**
     * Propagates one column: sums over the spin of the current row, and puts the spin of the next row in its place.
     *
     * @param present [states of a row][numbers of up spins]; bit {@code bit} of a state is the spin of the column
     * @param coupling of the bond between both spins
     */
    private static void propagate(double[][] present, int bit, double coupling) {
        double alike = Math.exp(coupling);
        double unlike = Math.exp(-coupling);
        for (int s = 0; s < present.length; s++) {
            if ((s & bit) == 0) {
                double[] below = present[s];
                double[] above = present[s | bit];
                for (int k = 0; k < below.length; k++) {
                    double x = below[k];
                    double y = above[k];
                    below[k] = alike * x + unlike * y;
                    above[k] = unlike * x + alike * y;
                }
            }
        }
    }

    /** Multiplies by the weights of the bonds within the row. If {@code counted}, adds its up spins to the counts. */
    private static void weigh(double[][] present, double[] weights, boolean counted) {
        for (int s = 0; s < present.length; s++) {
            double[] sums = present[s];
            int up = counted ? Integer.bitCount(s) : 0;
            for (int k = sums.length - 1; k >= 0; k--) { // downwards, because sums[k - up] must be the earlier value
                sums[k] = k >= up ? weights[s] * sums[k - up] : 0.0;
            }
        }
    }

    /** The sum of the bonds between the last row and the first one. */
    private double closing(int last, int first) {
        double sum = 0.0;
        for (int c = 0; c < columns; c++) {
            sum += down[(rows - 1) * columns + c] * spin(last, c) * spin(first, c);
        }
        return sum;
    }

    /** The spin, 1 or -1, of a column in the state of a row. */
    private static int spin(int state, int column) {
        return 2 * (state >> column & 1) - 1;
    }
}

package dev.lbp.internal.select.data;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import java.util.Arrays;
import java.util.Locale;

/**
 * Makes columns and a response that have given summary statistics: the z-scores of p regressions of one column each,
 * and the correlations R of the columns (linkage disequilibrium in genetics). A linear regression needs no more of its
 * data than
 *
 * <pre>
 * X'X = (n - 1) R,   X'y = (n - 1) r,   y'y = n - 1,   r_j = z_j / sqrt(z_j^2 + n - 2),
 * </pre>
 *
 * for columns and response of mean 0 and standard deviation 1: z_j is the t statistic of n - 2 degrees of freedom of
 * the regression of y on a constant and column j, so r_j is their correlation (Zhu and Stephens 2017,
 * doi:10.1214/17-AOAS1046; {@code susie_rss} of susieR has the same formula). The Cholesky factor U of the correlations
 * of columns and response together, {@code U'U = [R r; r' 1]}, has columns with these products. A Householder
 * reflection of U below a row of zeros makes their means 0. So p + 2 rows take the place of n, whatever n is.
 *
 * <p>Cost: p^3 / 3 multiplications and additions.
 */
public final class ZScores {

    /** An eigenvalue of R from minus this number to 0 counts as 0, as in susieR. */
    private static final double TOLERANCE = 1e-8;

    /**
     * The largest difference of z-scores that counts as rounding. If other columns explain a column, they determine its
     * z-score; a z-score that differs by more is refused.
     */
    private static final double Z_ROUNDING = 0.01;

    /** The largest matrix whose smallest eigenvalue is computed. Of a larger one only the first columns are used. */
    private static final int MOST_SEARCHED = 2_000;

    /** Bytes per entry of R at the peak: R, its factor and the columns, then the columns twice and their products. */
    private static final double BYTES = 28.0;

    private final double[] z;
    private final double[][] correlations;
    private final int n;

    private ZScores(double[] z, double[][] correlations, int n) {
        this.z = z;
        this.correlations = correlations;
        this.n = n;
    }

    /** The bytes that a selection among p columns needs. */
    public static double bytes(int p) {
        return BYTES * p * p;
    }

    /**
     * Refuses a number of columns whose selection does not fit into the heap.
     *
     * @param held the bytes that are taken already
     */
    public static void checkMemory(int p, double held) {
        Memory.check(
                bytes(p) - held,
                "a selection from " + p + " z-scores, " + BYTES + " p^2 bytes",
                "leave out columns, or give Java a larger heap (-Xmx)");
    }

    /**
     * Makes the columns.
     *
     * @param z [p], finite
     * @param correlations [p][p], symmetric, with ones on the diagonal; read only
     * @param n the number of observations that the z-scores come from, at least 3
     * @return [p + 1][p + 2]: the columns and the response, each with mean 0 and sum of squares n - 1
     * @throws IllegalArgumentException if the statistics are not as above or of no data; the message says why
     */
    public static double[][] columns(double[] z, double[][] correlations, int n) {
        Check.atLeast(3, "rows", n);
        Check.atLeast(1, "p, the number of z-scores", Check.finite("z", z).length);
        Check.length(z.length, "correlations", Check.notNull("correlations", correlations).length);
        checkMemory(z.length, Double.BYTES * (double) z.length * z.length);
        ZScores scores = new ZScores(z, correlations, n);
        scores.check();
        return scores.columns();
    }

    /** Refuses correlations that are no square, symmetric matrix of finite numbers with ones on the diagonal. */
    private void check() {
        for (int i = 0; i < z.length; i++) {
            double[] row = Check.notNull("correlations[" + i + "]", correlations[i]);
            Check.length(z.length, "correlations[" + i + "]", row.length);
            Check.finite("correlations[" + i + "]", row);
            for (int j = 0; j < i; j++) {
                if (Math.abs(row[j] - correlations[j][i]) > TOLERANCE) {
                    throw new IllegalArgumentException("must be symmetric: correlations[" + i + "][" + j + "]=" + row[j]
                            + ", correlations[" + j + "][" + i + "]=" + correlations[j][i]);
                }
            }
            if (Math.abs(row[i] - 1.0) > TOLERANCE) {
                throw new IllegalArgumentException("must be 1 on the diagonal, a matrix of correlations: correlations["
                        + i + "][" + i + "]=" + row[i]);
            }
        }
    }

    /** The correlation of column j and the response. */
    private double correlation(int j) {
        return z[j] / Math.hypot(z[j], Math.sqrt(n - 2.0));
    }

    /**
     * Makes the p columns and, last, the response, of p + 2 rows: row l + 1 of them is row l of the Cholesky factor of
     * all correlations. {@link #centre} then makes their means 0.
     */
    private double[][] columns() {
        int p = z.length;
        double[][] factor = new double[p + 1][];
        int failed = factorise(factor, p, 0.0);
        if (failed >= 0) {
            throw indefinite(failed);
        }
        double left = factor[p][0]; // the part of the response's variance that no column explains
        if (left < -TOLERANCE) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "must be z-scores and correlations of the same data: all columns together explain %.4g of the"
                            + " variance of the response, more than 1; check the order and signs of columns (the alleles),"
                            + " the number of rows, and whether the correlations are those of the same rows%s",
                    1.0 - left,
                    remedy(0.0)));
        }
        factor[p][0] = Math.sqrt(Math.max(left, 0.0));
        double[][] columns = new double[p + 1][p + 2];
        for (int l = 0; l <= p; l++) {
            for (int j = l; j <= p; j++) {
                columns[j][l + 1] = factor[l][j - l];
            }
            factor[l] = new double[0];
        }
        for (double[] column : columns) {
            centre(column);
        }
        return columns;
    }

    /**
     * Computes the Cholesky factor of correlations, row after row, from the diagonal on. A pivot of 0 to rounding makes
     * a row of zeros.
     *
     * @param factor receives the rows; the last one, if there is a response, is the part of its variance that no
     *     column explains
     * @param size the number of columns; behind them is the response, if {@code factor} has one row more
     * @param shift is added to the diagonal
     * @return the first column at which the matrix turns out to have a negative eigenvalue; -1 if there is none
     */
    private int factorise(double[][] factor, int size, double shift) {
        boolean hasResponse = factor.length > size;
        int width = hasResponse ? size + 1 : size;
        for (int i = 0; i < size; i++) {
            double[] row = new double[width - i];
            System.arraycopy(correlations[i], i, row, 0, size - i);
            row[0] += shift;
            if (hasResponse) {
                row[size - i] = correlation(i);
            }
            eliminate(factor, i, row); // row[0] becomes the pivot, what the columns before leave of column i
            if (row[0] > roundingSquared()) {
                double scale = 1.0 / Math.sqrt(row[0]);
                for (int j = 0; j < row.length; j++) {
                    row[j] *= scale;
                }
            } else {
                // A semidefinite matrix has a row of zeros behind a pivot of 0.
                if (row[0] < -TOLERANCE || largest(row, 1, size - i) > TOLERANCE) {
                    return i;
                }
                if (hasResponse) {
                    checkExplained(i, row[size - i]);
                }
                Arrays.fill(row, 0.0);
            }
            factor[i] = row;
        }
        if (hasResponse) {
            factor[size] = new double[] {1.0};
            eliminate(factor, size, factor[size]);
        }
        return -1;
    }

    /**
     * Throws if the columns before column i explain it, but not its z-score.
     *
     * @param left the correlation with the response that they leave
     */
    private void checkExplained(int i, double left) {
        double leftOfZ = Math.abs(left) * Math.sqrt(n);
        if (leftOfZ > Z_ROUNDING) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "must be z-scores and correlations of the same data: the columns before it explain column"
                            + " %d, and so its z-score, but for %.3g of it: z[%d]=%s%s",
                    i + 1,
                    leftOfZ,
                    i,
                    z[i],
                    remedy(0.0)));
        }
    }

    /**
     * Subtracts {@code f_li f_l} from row i of the matrix, for each row f_l of the factor above it, four at a time. Row
     * l begins at its diagonal, so that element i is at {@code i - l}.
     */
    private static void eliminate(double[][] factor, int i, double[] row) {
        int l = 0;
        for (; l + 3 < i; l += 4) {
            double[] f0 = factor[l];
            double[] f1 = factor[l + 1];
            double[] f2 = factor[l + 2];
            double[] f3 = factor[l + 3];
            int at = i - l;
            double a0 = f0[at];
            double a1 = f1[at - 1];
            double a2 = f2[at - 2];
            double a3 = f3[at - 3];
            for (int j = 0; j < row.length; j++) {
                row[j] -= (a0 * f0[at + j] + a1 * f1[at - 1 + j]) + (a2 * f2[at - 2 + j] + a3 * f3[at - 3 + j]);
            }
        }
        for (; l < i; l++) {
            double[] f = factor[l];
            int at = i - l;
            for (int j = 0; j < row.length; j++) {
                row[j] -= f[at] * f[at + j];
            }
        }
    }

    private static double largest(double[] row, int from, int to) {
        double most = 0.0;
        for (int j = from; j < to; j++) {
            most = Math.max(most, Math.abs(row[j]));
        }
        return most;
    }

    private double roundingSquared() {
        return rounding(z.length) * rounding(z.length);
    }

    /**
     * The length of the rounding errors of a column of length 1. A Cholesky factor is that of a matrix whose diagonal,
     * the squared lengths of the columns, differs by at most {@code (p + 2) 2^-53} (Higham 2002, Theorem 10.3). This is
     * the root of four times that.
     */
    public static double rounding(int p) {
        return Math.sqrt((p + 2.0) * 0x1p-51);
    }

    /**
     * The exception for a matrix with a negative eigenvalue. The message has this eigenvalue, which bisection finds:
     * its size is the least shift of the diagonal with which the matrix has a factor.
     *
     * @param failed the first column without a factor; of a large matrix only the part up to it is searched
     */
    private IllegalArgumentException indefinite(int failed) {
        boolean whole = z.length <= MOST_SEARCHED;
        int size = whole ? z.length : failed + 1;
        double low = TOLERANCE;
        double high = size;
        while (high > 1.01 * low) {
            double middle = Math.sqrt(low * high);
            if (factorise(new double[size][], size, middle) >= 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        // (1 - s) R + s I has the eigenvalue s - (1 - s) high, which is 0 at s = high / (1 + high)
        return new IllegalArgumentException(String.format(
                Locale.ROOT,
                "must be positive semidefinite: the correlations, whose smallest eigenvalue is %s %.3g%s",
                whole ? "about" : "at most",
                -high,
                remedy(high / (1.0 + high))));
    }

    /**
     * Advice for a matrix R that has too few digits, or comes from other rows than the z-scores.
     *
     * @param least the least shrinkage s that helps; 0 if it is not known
     */
    private static String remedy(double least) {
        return String.format(
                Locale.ROOT,
                "; take the correlations of the same rows with more digits, or shrink them: (1 - s) R + s I%s (--ld-shrink)",
                least > 0.0
                        ? String.format(
                                Locale.ROOT,
                                ", s at least %.2g or, if digits are few and rows fewer than columns, more",
                                1.05 * least)
                        : "");
    }

    /**
     * Makes the mean of a column of length 1 whose first value is 0 to 0, by the Householder reflection that turns the
     * first axis into the direction of the vector of ones. Scales it to the sum of squares n - 1.
     */
    private void centre(double[] column) {
        double sum = Arrays.stream(column).sum();
        double root = Math.sqrt(column.length);
        double shift = sum / (column.length - root);
        double scale = Math.sqrt(n - 1.0);
        for (int t = 1; t < column.length; t++) {
            column[t] = scale * (column[t] - shift);
        }
        column[0] = scale * sum / root;
    }
}

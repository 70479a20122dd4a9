package dev.lbp.internal.select.prior;

import java.io.Serializable;

/**
 * The logarithm of an {@link IntegralOverG} as a function of {@code u = -log rss}: a chain of polynomials of degree 5,
 * which have the value and the first two derivatives of the integral at their ends.
 *
 * <p>The integral changes over distances in u of about u + 1/nu, and near u = k/nu over 1/sqrt(k) times this. So
 * between {@code offset + u} = 2^e and 2^(e+1) there are 32 pieces up to k = 16, and twice as many each time k is four
 * times as large. A piece is found by the leading bits of {@code offset + u}.
 */
final class EvidenceTable implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final long ONE = Double.doubleToRawLongBits(1.0);
    private static final int FRACTION_BITS = 52;
    private static final int LEAST_PIECE_BITS = 5;
    private static final int MOST_PIECE_BITS = 10;
    private static final int COEFFICIENTS = 6;

    /** The largest u: {@link LogRssEvidence#checkFit} refuses an rss below 1e-26, that is a u above 59.9. */
    private static final double MOST_U = 60.5;

    /** A power of 2 near 1/nu: the x = offset + u at which the first piece begins, for u = 0. */
    private final double offset;

    /** How many leading bits of a double's fraction number the pieces between a power of 2 and the next one. */
    private final int pieceBits;

    private final int firstPiece;
    private final double[] polynomials;

    /**
     * @param nu number of observations less the coefficients that all models have
     * @param k number of columns, at least 1
     */
    EvidenceTable(PriorOfG prior, int nu, int k) {
        this.offset = Math.scalb(1.0, -Math.getExponent((double) nu));
        int bits = LEAST_PIECE_BITS;
        // twice as many pieces each time k is four times as large
        while (k > 16 << 2 * (bits - LEAST_PIECE_BITS) && bits < MOST_PIECE_BITS) {
            bits++;
        }
        this.pieceBits = bits;
        this.firstPiece = piece(offset);
        int pieces = piece(offset + MOST_U) - firstPiece + 1;
        this.polynomials = new double[COEFFICIENTS * pieces];
        IntegralOverG integral = new IntegralOverG(prior, nu, k);
        double[] left = integral.at(0.0);
        for (int i = 0; i < pieces; i++) {
            double end = start(firstPiece + i + 1);
            double[] right = integral.at(end - offset);
            interpolate(left, right, end - start(firstPiece + i), COEFFICIENTS * i);
            left = right;
        }
    }

    /** The number of the table's piece that contains x = offset + u: exponent and leading fraction bits of x. */
    private int piece(double x) {
        return (int) (Double.doubleToRawLongBits(x) >>> FRACTION_BITS - pieceBits);
    }

    /** The x at which a piece starts. */
    private double start(int piece) {
        return Double.longBitsToDouble((long) piece << FRACTION_BITS - pieceBits);
    }

    /**
     * Writes the polynomial of t in [0, 1] with the values and first and second derivatives, by u, of both ends
     * (quintic Hermite).
     *
     * @param at the place of its first coefficient
     */
    private void interpolate(double[] left, double[] right, double length, int at) {
        double slope = left[1] * length;
        double half = 0.5 * left[2] * length * length;
        double value = right[0] - left[0] - slope - half;
        double first = right[1] * length - slope - 2.0 * half;
        double second = right[2] * length * length - 2.0 * half;
        polynomials[at] = left[0];
        polynomials[at + 1] = slope;
        polynomials[at + 2] = half;
        polynomials[at + 3] = 10.0 * value - 4.0 * first + 0.5 * second;
        polynomials[at + 4] = -15.0 * value + 7.0 * first - second;
        polynomials[at + 5] = 6.0 * value - 3.0 * first + 0.5 * second;
    }

    /**
     * The log-evidence.
     *
     * @param u -log rss, in [0, 60.5]
     */
    double value(double u) {
        double x = offset + u;
        int at = COEFFICIENTS * (piece(x) - firstPiece);
        // the lower bits of the mantissa, after those that number the piece, moved to its top (12: sign and exponent)
        long place = (Double.doubleToRawLongBits(x) << (12 + pieceBits)) >>> 12;
        double t = Double.longBitsToDouble(ONE | place) - 1.0;
        double[] c = polynomials;
        return c[at] + t * (c[at + 1] + t * (c[at + 2] + t * (c[at + 3] + t * (c[at + 4] + t * c[at + 5]))));
    }
}

package dev.lbp.internal.select.prior;

/**
 * {@code k perColumn - exponent log((offset + rss) / (offset + 1)) - [withDet] (1/2) log det A}: the evidence where the
 * noise variance is unknown. The model without columns has 0.
 */
abstract class LogRssEvidence implements AdditionEvidence {

    private static final long serialVersionUID = 1L;

    /** Below this part of the total sum of squares, a residual is rounding error of the response. */
    private static final double ROUNDING = 1e-26;

    /** The largest part of rss that a column explains in {@link #additions}. */
    static final double MOST_PART = 1.0 - 0x1p-40;

    /** {@link #series} is exact to 1e-16 up to this s. */
    static final double SERIES = 0.1;

    private final double perColumn;
    private final double exponent;
    private final double offset;
    private final boolean withDet;

    LogRssEvidence(double perColumn, double exponent, double offset, boolean withDet) {
        this.perColumn = perColumn;
        this.exponent = exponent;
        this.offset = offset;
        this.withDet = withDet;
    }

    @Override
    public final double logEvidence(int k, double rss, double logDet) {
        checkFit(offset + rss);
        double value = k * perColumn - exponent * Math.log((offset + rss) / (offset + 1.0));
        return withDet ? value - 0.5 * logDet : value;
    }

    @Override
    public final double slope(double rss) {
        return exponent / (offset + rss);
    }

    /**
     * With {@code s = square / (pivot (offset + rss))} and {@code z = s / (2 - s)},
     * {@code -log(1 - s) = 2 z series(z)}. The JIT compiler makes vector code of the first loop, which it does not of
     * logarithms.
     */
    @Override
    public final void additions(int k, double rss, double[] squares, double[] pivots, double[] out) {
        double rest = offset + rss;
        double twice = 2.0 * rest;
        double factor = 2.0 * exponent;
        for (int j = 0; j < out.length; j++) {
            double square = squares[j];
            double z = square / (twice * pivots[j] - square);
            out[j] = perColumn + factor * z * series(z);
        }
        double bound = SERIES * rest;
        for (int j = 0; j < out.length; j++) {
            if (squares[j] > bound * pivots[j]) {
                double s = Math.min(squares[j] / (pivots[j] * rest), MOST_PART);
                out[j] = perColumn - exponent * Math.log1p(-s);
            }
        }
        if (withDet) {
            for (int j = 0; j < out.length; j++) {
                out[j] -= 0.5 * Math.log(pivots[j]);
            }
        }
    }

    /** {@code artanh(z) / z = 1 + z^2/3 + z^4/5 + ..} */
    static double series(double z) {
        double z2 = z * z;
        return 1.0 + z2 * (1.0 / 3 + z2 * (1.0 / 5 + z2 * (1.0 / 7 + z2 * (1.0 / 9 + z2 * (1.0 / 11)))));
    }

    /** Refuses a residual that is rounding error. */
    static void checkFit(double rest) {
        if (!(rest > ROUNDING)) {
            throw new PerfectFitException();
        }
    }
}

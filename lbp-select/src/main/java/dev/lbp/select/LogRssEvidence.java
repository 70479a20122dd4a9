package dev.lbp.select;

/**
 * {@code k perColumn - exponent log((offset + rss) / (offset + 1)) - [withDet] (1/2) log det A}: the evidence where the noise
 * variance is unknown. The model without columns has 0.
 */
abstract class LogRssEvidence implements AdditionEvidence {

    private static final long serialVersionUID = 1L;

    /** Below this part of the total sum of squares, a residual is rounding error. */
    private static final double ROUNDING = 1e-12;

    /** The series of {@link #additions} is exact to 1e-16 up to here. */
    private static final double SERIES = 0.1;

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

    /**
     * With {@code s = drop / (offset + rss)} and {@code z = s / (2 - s)}, {@code -log(1 - s) = 2 artanh(z) = 2 z (1 + z^2/3 +
     * z^4/5 + ..)}. The JIT compiler makes vector code of the first loop, which it does not of logarithms.
     */
    @Override
    public final void additions(int k, double rss, double[] drop, double[] pivot, double[] out) {
        double inverse = 1.0 / (offset + rss);
        double factor = 2.0 * exponent;
        for (int j = 0; j < out.length; j++) {
            double s = drop[j] * inverse;
            double z = s / (2.0 - s);
            double z2 = z * z;
            double series = 1.0 + z2 * (1.0 / 3 + z2 * (1.0 / 5 + z2 * (1.0 / 7 + z2 * (1.0 / 9 + z2 * (1.0 / 11)))));
            out[j] = perColumn + factor * z * series;
        }
        for (int j = 0; j < out.length; j++) {
            double s = drop[j] * inverse;
            if (s > SERIES) {
                checkFit((offset + rss) * (1.0 - s));
                out[j] = perColumn - exponent * Math.log1p(-s);
            }
        }
        if (withDet) {
            for (int j = 0; j < out.length; j++) {
                out[j] -= 0.5 * Math.log(pivot[j]);
            }
        }
    }

    private static void checkFit(double rest) {
        if (!(rest > ROUNDING)) {
            throw new PerfectFitException();
        }
    }
}

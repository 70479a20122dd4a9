package dev.lbp.internal.kernel;

/** Checks of the log-ratios that a model returns: neither NaN nor +Infinity. */
public final class LogRatios {

    private LogRatios() {}

    /**
     * Checks a log-ratio, and returns it.
     *
     * @throws IllegalStateException if it is NaN or +Infinity
     */
    public static double checked(double logRatio) {
        if (!(logRatio <= Double.MAX_VALUE)) {
            throw new IllegalStateException("must not be NaN or +Infinity: a log-ratio=" + logRatio);
        }
        return logRatio;
    }

    /**
     * Checks the logits of all values of all sites.
     *
     * @throws IllegalStateException if one is NaN or +Infinity
     */
    static void checkLogits(double[] logits) {
        for (double logit : logits) {
            if (!(logit <= Double.MAX_VALUE)) {
                throw new IllegalStateException("must not be NaN or +Infinity: a logit=" + logit);
            }
        }
    }

    /**
     * Checks {@code logRatios[from .. from + n - 1]}, without a branch for each.
     *
     * @throws IllegalStateException if one is NaN or +Infinity
     */
    public static void check(double[] logRatios, int from, int n) {
        boolean fine = true;
        for (int k = from; k < from + n; k++) {
            fine &= logRatios[k] <= Double.MAX_VALUE;
        }
        if (!fine) {
            for (int k = from; k < from + n; k++) {
                checked(logRatios[k]);
            }
        }
    }
}

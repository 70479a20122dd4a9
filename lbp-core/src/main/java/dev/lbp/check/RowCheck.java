package dev.lbp.check;

import java.util.Arrays;

/**
 * The checks of {@link ModelCheck} on the rows of a batch: the answer for a state does not depend on the other states.
 */
record RowCheck(ModelCheck check, Scores scores) {

    /** Evaluates each state in a batch of one, as a run with one chain does, and compares. */
    void verify(byte[][] rows, double[] logProb) {
        int n = rows[0].length;
        double[] ratios = check.flipLogRatios(rows, logProb);
        for (int c = 0; c < rows.length; c++) {
            if (logProb[c] == Double.NEGATIVE_INFINITY) {
                continue;
            }
            double alone = scores.alone(rows[c]);
            compare("logProb", c, rows, logProb[c], alone, Math.abs(logProb[c]));
            double[] own = check.flipLogRatios(new byte[][] {rows[c]}, new double[] {alone});
            double scale = Arrays.stream(own)
                    .map(Math::abs)
                    .filter(Double::isFinite)
                    .max()
                    .orElse(0.0);
            for (int i = 0; i < n; i++) {
                compare("the log-ratio of site " + i, c, rows, ratios[c * n + i], own[i], scale);
            }
        }
    }

    /**
     * Fails if the answer for a state differs by more than rounding between a call with all rows and a call alone.
     *
     * @param scale the rounding is relative to 1 plus this
     */
    private void compare(String what, int row, byte[][] rows, double together, double alone, double scale) {
        if (together != alone && !(Math.abs(together - alone) <= scores.tolerance() * (1.0 + scale))) {
            throw check.faults.failure(
                    "%s is %s for a state alone and %s for the same state as row %d of %d: rows must not depend on each other",
                    what, alone, together, row, rows.length);
        }
    }
}

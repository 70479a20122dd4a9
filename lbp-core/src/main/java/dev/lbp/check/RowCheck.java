package dev.lbp.check;

import dev.lbp.runtime.model.BatchModel;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;

/**
 * The checks of {@link ModelCheck} on the rows of a batch: the answer for a state does not depend on the other states.
 */
final class RowCheck {

    private final ModelCheck check;
    private final EnergyModel model;

    RowCheck(ModelCheck check, EnergyModel model) {
        this.check = check;
        this.model = model;
    }

    /** Evaluates each state in a batch of one, as a run with one chain does, and compares. */
    void verify(byte[][] rows, double[] logProb) {
        int n = model.dimension();
        double[] ratios = check.flipLogRatios(rows, logProb);
        BatchModel alone = new BatchModel(model, n, 1);
        for (int c = 0; c < rows.length; c++) {
            if (logProb[c] == Double.NEGATIVE_INFINITY) {
                continue;
            }
            alone.writeRow(0, rows[c]);
            check.ask("logProb of one state", () -> {
                alone.score();
                return alone;
            });
            compare("logProb", c, rows, logProb[c], alone.logProb[0], Math.abs(logProb[c]));
            double[] own = check.flipLogRatios(new byte[][] {rows[c]}, alone.logProb);
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

    private void compare(String what, int row, byte[][] rows, double together, double alone, double scale) {
        if (together != alone && !(Math.abs(together - alone) <= check.tolerance() * (1.0 + scale))) {
            throw check.failure(
                    "%s is %s for a state alone and %s for the same state as row %d of %d: rows must not depend on each other",
                    what, alone, together, row, rows.length);
        }
    }
}

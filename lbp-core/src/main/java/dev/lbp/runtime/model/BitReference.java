package dev.lbp.runtime.model;

import dev.lbp.internal.Sum;
import org.jspecify.annotations.Nullable;

/**
 * A reference distribution of bits, the hot end of a tempered path. Its log-probability is a constant plus the sum of
 * the log-odds of the ones.
 */
public abstract class BitReference implements RowReference<byte[]> {

    /** The log-odds of each site. */
    private final double[] logOdds;

    private final boolean fair;

    /**
     * @param fair whether all log-odds are known to be 0
     */
    BitReference(double[] logOdds, boolean fair) {
        this.logOdds = logOdds;
        this.fair = fair;
    }

    /**
     * Rounds log-odds to multiples of a step so large that all their sums are exact. A log-probability that is updated
     * at every flip is then a function of the state. The log-odds of frozen sites are 0.
     *
     * @param logits N finite values
     * @param frozen N values, true for sites that keep their value; null for none
     */
    static double[] onGrid(double[] logits, boolean @Nullable [] frozen) {
        double[] rounded = new double[logits.length];
        double sum = Sum.of(logits, logit -> Math.abs(logit));
        double grid = 2.0 * Math.ulp(sum); // so no sum needs more bits than a double has
        for (int i = 0; i < rounded.length; i++) {
            boolean keeps = frozen != null && frozen[i];
            rounded[i] = keeps ? 0.0 : grid * Math.rint(logits[i] / grid);
        }
        return rounded;
    }

    /** The log-probability of a state minus the sum of the log-odds of its ones. */
    abstract double constant(byte[] state);

    @Override
    public final int sites() {
        return logOdds.length;
    }

    /** Whether all states that the reference draws have the same probability. */
    @Override
    public final boolean isFair() {
        return fair;
    }

    /** log P(x_i = 1) - log P(x_i = 0) of independent bits. */
    final double logOdds(int site) {
        return logOdds[site];
    }

    /** The change of the log-probability by a flip of a site. */
    final double logRatio(byte[] state, int site) {
        return state[site] == 0 ? logOdds[site] : -logOdds[site];
    }

    @Override
    public final void addRatios(double share, byte[] state, double[] row) {
        for (int i = 0; i < row.length; i++) {
            row[i] += share * logRatio(state, i);
        }
    }

    @Override
    public final StateRows<byte[]> rows() {
        return StateRows.BITS;
    }
}

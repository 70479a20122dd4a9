package dev.lbp.runtime.engine.metropolis;

import dev.lbp.internal.kernel.Proposal;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The free sites of one chain in two strata, the ones and the zeros. A step draws R ones {@code i_1 .. i_R} and R zeros
 * {@code j_1 .. j_R}, in each stratum one after another without replacement, and flips all of them, so the number of
 * ones stays the same. Let W1 and W0 be the sums of the weights of the ones and the zeros. The path has the probability
 *
 * <pre>{@code
 * prod_r w_{i_r} / (W1 - sum_{s<r} w_{i_s}) * prod_r w_{j_r} / (W0 - sum_{s<r} w_{j_s})
 * }</pre>
 *
 * <p>{@link SubsetTables} hold the weights of each stratum. A slot is the index of a site's weight. {@link #exchange}
 * swaps the slots of i_r and j_r for each r, so the tables keep their sizes. The reverse move draws the ones {@code j_R
 * .. j_1} and the zeros {@code i_R .. i_1} of the proposed state. Their slots are the slots of the forward move, in
 * opposite order.
 */
final class Strata {

    final SubsetIndex subset;
    private final Proposal proposal;
    /** The first R elements are the slots of the drawn ones, in the order of the draw. */
    private final int[] onesPath;

    private final int[] zerosPath;

    Strata(SubsetIndex subset, Proposal proposal) {
        this.subset = subset;
        this.proposal = proposal;
        this.onesPath = new int[subset.ones()];
        this.zerosPath = new int[subset.zeros()];
    }

    /** Draws R ones and R zeros. Returns false if a stratum has fewer than R sites of positive weight. */
    boolean draw(SubsetTables tables, int scale, UniformRandomProvider rng) {
        // & in place of &&: both paths are drawn, whatever the result of the first
        return proposal.draw(tables.ones(), scale, rng, onesPath) >= 0
                & proposal.draw(tables.zeros(), scale, rng, zerosPath) >= 0;
    }

    /** The log-probability of the drawn path; if {@code reversed}, of the reverse move, after {@link #exchange}. */
    double logProbability(SubsetTables tables, int scale, boolean reversed) {
        // both paths have as many sites as the scale says, so it is the length of the path and the scale of the step
        return proposal.logProbability(tables.ones(), onesPath, scale, scale, reversed)
                + proposal.logProbability(tables.zeros(), zerosPath, scale, scale, reversed);
    }

    /** Copies the 2R drawn sites and returns their number. Must be called before {@link #exchange}. */
    int flips(int scale, int[] flipped) {
        for (int r = 0; r < scale; r++) {
            flipped[r] = subset.one(onesPath[r]);
            flipped[scale + r] = subset.zero(zerosPath[r]);
        }
        return 2 * scale;
    }

    /** Exchanges the drawn ones and zeros. A second call undoes the first. */
    void exchange(int scale) {
        for (int r = 0; r < scale; r++) {
            subset.exchange(onesPath[r], zerosPath[r]);
        }
    }
}

package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import org.jspecify.annotations.Nullable;

/**
 * The record of the sites of a chain of whole numbers. A cell of its frequencies is a pair of a site and a value, so a
 * site that changes updates two cells: that of the value before, and that of the value now.
 */
final class ValueSites extends SiteRecord<int[]> {

    private final int values;

    /** The state at the last step. */
    private final int[] before;

    /**
     * @param values the number of values of a site
     * @param reference an array of the reference state, which is set before the draws
     * @param batches of a cell for each site and value; null if marginals are not recorded
     */
    ValueSites(int[] state, int values, int[] reference, @Nullable GrowingBatches batches) {
        super(
                state,
                reference,
                batches == null
                        ? null
                        : new Frequencies(
                                state.length * values, batches, cell -> state[cell / values] == cell % values ? 1 : 0));
        this.values = values;
        this.before = state.clone();
    }

    @Override
    void begin() {
        System.arraycopy(state, 0, before, 0, state.length);
        hamming = 0;
        for (int i = 0; i < state.length; i++) {
            hamming += state[i] == reference[i] ? 0 : 1;
        }
    }

    @Override
    void step(ChainState<int[]> chain, int draws) {
        int[] changed = chain.flipped;
        int change = 0;
        for (int k = 0; k < chain.flips; k++) {
            int site = changed[k];
            int old = before[site];
            int now = state[site];
            before[site] = now;
            if (frequencies != null) {
                // up to here the indicator of the old value was 1, that of the new one 0
                frequencies.count(site * values + old, 1, draws);
                frequencies.count(site * values + now, 0, draws);
            }
            change += (old == reference[site] ? 1 : 0) - (now == reference[site] ? 1 : 0);
        }
        hamming += change;
    }

    @Override
    void transcribeMore(Transcript transcript) {
        System.arraycopy(state, 0, before, 0, state.length);
    }
}

package dev.lbp.runtime.record;

import dev.lbp.internal.StateArrays;
import dev.lbp.internal.Transcript;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.ChangedSites;
import org.jspecify.annotations.Nullable;

/**
 * The records of one chain of whole numbers. A cell of its frequencies is a pair of a site and a value, so a site that changes
 * updates two cells: that of the value before, and that of the value now.
 */
final class ValueRecorder extends ChainRecorder<int[]> {

    private final int values;

    /** The reference state of the Hamming distances, shared by all chains: the first chain's state at the end of warm-up. */
    private final int[] reference;

    private final @Nullable Frequencies frequencies;

    /** The state at the last step. */
    private final int[] before;

    /**
     * @param values the number of values of a site
     * @param reference an array of the reference state, which is set before the draws
     * @param frequencies null if marginals are not recorded
     */
    ValueRecorder(
            ChainState<int[]> chain,
            int values,
            int[] reference,
            int thin,
            @Nullable Frequencies frequencies,
            StatisticRecorder<int[]> statistics) {
        super(chain, StateArrays.VALUES, thin, frequencies, statistics, false);
        this.values = values;
        this.reference = reference;
        this.frequencies = frequencies;
        this.before = chain.state.clone();
    }

    @Override
    int count(ChainState<int[]> chain, int draws) {
        int[] changed = chain.flipped;
        int change = 0;
        for (int k = 0; k < chain.flips; k++) {
            int site = changed[k];
            int old = before[site];
            int now = state[site];
            before[site] = now;
            if (frequencies != null) {
                frequencies.count(site * values + old, 1, draws);
                frequencies.count(site * values + now, 0, draws);
            }
            change += (old == reference[site] ? 1 : 0) - (now == reference[site] ? 1 : 0);
        }
        return change;
    }

    @Override
    int distance() {
        System.arraycopy(state, 0, before, 0, sites);
        int distance = 0;
        for (int i = 0; i < sites; i++) {
            distance += state[i] == reference[i] ? 0 : 1;
        }
        return distance;
    }

    @Override
    int cell(int cell) {
        return state[cell / values] == cell % values ? 1 : 0;
    }

    @Override
    void addChanges(ChangedSites to, ChainState<int[]> chain) {
        to.addAll(chain.flipped, chain.flips);
    }

    @Override
    void transcribeMore(Transcript transcript) {
        System.arraycopy(state, 0, before, 0, sites);
    }
}

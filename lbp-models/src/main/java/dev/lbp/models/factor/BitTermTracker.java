package dev.lbp.models.factor;

import dev.lbp.internal.models.tracker.SavedValues;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.SiteGraph;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one state of bits: finite terms of at most two sites in a tracker of their own, all others as
 * {@link TermSums}. Both are exact, so that going back to a saved state restores every bit.
 */
final class BitTermTracker implements LocalEnergyModel.Tracker {

    private static final long serialVersionUID = 1L;

    private final LocalEnergyModel.Tracker pairs;
    private final TermSums sums;
    private final double quantum;
    private final double perQuantum;
    private final @Nullable SiteGraph graph;

    private final byte[] state;

    /** The sum of the possible terms among {@link #sums}, in quanta. */
    private long quanta;

    private final SavedValues saved;
    private long savedQuanta;

    /**
     * @param graph of the sites that meet in any term; null if each flip touches all
     */
    BitTermTracker(
            int sites, LocalEnergyModel.Tracker pairs, TermRows rows, double quantum, @Nullable SiteGraph graph) {
        this.pairs = pairs;
        this.sums = new TermSums(rows);
        this.quantum = quantum;
        this.perQuantum = 1.0 / quantum;
        this.graph = graph;
        this.state = new byte[sites];
        this.saved = new SavedValues(sites);
    }

    @Override
    public void reset(byte[] to) {
        pairs.reset(to); // refuses an array that is not a state
        System.arraycopy(to, 0, state, 0, state.length);
        sums.clear();
        for (int i = 0; i < state.length; i++) {
            sums.enter(i, state[i]);
        }
        quanta = sums.computeSums(perQuantum);
        saved.forget();
    }

    @Override
    public double logProb() {
        return sums.isPossible() ? pairs.logProb() + quanta * quantum : Double.NEGATIVE_INFINITY;
    }

    @Override
    public void logRatios(int[] sites, int n, double[] out) {
        pairs.logRatios(sites, n, out);
        for (int k = 0; k < n; k++) {
            int now = state[sites[k]];
            out[k] += sums.ratio(sites[k], now, 1 - now);
        }
    }

    @Override
    public int flip(int site, int[] touched) {
        pairs.flip(site, touched); // the touched sites of all terms are written below
        saved.note(site, state[site]);
        int now = state[site];
        quanta += (long) (sums.gain(site, now, 1 - now) * perQuantum);
        toggle(site);
        if (graph == null || graph.degree(site) + 1 == state.length) { // unknown neighbours, or all other sites
            return ALL_SITES;
        }
        touched[0] = site;
        int count = 1;
        int end = graph.start(site + 1);
        for (int k = graph.start(site); k < end; k++) {
            touched[count++] = graph.neighbour(k);
        }
        return count;
    }

    private void toggle(int site) {
        sums.move(site, state[site], 1 - state[site]);
        state[site] ^= 1;
    }

    @Override
    public void save() {
        pairs.save();
        saved.save();
        savedQuanta = quanta;
    }

    @Override
    public void restore() {
        int count = saved.count();
        pairs.restore();
        for (int k = 0; k < count; k++) {
            if (state[saved.site(k)] != saved.value(k)) {
                toggle(saved.site(k));
            }
        }
        saved.save(); // the state is the saved one again, with no changes noted
        quanta = savedQuanta;
    }
}

package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.models.tracker.CoverSets;
import dev.lbp.internal.models.tracker.SavedValues;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;

/**
 * Keeps for each effect the number of its causes that are on, and for each cause the number of its effects that no
 * other cause covers, called open. Its open effects decide the log-ratio of a cause. All numbers are whole, so they
 * depend on the state alone, and flipping back undoes a flip.
 *
 * <pre>{@code
 * turn cause i on:   for each effect j of i, by the number of its causes that were on:
 *     0:  j is no longer open for its other causes      O(causes of j)
 *     1:  j is no longer open for the one that was on   O(1): by the exclusive or of the causes of j that are on
 *     2+: nothing changes
 * }</pre>
 */
final class CoverTracker implements LocalEnergyModel.Tracker {

    private static final long serialVersionUID = 1L;

    /** What an observed effect adds to a cause's number in {@link #open}. */
    private static final long OBSERVED = 1L << 32;

    /** What an effect that is not observed adds to a cause's number in {@link #open}. */
    private static final long OTHER = 1L;

    private final CoverSets sets;
    private final boolean[] observed;
    private final CoverScore score;

    private final byte[] state;

    /** The number of causes of each effect that are on. */
    private final int[] covered;

    /** For each effect, the exclusive or of the numbers of its causes that are on: that cause if only one is on. */
    private final int[] coveredBy;

    /**
     * For each cause the numbers of its open effects, which no other cause that is on covers: of observed effects in
     * the upper half, of others in the lower half.
     */
    private final long[] open;

    private int falsePositives;
    private int falseNegatives;
    private int on;

    private final SavedValues saved;

    /** The number of the last call that touched a cause, so that each cause is reported once. */
    private final int[] touchedBy;

    private int call;

    /** Receives the touched causes of a call that has no use for them. */
    private final int[] scratch;

    CoverTracker(CoverSets sets, boolean[] observed, CoverScore score) {
        this.sets = sets;
        this.observed = observed;
        this.score = score;
        this.state = new byte[sets.causes()];
        this.covered = new int[sets.effects()];
        this.coveredBy = new int[sets.effects()];
        this.open = new long[sets.causes()];
        this.saved = new SavedValues(sets.causes());
        this.touchedBy = new int[sets.causes()];
        this.scratch = new int[sets.causes()];
    }

    @Override
    public void reset(byte[] to) {
        Check.length(state.length, "state", Check.notNull("state", to).length);
        Check.binary("state", to);
        turnAllOff();
        saved.forget();
        for (int i = 0; i < state.length; i++) {
            if (to[i] != 0) {
                flip(i, scratch);
            }
        }
    }

    /** Sets the state in which no cause is on. */
    private void turnAllOff() {
        Arrays.fill(state, (byte) 0);
        Arrays.fill(covered, 0);
        Arrays.fill(coveredBy, 0);
        falsePositives = 0;
        falseNegatives = 0;
        on = 0;
        for (boolean seen : observed) {
            falsePositives += seen ? 1 : 0;
        }
        for (int i = 0; i < state.length; i++) {
            open[i] = 0;
            for (int k = sets.start[i]; k < sets.start[i + 1]; k++) {
                open[i] += observed[sets.effect[k]] ? OBSERVED : OTHER;
            }
        }
    }

    @Override
    public double logProb() {
        return score.logProb(falsePositives, falseNegatives, on);
    }

    @Override
    public void logRatios(int[] sites, int n, double[] out) {
        score.logRatios(sites, n, state, open, falsePositives, falseNegatives, on, out);
    }

    @Override
    public int flip(int site, int[] touched) {
        beginCall();
        int count = toggle(site, touched, 0);
        return score.isLocal() ? count : ALL_SITES; // an unknown rate makes log-ratios depend on counts of all causes
    }

    @Override
    public int flipAll(int[] sites, int n, int[] touched) {
        beginCall();
        int count = 0;
        for (int k = 0; k < n; k++) {
            count = toggle(sites[k], touched, count);
        }
        return score.isLocal() ? count : ALL_SITES; // an unknown rate makes log-ratios depend on counts of all causes
    }

    /**
     * Flips a cause, and appends to {@code touched} the causes whose log-ratios it changes for the first time in this
     * call. Returns the new number of touched causes.
     */
    private int toggle(int site, int[] touched, int count) {
        saved.note(site, state[site]);
        int before = state[site];
        int sign = 1 - 2 * before;
        long own = open[site]; // a flip of the cause itself does not change its open effects
        // the upper half of an open number counts observed effects, the lower half the others
        falsePositives -= sign * (int) (own >>> 32);
        falseNegatives += sign * (int) own;
        on += sign;
        int n = touch(site, touched, count);
        for (int k = sets.start[site]; k < sets.start[site + 1]; k++) {
            int j = sets.effect[k];
            long change = observed[j] ? -sign * OBSERVED : -sign * OTHER;
            int others = covered[j] - before;
            if (others == 0) { // the flip decides whether the effect is open for its other causes
                for (int c = sets.causeStart[j]; c < sets.causeStart[j + 1]; c++) {
                    open[sets.cause[c]] += change;
                    n = touch(sets.cause[c], touched, n);
                }
            } else if (others == 1) { // or for the one that is on
                // -before & site is the cause itself if it was on, else 0
                int other = coveredBy[j] ^ -before & site;
                open[other] += change;
                n = touch(other, touched, n);
            }
            covered[j] += sign;
            coveredBy[j] ^= site;
        }
        open[site] = own;
        state[site] ^= 1;
        return n;
    }

    /** Gives the call a number of its own, not 0. After 2^32 calls clears all marks, and the numbers begin again. */
    private void beginCall() {
        if (++call == 0) {
            Arrays.fill(touchedBy, 0);
            call = 1;
        }
    }

    /** Adds a cause to the touched ones, unless this call has done so. Returns the number of touched causes. */
    private int touch(int site, int[] touched, int count) {
        if (touchedBy[site] == call) {
            return count;
        }
        touchedBy[site] = call;
        touched[count] = site;
        return count + 1;
    }

    @Override
    public void save() {
        saved.save();
    }

    @Override
    public void restore() {
        int count = saved.count();
        for (int k = 0; k < count; k++) {
            if (state[saved.site(k)] != saved.value(k)) {
                flip(saved.site(k), scratch);
            }
        }
        saved.save(); // the state is the saved one again, with no changes noted
    }
}

package dev.lbp.internal.models.tracker;

import dev.lbp.internal.Check;
import dev.lbp.target.MoveModel;

/**
 * Keeps one state of a {@link dev.lbp.target.CategoricalModel}, and its log-probability as an exact sum.
 * {@link #restore} gives the saved values back to the changed sites; since sums are exact, it restores them to the last
 * bit.
 */
public abstract class CategoricalTracker implements MoveModel.Tracker {

    private static final long serialVersionUID = 1L;

    /** C, the number of values of a site. */
    public final int values;

    public final int[] state;
    private final double constant;
    private final double quantum;

    /** {@code 1 / quantum}. */
    public final double perQuantum;

    /** {@code (log pi - constant) / quantum}. */
    private long quanta;

    private final SavedValues saved;
    private long savedQuanta;

    /**
     * @param constant a part of the log-probability that is the same for all states
     * @param quantum a power of two; every log-ratio is a multiple of it
     */
    public CategoricalTracker(int sites, int values, double constant, double quantum) {
        this.values = values;
        this.state = new int[sites];
        this.constant = constant;
        this.quantum = quantum;
        this.perQuantum = 1.0 / quantum;
        this.saved = new SavedValues(sites);
    }

    /** Computes the sums that are kept with the state. Returns the log-probability without its constant, in quanta. */
    public abstract long computeSums();

    /** The log-ratio of giving a value to a site that has another one, an exact sum. */
    public abstract double logRatio(int site, int value);

    /** The number of values of a site. */
    public int values(int site) {
        return values;
    }

    /** The amount that a change of a site would add to the log-probability, in quanta. */
    public long gain(int site, int value) {
        return (long) (logRatio(site, value) * perQuantum);
    }

    /** Whether the state is possible. */
    public boolean isPossible() {
        return true;
    }

    /** Gives a value to a site, and updates the sums that are kept with the state. */
    public abstract void set(int site, int value);

    /**
     * Writes the labels that a change of a site has touched.
     *
     * @param before the value that the site had
     * @return their number
     */
    public abstract int touched(int site, int before, int[] touched);

    @Override
    public final void reset(int[] to) {
        Check.length(state.length, "state", Check.notNull("state", to).length);
        for (int i = 0; i < to.length; i++) {
            if (to[i] < 0 || to[i] >= values(i)) {
                throw new IllegalArgumentException(
                        "must be in [0, " + (values(i) - 1) + "]: state[" + i + "]=" + to[i]);
            }
        }
        System.arraycopy(to, 0, state, 0, to.length);
        quanta = computeSums();
        saved.forget();
    }

    @Override
    public final double logProb() {
        return isPossible() ? constant + quanta * quantum : Double.NEGATIVE_INFINITY;
    }

    /**
     * Labels of one site often follow each other, and only the first of them costs a division. The label of a site's
     * present value is illegal.
     */
    @Override
    public final void logRatios(int[] moves, int n, double[] out) {
        int site = 0;
        int first = 0; // the label of the site's value 0; value c has the label first + c
        for (int k = 0; k < n; k++) {
            int value = moves[k] - first;
            if (value < 0 || value >= values) {
                site = moves[k] / values;
                first = site * values;
                value = moves[k] - first;
            }
            out[k] = value == state[site] ? Double.NEGATIVE_INFINITY : logRatio(site, value);
        }
    }

    @Override
    public final int inverse(int move) {
        int site = move / values;
        return site * values + state[site]; // gives the site its present value again
    }

    @Override
    public final int changes(int move, int[] sites, int[] newValues) {
        sites[0] = move / values;
        newValues[0] = move % values;
        return 1;
    }

    @Override
    public final int apply(int move, int[] touched) {
        int site = move / values;
        int value = move % values;
        int before = state[site];
        quanta += gain(site, value);
        saved.note(site, before);
        set(site, value);
        return touched(site, before, touched);
    }

    /** Writes all labels of a site to {@code touched}, behind its first {@code count} ones. Returns the new count. */
    public final int addAllLabels(int site, int[] touched, int count) {
        int first = site * values;
        for (int c = 0; c < values; c++) {
            touched[count + c] = first + c;
        }
        return count + values;
    }

    @Override
    public final void save() {
        saved.save();
        savedQuanta = quanta;
    }

    @Override
    public final void restore() {
        int count = saved.count();
        for (int k = 0; k < count; k++) {
            set(saved.site(k), saved.value(k));
        }
        saved.save(); // the state is the saved one again, with no changes noted
        quanta = savedQuanta;
    }
}

package dev.lbp.internal.models.tracker;

import dev.lbp.internal.Check;
import dev.lbp.target.MoveModel;

/**
 * Keeps one permutation and the log-probability of it, in exact arithmetic. Log-ratios are computed from the
 * permutation at each call, so the log-probability is the only sum that is kept.
 */
public abstract class PermutationTracker implements MoveModel.Tracker {

    private static final long serialVersionUID = 1L;

    public final int n;
    public final int[] state;
    private final double quantum;
    private final double perQuantum;

    /** {@code log pi(s) / quantum}. */
    private long quanta;

    private final SavedValues saved;
    private long savedQuanta;

    /** The positions whose pairs the last move touched, at most six, and a mark on each while they are collected. */
    private final int[] positions = new int[6];

    private int positionCount;
    private final boolean[] marked;

    public PermutationTracker(int n, double quantum) {
        this.n = n;
        this.state = new int[n];
        this.quantum = quantum;
        this.perQuantum = 1.0 / quantum;
        this.saved = new SavedValues(n);
        this.marked = new boolean[n];
    }

    /** The log-ratio of exchanging the values of positions {@code a < b}, an exact sum of multiples of the quantum. */
    public abstract double logRatio(int a, int b);

    /** The log-probability of the current state as a sum, in quanta. */
    public abstract long sum(double perQuantum);

    /** Called after the value of a position has changed. */
    public void changed(int position) {}

    /** Calls {@link #touch} for every position whose pairs have another log-ratio once a and b are exchanged. */
    public abstract void touchAround(int a, int b);

    /** Adds a position to the touched ones, unless it does not exist or is already there. */
    public final void touch(int position) {
        if (position >= 0 && position < n && !marked[position]) {
            marked[position] = true;
            positions[positionCount++] = position;
        }
    }

    @Override
    public final void reset(int[] to) {
        Check.length(n, "state", Check.notNull("state", to).length);
        checkPermutation(to);
        System.arraycopy(to, 0, state, 0, n);
        for (int a = 0; a < n; a++) {
            changed(a);
        }
        quanta = sum(perQuantum);
        saved.forget();
    }

    /** Checks that a state has each of its n values once. */
    public static void checkPermutation(int[] to) {
        int n = to.length;
        int[] position = new int[n];
        for (int a = 0; a < n; a++) {
            if (to[a] < 0 || to[a] >= n) {
                throw new IllegalArgumentException("must be in [0, " + (n - 1) + "]: state[" + a + "]=" + to[a]);
            }
            if (position[to[a]] > 0) {
                throw new IllegalArgumentException("must be a permutation (give one by initial(...)), and state["
                        + (position[to[a]] - 1) + "] has this value already: state[" + a + "]=" + to[a]);
            }
            position[to[a]] = a + 1;
        }
    }

    /**
     * Writes the sites that the exchange of a pair of positions changes, and their new values. Returns their number.
     */
    public static int exchange(int move, int[] state, int[] sites, int[] values) {
        int b = Transpositions.high(move);
        int a = Transpositions.low(move, b);
        sites[0] = a;
        values[0] = state[b];
        sites[1] = b;
        values[1] = state[a];
        return 2;
    }

    @Override
    public final double logProb() {
        return quanta * quantum;
    }

    @Override
    public final void logRatios(int[] moves, int count, double[] out) {
        int b = 0; // the label of positions a < b is b (b - 1) / 2 + a
        int first = 0; // b (b - 1) / 2, so the label of positions 0 and b; the next b adds b to it
        for (int k = 0; k < count; k++) {
            int a = moves[k] - first;
            // labels often ascend, so the next b is tried before the square root of Transpositions.high
            if (a < 0 || a >= b) {
                first += b++;
                a = moves[k] - first;
                if (a < 0 || a >= b) {
                    b = Transpositions.high(moves[k]);
                    a = Transpositions.low(moves[k], b);
                    first = moves[k] - a;
                }
            }
            out[k] = logRatio(a, b);
        }
    }

    @Override
    public final int inverse(int move) {
        return move;
    }

    @Override
    public final int changes(int move, int[] sites, int[] values) {
        return exchange(move, state, sites, values);
    }

    @Override
    public final int apply(int move, int[] touched) {
        int b = Transpositions.high(move);
        int a = Transpositions.low(move, b);
        quanta += (long) (logRatio(a, b) * perQuantum); // exact: the log-ratio is a whole number of quanta
        // the values before the exchange, for restore()
        saved.note(a, state[a]);
        saved.note(b, state[b]);
        int value = state[a];
        state[a] = state[b];
        state[b] = value;
        changed(a);
        changed(b);
        touchAround(a, b);
        return writeTouchedPairs(touched);
    }

    /** Writes all pairs that have a touched position, each once, and clears the touched positions. */
    private int writeTouchedPairs(int[] touched) {
        int count = 0;
        for (int k = 0; k < positionCount; k++) {
            int a = positions[k];
            int pair = Transpositions.label(0, a);
            for (int b = 0; b < a; b++) {
                touched[count++] = pair++;
            }
            // if b was touched too, its own turn writes the pair (a, b)
            for (int b = a + 1; b < n; b++) {
                pair += b - 1; // the label b (b - 1) / 2 + a less that of b - 1
                if (!marked[b]) {
                    touched[count++] = pair;
                }
            }
        }
        for (int k = 0; k < positionCount; k++) {
            marked[positions[k]] = false;
        }
        positionCount = 0;
        return count;
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
            state[saved.site(k)] = saved.value(k);
            changed(saved.site(k));
        }
        saved.save(); // the state is the saved one again, with no changes noted
        quanta = savedQuanta;
    }
}

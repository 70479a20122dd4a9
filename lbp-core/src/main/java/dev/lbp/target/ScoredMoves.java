package dev.lbp.target;

import dev.lbp.internal.Check;
import dev.lbp.internal.Values;
import java.util.function.ToDoubleFunction;

/**
 * A tracker for a model with moves whose score is a function of the state as a whole. Each requested log-ratio costs
 * one score. The function receives a copy of the state, which is compared with the state after its calls.
 */
public abstract class ScoredMoves implements MoveModel.Tracker {

    private static final long serialVersionUID = 1L;

    private final ToDoubleFunction<int[]> score;
    protected final int[] state;

    /** The argument of the function: the state, or one that a move leads to. */
    private final int[] argument;

    private boolean scored;
    private double logProb;

    private final int[] saved;
    private boolean savedScored;
    private double savedLogProb;

    /** Scratch: the sites that a move changes, and their new values. */
    private final int[] sites;

    private final int[] values;

    protected ScoredMoves(int dimension, ToDoubleFunction<int[]> score) {
        this.score = score;
        this.state = new int[dimension];
        this.argument = new int[dimension];
        this.saved = new int[dimension];
        this.sites = new int[dimension];
        this.values = new int[dimension];
    }

    /** Throws an IllegalArgumentException if the array is not a state of the model. */
    protected abstract void check(int[] to);

    @Override
    public final void reset(int[] to) {
        Check.length(state.length, "state", Check.notNull("state", to).length);
        check(to);
        System.arraycopy(to, 0, state, 0, to.length);
        System.arraycopy(to, 0, argument, 0, to.length);
        scored = false;
    }

    @Override
    public final double logProb() {
        if (!scored) {
            logProb = score.applyAsDouble(argument);
            checkUnchanged();
            scored = true;
        }
        return logProb;
    }

    /** A move is illegal if it changes nothing. */
    @Override
    public final void logRatios(int[] moves, int n, double[] out) {
        double here = logProb();
        for (int k = 0; k < n; k++) {
            int changed = changes(moves[k], sites, values);
            boolean legal = false;
            for (int c = 0; c < changed; c++) {
                argument[sites[c]] = values[c];
                legal |= values[c] != state[sites[c]];
            }
            out[k] = legal ? score.applyAsDouble(argument) - here : Double.NEGATIVE_INFINITY;
            for (int c = 0; c < changed; c++) {
                argument[sites[c]] = state[sites[c]];
            }
        }
        checkUnchanged();
    }

    private void checkUnchanged() {
        Values.checkUnchanged(state, argument);
    }

    @Override
    public final int apply(int move, int[] touched) {
        int changed = changes(move, sites, values);
        for (int c = 0; c < changed; c++) {
            state[sites[c]] = values[c];
            argument[sites[c]] = values[c];
        }
        scored = false;
        return ALL_MOVES;
    }

    @Override
    public final void save() {
        System.arraycopy(state, 0, saved, 0, state.length); // cheap compared with a score
        savedScored = scored;
        savedLogProb = logProb;
    }

    @Override
    public final void restore() {
        System.arraycopy(saved, 0, state, 0, state.length);
        System.arraycopy(saved, 0, argument, 0, argument.length);
        scored = savedScored;
        logProb = savedLogProb;
    }
}

package dev.lbp.runtime.engine;

import dev.lbp.target.Target;
import java.lang.reflect.Array;
import org.apache.commons.rng.UniformRandomProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A chain of the local engine, with its own tracker.
 *
 * @param <S> the array of a state
 */
abstract class LocalChain<S> extends ChainState<S> {

    private static final Logger LOGGER = LoggerFactory.getLogger(LocalChain.class);

    /** Largest relative difference of two log-ratios, or weights, of one site in one state. Rounding is far smaller. */
    static final double LOOSE = 1e-3;

    /** True if the tracker and the values kept beside it belong to the current state; false after a failure. */
    private boolean upToDate;

    LocalChain(Target model, int index, UniformRandomProvider rng, S state, int dimension, ChainScale scale) {
        super(model, index, rng, state, dimension, scale);
    }

    /** Takes a step. If it fails, the state has not changed, and the next step begins with a new tracker. */
    final void step() {
        if (!upToDate) {
            restart(state);
        }
        upToDate = false;
        advance();
        upToDate = true;
    }

    /** Takes one step. State and log-probability change together at its end. */
    abstract void advance();

    /** Computes the values kept beside the tracker, from its current state. */
    abstract void refresh();

    /** The tracker of the chain. */
    abstract Object tracker();

    /** Replaces the tracker by a new one. */
    abstract void replaceTracker();

    /** Resets the tracker to a copy of a state. Returns the log-probability of the state. */
    abstract double track(S at);

    /** Starts the chain at its current state. */
    final void begin() {
        begin(state);
    }

    private void begin(S at) {
        double here = AcceptRule.checkedStart(track(at));
        refresh();
        System.arraycopy(at, 0, state, 0, Array.getLength(state));
        logProb = here;
        upToDate = true;
    }

    /** Makes the next step begin with a new tracker: the parameters of the model may have changed. */
    final void invalidate() {
        upToDate = false;
    }

    /** Starts the chain at the state {@code at} with a new tracker. If this throws, the chain keeps its state. */
    final void restart(S at) {
        upToDate = false;
        replaceTracker();
        begin(at);
    }

    /**
     * Resets the tracker to the state that was read, because trackers are not transcribed. If a tracker's numbers depend only
     * on the state, as in this library's models, they are the same as before.
     */
    final void resume() {
        double again = track(state);
        if (again != logProb) {
            LOGGER.warn(
                    "{}: chain {} goes on, but not with the same bits as if it had not been stopped: its tracker gives the"
                            + " log-probability {} of a state that it came to with {}",
                    model.name(),
                    index,
                    again,
                    logProb);
        }
    }
}

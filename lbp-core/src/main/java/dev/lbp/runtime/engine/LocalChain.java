package dev.lbp.runtime.engine;

import dev.lbp.internal.Answers;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A chain of the local engine, with its own tracker. */
abstract class LocalChain extends ChainState {

    private static final Logger LOGGER = LoggerFactory.getLogger(LocalChain.class);

    /** Largest relative difference of two log-ratios, or weights, of one site in one state. Rounding is far smaller. */
    static final double LOOSE = 1e-3;

    private final LocalEnergyModel localModel;
    LocalEnergyModel.Tracker tracker;

    /** True if the tracker and the values kept beside it belong to the current state; false after a failure. */
    private boolean upToDate;

    LocalChain(LocalEnergyModel model, Start start, int index, ScaleController controller) {
        super(model, start, index, controller);
        this.localModel = model;
        this.tracker = Answers.notNull("newTracker()", model.newTracker());
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

    /** Starts the chain at its current state. */
    final void begin() {
        begin(state);
    }

    private void begin(byte[] at) {
        ModelCalls.reset(tracker, at);
        double here = AcceptRule.checkedStart(tracker.logProb());
        refresh();
        System.arraycopy(at, 0, state, 0, state.length);
        logProb = here;
        upToDate = true;
    }

    /** Makes the next step begin with a new tracker: the parameters of the model may have changed. */
    final void invalidate() {
        upToDate = false;
    }

    /** Starts the chain at the state {@code at} with a new tracker. If this throws, the chain keeps its state. */
    final void restart(byte[] at) {
        upToDate = false;
        tracker = Answers.notNull("newTracker()", localModel.newTracker());
        begin(at);
    }

    /**
     * Resets the tracker to the state that was read, because trackers are not transcribed. If a tracker's numbers depend only
     * on the state, as in this library's models, they are the same as before.
     */
    final void resume() {
        ModelCalls.reset(tracker, state);
        double again = tracker.logProb();
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

package dev.lbp.runtime.engine;

import dev.lbp.internal.Answers;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A chain of the local engine: it follows its state with a tracker, by itself. */
abstract class LocalChain extends ChainState {

    private static final Logger LOGGER = LoggerFactory.getLogger(LocalChain.class);

    /** What two log-ratios, or weights, of one site in one state may differ by, relative: rounding is far less. */
    static final double LOOSE = 1e-3;

    private final LocalEnergyModel localModel;
    LocalEnergyModel.Tracker tracker;

    /** Whether the tracker, and what is kept beside it, belong to the present state; false after a failure. */
    private boolean upToDate;

    LocalChain(LocalEnergyModel model, Start start, int index, ScaleController controller) {
        super(model, start, index, controller);
        this.localModel = model;
        this.tracker = Answers.notNull("newTracker()", model.newTracker());
    }

    /** Takes a step. If it fails, the next one begins with a new tracker of the state, which has not moved. */
    final void step() {
        if (!upToDate) {
            restart(state);
        }
        upToDate = false;
        advance();
        upToDate = true;
    }

    /** Takes one step; state and log-probability change together, at its end. */
    abstract void advance();

    /** Computes what is kept beside the tracker from its present state. */
    abstract void refresh();

    /** Begins at the present state. */
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

    /** Begins at a state with a new tracker; or throws, and stays where the chain is. */
    final void restart(byte[] at) {
        upToDate = false;
        tracker = Answers.notNull("newTracker()", localModel.newTracker());
        begin(at);
    }

    /**
     * Shows the tracker, which is not transcribed, the state that was read: where its numbers are functions of the state, as
     * those of this library's models are, it then is as it was.
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

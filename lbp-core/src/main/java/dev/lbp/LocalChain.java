package dev.lbp;

import dev.lbp.internal.Transcript;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A chain of the local engine: it follows its state with a tracker, by itself. */
abstract class LocalChain extends ChainState {

    private static final Logger LOGGER = LoggerFactory.getLogger(LocalChain.class);

    private final LocalEnergyModel model;
    LocalEnergyModel.Tracker tracker;

    LocalChain(LocalEnergyModel model, Start start, int index, ScaleController controller) {
        super(start, index, controller);
        this.model = model;
        this.tracker = model.newTracker();
    }

    /** Takes one step. */
    abstract void advance();

    /** Takes up the tracker's present state. */
    abstract void refresh();

    /** Begins at the present state. */
    final void begin() {
        tracker.reset(state);
        logProb = AcceptRule.checkedStart(tracker.logProb());
        refresh();
    }

    /**
     * A tracker is not transcribed: the state is shown to it, and where its numbers are functions of the state, as those of
     * this library's models are, it then is as it was.
     */
    @Override
    void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        if (transcript.isReading()) {
            tracker.reset(state);
            double anew = tracker.logProb();
            if (anew != logProb) {
                LOGGER.warn(
                        "{}: chain {} goes on, but not with the same bits as if it had not been stopped: its tracker gives the"
                                + " log-probability {} of a state that it came to with {}",
                        model.name(),
                        index,
                        anew,
                        logProb);
            }
        }
    }

    /** Begins anew from a state, with a new tracker: the parameters of the model may have changed. */
    final void restart(byte[] from) {
        System.arraycopy(from, 0, state, 0, state.length);
        tracker = model.newTracker();
        begin();
    }
}

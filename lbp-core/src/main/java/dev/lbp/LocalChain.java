package dev.lbp;

/** A chain of the local engine: it follows its state with a tracker, by itself. */
abstract class LocalChain extends ChainState {

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

    /** Begins anew from a state, with a new tracker: the parameters of the model may have changed. */
    final void restart(byte[] from) {
        System.arraycopy(from, 0, state, 0, state.length);
        tracker = model.newTracker();
        begin();
    }
}

package dev.lbp.runtime.engine;

import dev.lbp.internal.Answers;
import dev.lbp.internal.States;
import dev.lbp.internal.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;

/** A chain of bits on the local engine. */
abstract class LocalBitChain extends LocalChain<byte[]> {

    private final LocalEnergyModel localModel;
    LocalEnergyModel.Tracker tracker;

    LocalBitChain(LocalEnergyModel model, Start start, int index, ScaleController controller) {
        this(model, start, index, new ChainScale(controller, start.largestScale()));
    }

    LocalBitChain(LocalEnergyModel model, Start start, int index, ChainScale scale) {
        super(model, index, start.generator(index), start.state(index), start.dimension(), scale);
        this.localModel = model;
        this.tracker = Answers.notNull("newTracker()", model.newTracker());
    }

    /** Checks a stored weight against its recomputed value: they differ if the tracker did not report a changed log-ratio. */
    static void checkWeight(int site, double stored, double recomputed) {
        if (stored != recomputed && !(Math.abs(stored / recomputed - 1.0) <= LOOSE)) {
            throw new IllegalStateException(
                    "must tell every site whose log-ratio a flip changes: flip(), touched, site " + site);
        }
    }

    /** Removes the fixed sites from the first {@code count} touched ones. Returns the number of those left. */
    static int dropFixed(int[] touched, int count, boolean[] fixed) {
        int kept = 0;
        for (int k = 0; k < count; k++) {
            int site = touched[k];
            touched[kept] = site;
            kept += fixed[site] ? 0 : 1;
        }
        return kept;
    }

    @Override
    final Object tracker() {
        return tracker;
    }

    @Override
    final void replaceTracker() {
        tracker = Answers.notNull("newTracker()", localModel.newTracker());
    }

    @Override
    final void resetTracker(byte[] at) {
        ModelCalls.reset(tracker, at);
    }

    @Override
    final double trackerLogProb() {
        return tracker.logProb();
    }

    @Override
    final boolean refreshTracker() {
        return tracker.refresh();
    }

    @Override
    final void change(int n) {
        States.flip(state, flipped, n);
    }

    @Override
    final void transcribeState(Transcript transcript) {
        transcript.of(state, state.length);
    }
}

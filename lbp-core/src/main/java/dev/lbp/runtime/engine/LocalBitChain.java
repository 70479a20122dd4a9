package dev.lbp.runtime.engine;

import dev.lbp.internal.Answers;
import dev.lbp.internal.States;
import dev.lbp.internal.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A chain of bits on the local engine. */
abstract class LocalBitChain extends LocalChain<byte[]> {

    private final LocalEnergyModel localModel;
    LocalEnergyModel.Tracker tracker;

    /** The jumps among the steps; null if there are none. */
    private @Nullable IndependentJump jump;

    /** The tracker that scores the draws of jumps. An accepted one makes it the tracker of the chain. */
    private LocalEnergyModel.@Nullable Tracker jumpTracker;

    LocalBitChain(LocalEnergyModel model, Start start, int index, ScaleController controller) {
        this(model, start, index, new ChainScale(controller, start.largestScale()));
    }

    LocalBitChain(LocalEnergyModel model, Start start, int index, ChainScale scale) {
        super(model, index, start.rowNames(), start.generator(index), start.state(index), start.dimension(), scale);
        this.localModel = model;
        this.tracker = Answers.notNull("newTracker()", model.newTracker());
    }

    /** Makes some of the steps jumps. Must be called before the first step. */
    final void jumpBy(IndependentJump jumps) {
        jump = jumps;
        replaceJumpTracker();
    }

    private void replaceJumpTracker() {
        jumpTracker = Answers.notNull("newTracker()", localModel.newTracker());
        if (jumpTracker == tracker) {
            throw new IllegalStateException("must return a new tracker at each call: newTracker()");
        }
    }

    @Override
    public boolean hasOthers() {
        return jump != null && jump.kind() == StepKind.JUMP;
    }

    @Override
    public final boolean jumps() {
        return jump != null;
    }

    @Override
    public final boolean cannotReturn() {
        return jump != null && kind == jump.kind() && jump.cannotReturn;
    }

    @Override
    void startAdapting(int steps) {
        super.startAdapting(jump == null ? steps : jump.expectedOthers(steps));
    }

    @Override
    final void advance() {
        if (jump != null && jump.isNext(rng)) {
            jump(jump, Objects.requireNonNull(jumpTracker));
        } else {
            advanceLocally();
        }
    }

    /** Takes one step that is no jump. State and log-probability change together at its end. */
    abstract void advanceLocally();

    /** Takes a step that is a jump. One that is rejected touches nothing but the other tracker. */
    private void jump(IndependentJump next, LocalEnergyModel.Tracker other) {
        next.draw(rng);
        ModelCalls.reset(other, next.proposed);
        other.refresh();
        double proposedLogProb = AcceptRule.checked(other.logProb());
        boolean possible = proposedLogProb != Double.NEGATIVE_INFINITY;
        double probability = possible
                ? AcceptRule.acceptanceProbability(logProb, proposedLogProb, next.logForward, next.logReverse(state))
                : 0.0;
        boolean accept = AcceptRule.accepts(probability, rng);
        int n = next.differences(state, flipped);
        if (accept) {
            jumpTracker = tracker;
            tracker = other;
            moveTo(readTracker(), n);
        }
        if (next.kind() == StepKind.JUMP) {
            finishOther(StepKind.JUMP, n, probability, accept, n);
        } else {
            finish(n, probability, accept, n);
        }
        if (accept) {
            endAdoption();
        } else {
            stay();
        }
    }

    /** Called at the end of a swap or jump that leaves the state as it is. */
    void stay() {
        // most chains keep nothing about the last step
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

    /** Replaces both trackers: either may have failed, or hold parameters that the model had before. */
    @Override
    final void replaceTracker() {
        tracker = Answers.notNull("newTracker()", localModel.newTracker());
        if (jump != null) {
            replaceJumpTracker();
        }
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

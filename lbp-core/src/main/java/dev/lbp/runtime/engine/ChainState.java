package dev.lbp.runtime.engine;

import dev.lbp.internal.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.result.StepInfo;
import dev.lbp.target.EnergyModel;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.RandomProviderDefaultState;

/**
 * One chain of either engine: where it is, what its last step did, and its own generator. Owned by one thread at a time;
 * only {@link #steps}, {@link #acceptanceSum} and the value of its scale may be read from others. They are stored opaquely,
 * which on the usual processors is a plain store, but never half a value. A reader may find one of them a step ahead of
 * another: they are for a person to look at, and nothing is computed from them that a run returns.
 */
public abstract class ChainState {

    private static final VarHandle STEPS;
    private static final VarHandle ACCEPTANCE_SUM;

    static {
        try {
            STEPS = MethodHandles.lookup().findVarHandle(ChainState.class, "steps", long.class);
            ACCEPTANCE_SUM = MethodHandles.lookup().findVarHandle(ChainState.class, "acceptanceSum", double.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The target that the chain samples; chains of one ensemble may have targets of their own, as at several temperatures. */
    public final EnergyModel model;

    /** The position of the chain in its ensemble. */
    public final int index;

    final UniformRandomProvider rng;
    public final byte[] state;

    public final ChainScale scale;

    /** The sites flipped by the last step: the first {@link #flips} of these. */
    public final int[] flipped;

    public double logProb;
    boolean accepted;
    public double acceptanceProbability;
    public int flips;
    private int lastScale;
    private long steps;
    private double acceptanceSum;

    ChainState(EnergyModel model, Start start, int index, ScaleController controller) {
        this.model = model;
        this.index = index;
        this.rng = start.generator(index);
        this.state = start.state(index);
        this.scale = new ChainScale(controller, start.freeCount());
        this.flipped = new int[state.length];
    }

    /**
     * The accept step of Metropolis and Hastings: moves to a proposed state with probability min(1, alpha).
     *
     * @param proposedLogProb of the state with the first {@code n} sites of {@link #flipped} flipped; finite
     * @param logForward log q(x, y)
     * @param logReverse log q(y, x)
     * @return whether the chain has moved
     */
    final boolean decide(double proposedLogProb, int n, double logForward, double logReverse) {
        acceptanceProbability = AcceptRule.acceptanceProbability(logProb, proposedLogProb, logForward, logReverse);
        boolean accept = AcceptRule.accepts(acceptanceProbability, rng);
        if (accept) {
            toggle(n);
            logProb = proposedLogProb;
        }
        return accept;
    }

    /** Ends a step: publishes what it did, and lets the scale learn from it. */
    final void finish(int stepScale, double probability, boolean stepAccepted, int proposedFlips) {
        lastScale = stepScale;
        acceptanceProbability = probability;
        accepted = stepAccepted;
        flips = stepAccepted ? proposedFlips : 0;
        scale.update(probability, proposedFlips);
        ACCEPTANCE_SUM.setOpaque(this, acceptanceSum + probability);
        STEPS.setOpaque(this, steps + 1);
    }

    /** What the chain's further steps depend on, between steps. */
    void transcribe(Transcript transcript) {
        RestorableUniformRandomProvider generator = (RestorableUniformRandomProvider) rng;
        byte[] generatorState = ((RandomProviderDefaultState) generator.saveState()).getState();
        generator.restoreState(new RandomProviderDefaultState(transcript.of(generatorState)));
        transcript.of(state, state.length);
        logProb = transcript.of(logProb);
        scale.transcribe(transcript);
        STEPS.setOpaque(this, transcript.of(steps));
        ACCEPTANCE_SUM.setOpaque(this, transcript.of(acceptanceSum));
    }

    /** Moves the state by the first n sites of {@link #flipped}. */
    final void toggle(int n) {
        for (int k = 0; k < n; k++) {
            state[flipped[k]] ^= 1;
        }
    }

    /** The number of steps taken since the start; may be read from any thread. */
    public final long steps() {
        return (long) STEPS.getOpaque(this);
    }

    /** The sum of min(1, alpha) over all steps since the start; may be read from any thread. */
    public final double acceptanceSum() {
        return (double) ACCEPTANCE_SUM.getOpaque(this);
    }

    public final StepInfo lastStep() {
        return new StepInfo(accepted, acceptanceProbability, flips, lastScale);
    }
}

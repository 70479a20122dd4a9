package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.StepInfo;
import dev.lbp.runtime.engine.start.RowNames;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.ConditionalFlips;
import dev.lbp.runtime.engine.step.ScoredState;
import dev.lbp.runtime.engine.step.StepKind;
import dev.lbp.target.Target;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * One chain of any engine: its state, the outcome of its last step, and its own generator. One thread at a time owns
 * it. Other threads may read only {@link #steps}, {@link #acceptanceSum} and the value of its scale. Their stores are
 * opaque: plain stores on the usual processors, but never half a value. A reader may find one of them a step ahead of
 * another, so they are only for display: no result of a run is computed from such a read.
 *
 * @param <S> the array of a state: {@code byte[]} for bits, {@code int[]} for whole numbers, {@code double[]} for reals
 */
public abstract class ChainState<S> {

    private static final VarHandle STEPS;
    private static final VarHandle ACCEPTANCE_SUM;
    private static final VarHandle OTHERS;

    static {
        try {
            STEPS = MethodHandles.lookup().findVarHandle(ChainState.class, "steps", long.class);
            ACCEPTANCE_SUM = MethodHandles.lookup().findVarHandle(ChainState.class, "acceptanceSum", double.class);
            OTHERS = MethodHandles.lookup().findVarHandle(ChainState.class, "others", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The target of the chain. Chains of one ensemble may have different targets, for example at several temperatures.
     */
    public final Target model;

    /** The position of the chain in its ensemble. */
    public final int index;

    final RowNames names;

    public final UniformRandomProvider rng;
    public final S state;

    public ChainScale scale;

    /** The kinds of steps besides moves, in the order in which they are drawn; empty for most chains. */
    final ExtraStep[] extraSteps;

    /** The first {@link #flips} elements are the sites that the last step changed, each once. */
    public final int[] flipped;

    public double logProb;
    public boolean accepted;
    public double acceptanceProbability;
    public int flips;

    /**
     * The number of sites that the last step itself changed: {@link #flips}, unless the chain then exchanged its state.
     */
    public int stepFlips;

    /** The number of sites that the last step proposed to change. */
    public int proposedFlips;

    /** The kind of the last step. */
    public StepKind kind = StepKind.MOVE;

    /** The scale that was drawn for the last step. */
    private int lastScale;

    private long steps;
    private double acceptanceSum;
    /** The number of steps since the start that were not moves. */
    private long others;

    /**
     * @param extraSteps the kinds of steps besides moves, in the order in which they are drawn
     */
    protected ChainState(Target model, Start<S> start, int index, ChainScale scale, ExtraStep... extraSteps) {
        this.model = model;
        this.index = index;
        this.names = start.rowNames();
        this.rng = start.generator(index);
        this.state = start.state(index);
        this.scale = scale;
        this.extraSteps = extraSteps;
        this.flipped = new int[start.dimension()];
    }

    /**
     * The number of the chain in the run. {@link #index} is its position in this ensemble, which may be a part of the
     * run.
     */
    public final int number() {
        return names.number(index);
    }

    /** The name of the chain in messages, with its number in the run: "chain 3". */
    public final String name() {
        return names.of(index);
    }

    /**
     * The accept step of Metropolis and Hastings: moves to a proposed state with probability min(1, alpha).
     *
     * @param proposedLogProb the log-probability of the state with the first {@code n} sites of {@link #flipped}
     *     changed; finite
     * @param logForward log q(x, y)
     * @param logReverse log q(y, x)
     * @return whether the chain has moved
     */
    protected final boolean acceptOrReject(double proposedLogProb, int n, double logForward, double logReverse) {
        acceptanceProbability = AcceptRule.acceptanceProbability(logProb, proposedLogProb, logForward, logReverse);
        boolean accept = AcceptRule.accepts(acceptanceProbability, rng);
        if (accept) {
            moveTo(proposedLogProb, n);
        }
        return accept;
    }

    /** Moves to the proposed state: the first {@code n} sites of {@link #flipped} change. */
    public final void moveTo(double proposedLogProb, int n) {
        change(n);
        logProb = proposedLogProb;
    }

    /** Changes the first {@code n} sites of {@link #flipped} in the state, as the current step proposes. */
    protected abstract void change(int n);

    /**
     * Writes the state and the sites of the last flips into {@link #state} and {@link #flipped}, if the chain keeps
     * them elsewhere during a round of steps. Must be called before either is read in a round.
     */
    public void unpack() {
        // most chains keep them in these arrays at all times
    }

    /** Work on a range of indices into {@link #flipped}. */
    public interface RangeWork {

        /** Works on the indices {@code from} to {@code to - 1}. */
        void accept(int from, int to);
    }

    /**
     * Does work on disjoint ranges that cover the indices 0 to {@link #flips} - 1, and waits for its end. By default
     * the calling thread works on one range. A chain whose steps all threads of the run share lets them share the work.
     * Must be called between steps.
     */
    public void forFlips(RangeWork work) {
        work.accept(0, flips);
    }

    /**
     * Ends a move: stores its outcome and updates the scale.
     *
     * @param stepScale the scale that was drawn for this step
     * @param probability min(1, alpha)
     * @param proposed the number of sites that the step proposed to change
     */
    public final void finish(int stepScale, double probability, boolean stepAccepted, int proposed) {
        store(StepKind.MOVE, stepScale, probability, stepAccepted, proposed);
        scale.update(probability, proposed);
        ACCEPTANCE_SUM.setOpaque(this, acceptanceSum + probability);
        STEPS.setOpaque(this, steps + 1);
    }

    /**
     * Ends a step of an {@link ExtraStep}: stores its outcome, with the parameters of {@link #finish}. The scale learns
     * from the step only if it counts as a move.
     */
    final void finishExtra(StepKind other, int stepScale, double probability, boolean stepAccepted, int proposed) {
        if (other == StepKind.MOVE) {
            finish(stepScale, probability, stepAccepted, proposed);
            return;
        }
        store(other, stepScale, probability, stepAccepted, proposed);
        OTHERS.setOpaque(this, others + 1);
        STEPS.setOpaque(this, steps + 1);
    }

    /** Stores the outcome of a step of any kind. */
    private void store(StepKind stepKind, int stepScale, double probability, boolean stepAccepted, int proposed) {
        kind = stepKind;
        lastScale = stepScale;
        acceptanceProbability = probability;
        accepted = stepAccepted;
        proposedFlips = proposed;
        flips = stepAccepted ? proposed : 0;
        stepFlips = flips;
    }

    /** Draws the kind of the next step; null for a move. */
    final @Nullable ExtraStep nextExtra() {
        for (ExtraStep extra : extraSteps) {
            if (extra.isNext(rng)) {
                return extra;
            }
        }
        return null;
    }

    /** Whether some steps of the chain are not counted as moves. */
    public final boolean hasOtherKinds() {
        return Arrays.stream(extraSteps).anyMatch(extra -> extra.kind() != StepKind.MOVE);
    }

    /** Whether some steps of the chain propose draws that do not depend on the state. */
    public final boolean hasJumps() {
        return Arrays.stream(extraSteps).anyMatch(ExtraStep::hasJumps);
    }

    /**
     * Whether the last step was a jump from a state that the distribution of jumps never draws. It was rejected then.
     */
    public final boolean cannotReturn() {
        for (ExtraStep extra : extraSteps) {
            if (kind == extra.kind() && extra.cannotReturn()) {
                return true;
            }
        }
        return false;
    }

    /** Takes over the counts of steps and acceptance of the chain that this one replaces. */
    public final void takeCountsOf(ChainState<S> before) {
        STEPS.setOpaque(this, before.steps());
        ACCEPTANCE_SUM.setOpaque(this, before.acceptanceSum());
        OTHERS.setOpaque(this, before.steps() - before.moves());
    }

    /**
     * The squared distance between the states before and after the last step; for discrete states the number of changed
     * sites.
     */
    public double squaredJump() {
        return stepFlips;
    }

    /** Starts to adapt the scale for {@code steps} steps of any kind. The scale learns from moves alone. */
    protected void startAdapting(int steps) {
        int moves = steps;
        for (int k = extraSteps.length - 1; k >= 0; k--) {
            moves = extraSteps[k].expectedOthers(moves);
        }
        scale.startAdapting(Math.max(1, moves));
    }

    /** Writes or reads all values that determine the chain's next steps. Must be called between steps. */
    public void transcribe(Transcript transcript) {
        transcript.of((RestorableUniformRandomProvider) rng);
        transcribeState(transcript);
        logProb = transcript.of(logProb);
        scale.transcribe(transcript);
        STEPS.setOpaque(this, transcript.of(steps));
        ACCEPTANCE_SUM.setOpaque(this, transcript.of(acceptanceSum));
        if (hasOtherKinds()) {
            OTHERS.setOpaque(this, transcript.of(others));
        }
    }

    /** Writes or reads all values, for a run that is to make the same draws as if it had not been stopped. */
    public void transcribeForResume(Transcript transcript) {
        transcribe(transcript);
    }

    /** The state that is scored a second time, with its score by this chain. */
    ScoredState<S> takeScored() {
        return new ScoredState<>(state, logProb);
    }

    /** Writes or reads the state. */
    protected abstract void transcribeState(Transcript transcript);

    /** The value of the scale. Any thread may read it. */
    public final double scaleValue() {
        return scale.value();
    }

    /** Whether warm-up still changes the moves. */
    public boolean adapting() {
        return scale.adapting();
    }

    /** The conditional probabilities of flips that the chain computes for its own steps; null if it computes none. */
    public @Nullable ConditionalFlips conditionalFlips() {
        return null;
    }

    /** Returns log pi - log q of the last proposed draw, if this is an independence sampler; else null. */
    public @Nullable DoubleSupplier logWeights() {
        return null;
    }

    /** The number of steps since the start. Any thread may read it. */
    public final long steps() {
        return (long) STEPS.getOpaque(this);
    }

    /** The number of steps since the start that were moves. Any thread may read it. */
    public final long moves() {
        return steps() - (long) OTHERS.getOpaque(this);
    }

    /** The sum of min(1, alpha) over all moves since the start. Any thread may read it. */
    public final double acceptanceSum() {
        return (double) ACCEPTANCE_SUM.getOpaque(this);
    }

    public final StepInfo lastStep() {
        return new StepInfo(accepted, acceptanceProbability, stepFlips, lastScale, kind == StepKind.JUMP);
    }
}

package dev.lbp;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * One chain of either engine: where it is, what its last step did, and its own generator. Owned by one thread at a time;
 * only {@link #steps} may be read from others.
 */
abstract class ChainState {

    private static final VarHandle STEPS;

    static {
        try {
            STEPS = MethodHandles.lookup().findVarHandle(ChainState.class, "steps", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int index;
    final UniformRandomProvider rng;
    final byte[] state;

    final ScaleDial dial;

    /** The sites flipped by the last step: the first {@link #flips} of these. */
    final int[] flipped;

    double logProb;
    boolean accepted;
    double acceptanceProbability;
    int flips;
    int scale;
    private long steps;

    ChainState(Start start, int index, ScaleController controller) {
        this.index = index;
        this.rng = start.generator(index);
        this.state = start.state(index);
        this.dial = new ScaleDial(controller, start.freeCount());
        this.flipped = new int[state.length];
    }

    /** Ends a step: publishes what it did, and lets the scale learn from it. */
    final void finish(int stepScale, double probability, boolean stepAccepted, int proposedFlips) {
        scale = stepScale;
        acceptanceProbability = probability;
        accepted = stepAccepted;
        flips = stepAccepted ? proposedFlips : 0;
        dial.update(probability, proposedFlips);
        STEPS.setOpaque(this, steps + 1);
    }

    /** Moves the state by the first n sites of {@link #flipped}. */
    final void toggle(int n) {
        for (int k = 0; k < n; k++) {
            state[flipped[k]] ^= 1;
        }
    }

    /** The number of steps taken since the start; may be read from any thread. */
    final long steps() {
        return (long) STEPS.getOpaque(this);
    }

    final StepInfo lastStep() {
        return new StepInfo(accepted, acceptanceProbability, flips, scale);
    }
}

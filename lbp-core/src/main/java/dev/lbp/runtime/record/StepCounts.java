package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.step.StepKind;
import java.util.stream.LongStream;

/** Counts of the steps of one chain after warm-up, by their {@link StepKind}. */
final class StepCounts {

    private static final StepKind[] KINDS = StepKind.values();
    private static final int MOVE = StepKind.MOVE.ordinal();

    /** Whether the chain makes steps other than moves. */
    private final boolean hasOthers;

    private final boolean hasJumps;

    /** Steps of all kinds. */
    long steps;

    /** The sum of the sites that each move changed. */
    long changes;

    /** Jumps, draws of q, that were proposed at states that q scores as impossible. */
    long withoutReturn;

    /** The steps of each kind except moves, which are the rest. */
    private final long[] others = new long[KINDS.length];

    /** The steps of each kind that changed the state, for kinds whose rate is the share of such steps. */
    private final long[] moving = new long[KINDS.length];

    /** The sum of min(1, alpha) over the steps of each kind, for kinds whose rate is the mean of it. */
    private final double[] acceptance = new double[KINDS.length];

    StepCounts(ChainState<?> chain) {
        hasOthers = chain.hasOtherKinds();
        hasJumps = chain.hasJumps();
    }

    /** Counts the last step. */
    void step(ChainState<?> chain) {
        if (chain.kind == StepKind.MOVE) {
            acceptance[MOVE] += chain.acceptanceProbability;
            changes += chain.stepFlips;
        } else {
            stepOfOther(chain);
        }
        withoutReturn += chain.cannotReturn() ? 1 : 0;
        steps++;
    }

    private void stepOfOther(ChainState<?> chain) {
        int kind = chain.kind.ordinal();
        others[kind]++;
        if (chain.kind.rejects) {
            acceptance[kind] += chain.acceptanceProbability;
        } else {
            moving[kind] += chain.stepFlips > 0 ? 1 : 0;
        }
    }

    /** The number of steps of a kind. */
    long steps(StepKind kind) {
        return kind == StepKind.MOVE ? steps - LongStream.of(others).sum() : others[kind.ordinal()];
    }

    /** The numerator of a kind's rate: the sum over its steps of what the rate averages. */
    double sum(StepKind kind) {
        return kind.rejects ? acceptance[kind.ordinal()] : moving[kind.ordinal()];
    }

    /** Writes or reads the counts that the chain can have: a chain without jumps has no count of jumps. */
    void transcribe(Transcript transcript) {
        steps = transcript.of(steps);
        acceptance[MOVE] = transcript.of(acceptance[MOVE]);
        changes = transcript.of(changes);
        if (hasOthers) {
            for (int kind = MOVE + 1; kind < KINDS.length; kind++) {
                others[kind] = transcript.of(others[kind]);
                if (KINDS[kind].rejects) {
                    acceptance[kind] = transcript.of(acceptance[kind]);
                } else {
                    moving[kind] = transcript.of(moving[kind]);
                }
            }
        }
        if (hasJumps) {
            withoutReturn = transcript.of(withoutReturn);
        }
    }
}

package dev.lbp.runtime.record;

import dev.lbp.result.VisitedState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The best states of all chains together. */
public final class PooledBest {

    private PooledBest() {}

    /** The best states, the best first; null if they were not recorded. */
    public static @Nullable List<VisitedState> of(List<? extends ChainRecorder<?>> recorders) {
        List<BestStates> chains = ChainRecorder.parts(recorders, BestStates.class);
        return chains.isEmpty() ? null : BestStates.merged(chains);
    }

    /**
     * The bytes that the best states of a run need at most.
     *
     * @param count the number of states
     */
    public static double bytes(int count, int dimension, int chains) {
        return chains * BestStates.bytes(count, dimension) + (double) count * dimension;
    }
}

package dev.lbp.target;

import java.io.Serializable;

/**
 * A number computed from a state of whole numbers, which a run traces besides the log-probability, see
 * {@link dev.lbp.ValueRun#track}. It depends on the state alone, and is finite for every state of a chain, including
 * the starting state. A run evaluates it at every draw whose state differs from the previous draw; thin the run
 * ({@link dev.lbp.Run#thin}) if that takes longer than a step. The threads of all chains call it, several at once. A
 * statistic that fails or writes to the state ends the run with a {@link ModelException}; writing is noticed at the
 * start and at the first draw.
 */
@FunctionalInterface
public interface ValueStatistic extends Serializable {

    /**
     * The statistic of a state.
     *
     * @param state N whole numbers: the chain's own array, valid during the call, and not to be written to
     */
    double of(int[] state);
}

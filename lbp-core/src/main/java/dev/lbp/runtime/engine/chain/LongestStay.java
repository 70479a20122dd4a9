package dev.lbp.runtime.engine.chain;

import dev.lbp.runtime.engine.step.ScoredState;
import java.lang.reflect.Array;

/**
 * The state in which a chain has stayed for the most steps since the last {@link #take}. A score that is too high by
 * chance keeps the chain in its state, so this is the state to score again.
 *
 * @param <S> the array of a state
 */
final class LongestStay<S> {

    private final ChainState<S> chain;

    /** The state of the longest stay, and its log-probability. */
    private final S state;

    private double logProb;

    /** The length of the longest stay in steps; 0 if the chain has moved in every step. */
    private long longest;

    /** The length of the present stay in steps. */
    private long present;

    /** Whether the present stay is the longest. */
    private boolean presentIsLongest;

    @SuppressWarnings("unchecked")
    LongestStay(ChainState<S> chain) {
        this.chain = chain;
        this.state = (S) Array.newInstance(chain.state.getClass().getComponentType(), Array.getLength(chain.state));
    }

    /** Counts the last step of the chain. */
    void step() {
        if (chain.flips > 0) {
            moved();
        } else if (++present > longest) {
            longest = present;
            if (!presentIsLongest) {
                presentIsLongest = true;
                logProb = chain.logProb;
                System.arraycopy(chain.state, 0, state, 0, Array.getLength(state));
            }
        }
    }

    /** Ends the present stay: the chain has come to another state. */
    void moved() {
        present = 0;
        presentIsLongest = false;
    }

    /** The state of the longest stay, or the present state if the chain has moved in every step. Forgets all stays. */
    ScoredState<S> take() {
        ScoredState<S> taken =
                longest == 0 ? new ScoredState<>(chain.state, chain.logProb) : new ScoredState<>(state, logProb);
        longest = 0;
        moved(); // also forgets the stay that lasts
        return taken;
    }
}

package dev.lbp.proposal;

import dev.lbp.internal.Names;
import java.io.Serializable;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A distribution q of states of bits that can be drawn from and scored: the proposal of
 * {@link dev.lbp.Samplers.ScaledBuilder#jumps} and of {@link dev.lbp.Samplers#independent(StateDistribution)}.
 * Immutable: any number of chains and threads use one object at once.
 *
 * <p>Whatever q is, a chain that jumps by it keeps the law of its target, if {@link #logProb} scores the law that
 * {@link #draw} draws from. No run can check that: a q that scores another law gives wrong results without an error. A
 * chain crosses between modes as often as jumps are accepted, so q must draw from every mode that is to be found.
 *
 * <p>A checkpoint knows q by its serialised fields, or by its class alone if a field cannot be serialised.
 */
public interface StateDistribution extends Serializable {

    /** The number of sites N. */
    int dimension();

    /**
     * Draws a state.
     *
     * @param state receives N zeros and ones
     * @return log q of the state, as {@link #logProb} gives it; finite
     */
    double draw(UniformRandomProvider random, byte[] state);

    /**
     * The log-probability of a state, up to one constant for all states.
     *
     * @param state N zeros and ones, not to be written to
     * @return finite, or negative infinity for a state that {@link #draw} never gives
     */
    double logProb(byte[] state);

    /**
     * The distribution of a jump from a state. By default it is this one, whatever the state. Another one makes local
     * jumps: one from x to y is accepted with {@code min(1, pi(y) q(x | y) / (pi(x) q(y | x)))}, so the distributions
     * of all states must have the same unknown factor in their probabilities.
     *
     * @param state where the jump begins, N zeros and ones; not to be written to, and to be copied if it is kept
     */
    default StateDistribution given(byte[] state) {
        return this;
    }

    /** The name used in summaries. */
    default String name() {
        return Names.ofClass(getClass());
    }
}

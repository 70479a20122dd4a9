package dev.lbp.target;

import dev.lbp.internal.Check;
import dev.lbp.internal.Names;
import java.io.Serializable;

/**
 * Targets written in plain Java, one state at a time. A function receives a scratch array of zeros and ones, valid
 * during the call. It must not change the array: if it does, the run ends with a {@link ModelException}.
 *
 * <p>A score must depend on the state alone. A run scores some states of its chains a second time, while no other call
 * runs: after 16 steps, whenever the steps have doubled, and at the end, with the best states. If two scores of a state
 * differ by more than rounding, the run ends with a {@code ModelException}. Tracked statistics are not computed a
 * second time.
 */
public final class EnergyModels {

    private EnergyModels() {}

    /** The unnormalised log-probability of a state. */
    @FunctionalInterface
    public interface LogProb extends Serializable {

        /** Scores a state of N zeros and ones; -Infinity if it is impossible. */
        double of(byte[] state);
    }

    /** A target made from plain Java functions. */
    public interface Function extends LocalEnergyModel {

        /**
         * This target with a name for summaries and messages, in the place of "plain Java target".
         *
         * @param name not blank
         */
        Function named(String name);
    }

    /** The gradient of a log-probability. */
    @FunctionalInterface
    public interface Gradient extends Serializable {

        /**
         * Writes the N partial derivatives at a state of zeros and ones.
         *
         * @param gradient N zeros; receives the derivatives
         */
        void at(byte[] state, double[] gradient);
    }

    /** Makes one function for each chain, so that a function may have its own scratch space. */
    @FunctionalInterface
    public interface LogProbFactory extends Serializable {

        /** Returns a function that one thread uses at a time. */
        LogProb create();
    }

    /**
     * A target from its log-probability alone. Flip log-ratios are exact: every neighbour is scored. That costs N
     * evaluations per step of an informed sampler, and one per step of a random walk.
     *
     * @param dimension the number of sites N, in [1, 10^9]
     * @param logProb called from several threads at once; if it needs scratch space, use {@link #perChain}
     */
    public static Function of(int dimension, LogProb logProb) {
        Check.notNull("logProb", logProb);
        return perChain(dimension, () -> logProb);
    }

    /**
     * A target from its log-probability and gradient. Flip log-ratios are first-order estimates, with one evaluation of
     * each per step. The sampler is still exact.
     *
     * @param dimension the number of sites N, in [1, 10^9]
     * @param logProb called from several threads at once
     * @param gradient called from several threads at once
     */
    public static Function of(int dimension, LogProb logProb, Gradient gradient) {
        Check.notNull("logProb", logProb);
        return new PlainModel(
                Names.OF_FUNCTION,
                Check.sites("dimension", dimension),
                () -> logProb,
                Check.notNull("gradient", gradient));
    }

    /**
     * A target from its log-probability alone, with a function of its own for each tracker, and so for each chain.
     *
     * @param dimension the number of sites N, in [1, 10^9]
     * @param factory called once per chain, and a few more times for comparisons, see {@link
     *     LocalEnergyModel#newTracker}
     */
    public static Function perChain(int dimension, LogProbFactory factory) {
        return new PlainModel(
                Names.OF_FUNCTION, Check.sites("dimension", dimension), Check.notNull("factory", factory), null);
    }
}

package dev.lbp.target;

import dev.lbp.internal.Check;
import java.io.Serializable;

/**
 * Targets written in plain Java, a state at a time. The state a function is given is a scratch array of zeros and ones, valid
 * during the call. A function leaves it as it was: one that has written to it ends the run with a {@link ModelException}.
 */
public final class EnergyModels {

    private EnergyModels() {}

    /** The unnormalised log-probability of a state. */
    @FunctionalInterface
    public interface LogProb extends Serializable {

        /** Scores a state of N zeros and ones; -Infinity if it is impossible. */
        double of(byte[] state);
    }

    /** The gradient of a log-probability. */
    @FunctionalInterface
    public interface Gradient extends Serializable {

        /**
         * Writes the N partial derivatives at a state of zeros and ones.
         *
         * @param gradient N zeros, to be written to
         */
        void at(byte[] state, double[] gradient);
    }

    /** Makes one function for each chain, so that a function may keep scratch space of its own. */
    @FunctionalInterface
    public interface LogProbFactory extends Serializable {

        /** A function that is used by one thread at a time. */
        LogProb create();
    }

    /**
     * A target from its log-probability alone. Flip log-ratios are exact, by scoring every neighbour: N evaluations per step
     * of an informed sampler, one per step of a random walk.
     *
     * @param dimension the number of sites N, in [1, 10^9]
     * @param logProb called from several threads at once
     */
    public static LocalEnergyModel of(int dimension, LogProb logProb) {
        Check.notNull("logProb", logProb);
        return perChain(dimension, () -> logProb);
    }

    /**
     * A target from its log-probability and gradient. Flip log-ratios are first-order estimates: one evaluation of each per
     * step. The sampler stays exact.
     *
     * @param dimension the number of sites N, in [1, 10^9]
     * @param logProb called from several threads at once
     * @param gradient called from several threads at once
     */
    public static LocalEnergyModel of(int dimension, LogProb logProb, Gradient gradient) {
        Check.notNull("logProb", logProb);
        return new PlainModel(Check.sites("dimension", dimension), () -> logProb, Check.notNull("gradient", gradient));
    }

    /**
     * A target from its log-probability alone, with a function of its own for each chain.
     *
     * @param dimension the number of sites N, in [1, 10^9]
     * @param factory called once per chain
     */
    public static LocalEnergyModel perChain(int dimension, LogProbFactory factory) {
        return new PlainModel(Check.sites("dimension", dimension), Check.notNull("factory", factory), null);
    }
}

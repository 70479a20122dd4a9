package dev.lbp.runtime.run;

import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;

/**
 * The progress of the chains since the beginning of warm-up, or of the draws. Its methods may be called while the
 * chains make steps.
 */
final class PhaseProgress {

    private final Ensemble<?> ensemble;
    private final boolean warmUp;
    private final long firstStep;
    private final long stepsPerChain;
    private final long[] movesBefore;
    private final double[] acceptanceBefore;

    /**
     * @param firstStep the number of steps of a chain before the phase; in a resumed run, a chain may have taken more
     *     by now
     */
    PhaseProgress(Ensemble<?> ensemble, boolean warmUp, long firstStep, long stepsPerChain) {
        this.ensemble = ensemble;
        this.warmUp = warmUp;
        this.firstStep = firstStep;
        this.stepsPerChain = stepsPerChain;
        this.movesBefore = ensemble.chains.stream().mapToLong(ChainState::moves).toArray();
        this.acceptanceBefore =
                ensemble.chains.stream().mapToDouble(ChainState::acceptanceSum).toArray();
    }

    boolean warmUp() {
        return warmUp;
    }

    /** The steps of all chains. */
    long steps() {
        long sum = 0;
        for (ChainState<?> chain : ensemble.chains) {
            sum += chain.steps() - firstStep;
        }
        return sum;
    }

    /** The number of steps that all chains will take together. */
    long total() {
        return total(stepsPerChain, ensemble.chains.size());
    }

    /** The number of steps of all chains, or 2^63 - 1 if there are more: draws that are only a limit may exceed it. */
    static long total(long stepsPerChain, int chains) {
        return stepsPerChain > Long.MAX_VALUE / chains ? Long.MAX_VALUE : stepsPerChain * chains;
    }

    /** The mean of min(1, alpha) over the steps of all chains except swaps; NaN if there are none. */
    double acceptance() {
        long steps = 0;
        double sum = 0.0;
        for (int c = 0; c < movesBefore.length; c++) {
            steps += ensemble.chains.get(c).moves() - movesBefore[c];
            sum += ensemble.chains.get(c).acceptanceSum() - acceptanceBefore[c];
        }
        return Math.min(1.0, sum / steps); // a sum may be a step ahead of the number of steps
    }

    /** The geometric mean over chains of the current scale. */
    double scale() {
        return ensemble.scale();
    }
}

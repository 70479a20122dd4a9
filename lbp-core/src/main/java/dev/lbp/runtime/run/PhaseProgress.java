package dev.lbp.runtime.run;

import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.Ensemble;

/** What the chains have done since warm-up, or drawing, began; may be asked while they go on. */
final class PhaseProgress {

    private final Ensemble ensemble;
    private final boolean warmUp;
    private final long firstStep;
    private final long stepsPerChain;
    private final long[] stepsBefore;
    private final double[] acceptanceBefore;

    /**
     * @param firstStep the number of steps of a chain before warm-up, or drawing; it may have taken more before a run was resumed
     */
    PhaseProgress(Ensemble ensemble, boolean warmUp, long firstStep, long stepsPerChain) {
        this.ensemble = ensemble;
        this.warmUp = warmUp;
        this.firstStep = firstStep;
        this.stepsPerChain = stepsPerChain;
        this.stepsBefore = ensemble.chains.stream().mapToLong(ChainState::steps).toArray();
        this.acceptanceBefore =
                ensemble.chains.stream().mapToDouble(ChainState::acceptanceSum).toArray();
    }

    boolean warmUp() {
        return warmUp;
    }

    int chains() {
        return stepsBefore.length;
    }

    /** The steps of one chain; if the run was resumed, since then. */
    long steps(int chain) {
        return ensemble.chains.get(chain).steps() - stepsBefore[chain];
    }

    /** The mean of min(1, alpha) of one chain; NaN of no steps. */
    double acceptance(int chain) {
        return acceptanceSum(chain) / steps(chain);
    }

    private double acceptanceSum(int chain) {
        return ensemble.chains.get(chain).acceptanceSum() - acceptanceBefore[chain];
    }

    /** The steps of all chains. */
    long steps() {
        long sum = 0;
        for (int c = 0; c < chains(); c++) {
            sum += ensemble.chains.get(c).steps() - firstStep;
        }
        return sum;
    }

    /** The steps that all chains are to take. */
    long total() {
        return total(stepsPerChain, chains());
    }

    /** The steps of all chains; 2^63 - 1 if there are more, as draws that are a mere limit may ask for. */
    static long total(long stepsPerChain, int chains) {
        return stepsPerChain > Long.MAX_VALUE / chains ? Long.MAX_VALUE : stepsPerChain * chains;
    }

    /** The mean of min(1, alpha) over chains; NaN of no steps. */
    double acceptance() {
        long steps = 0;
        double sum = 0.0;
        for (int c = 0; c < chains(); c++) {
            steps += steps(c);
            sum += acceptanceSum(c);
        }
        return Math.min(1.0, sum / steps); // a sum may be a step ahead of the number of steps
    }

    /** The present scale, its geometric mean over chains. */
    double scale() {
        return ensemble.scale();
    }
}

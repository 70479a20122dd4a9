package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.Exp;

/**
 * Counts that tell whether informed or uniform moves are faster: the acceptance rate a of a uniformly drawn label, and
 * the mean number T of labels that a move touches. An informed move costs about T log-ratios and is rarely rejected; a
 * uniform one costs one log-ratio and is accepted with probability a. If a log-ratio costs some nanoseconds, informed
 * moves give more effective samples per second if a * T is below 1, uniform ones if it is above 5.
 */
public final class MoveCounts {

    private long labels;
    private double uniformAcceptance;
    private long moves;
    private long touched;

    public MoveCounts() {}

    /** A chain that keeps these counts. */
    public interface Counting {
        MoveCounts counts();
    }

    /** The sum of the counts of all chains of an ensemble; zeros if its chains do not count. */
    public static MoveCounts of(Ensemble<?> ensemble) {
        MoveCounts sum = new MoveCounts();
        for (ChainState<?> chain : ensemble.chains) {
            if (chain instanceof Counting counting) {
                sum.add(counting.counts());
            }
        }
        return sum;
    }

    /** Counts a uniformly drawn label. */
    public void addUniform(double logRatio) {
        labels++;
        uniformAcceptance += logRatio >= 0.0 ? 1.0 : Exp.exp(logRatio);
    }

    /**
     * Counts an applied move.
     *
     * @param count the number of labels that it has touched, or {@code ALL_MOVES}
     * @param all the number of labels
     */
    public void addMove(int count, int all) {
        moves++;
        touched += count == TouchedSites.ALL ? all : count;
    }

    private void add(MoveCounts other) {
        labels += other.labels;
        uniformAcceptance += other.uniformAcceptance;
        moves += other.moves;
        touched += other.touched;
    }

    /** The mean of min(1, pi(y) / pi(x)) over uniformly drawn labels, 0 for illegal ones; NaN without any. */
    public double uniformAcceptanceRate() {
        return uniformAcceptance / labels;
    }

    /** The mean number of labels that a move touches; NaN without any. */
    public double touchedPerMove() {
        return (double) touched / moves;
    }

    public void transcribe(Transcript transcript) {
        labels = transcript.of(labels);
        uniformAcceptance = transcript.of(uniformAcceptance);
        moves = transcript.of(moves);
        touched = transcript.of(touched);
    }
}

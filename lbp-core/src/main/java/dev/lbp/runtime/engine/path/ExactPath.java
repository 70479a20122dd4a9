package dev.lbp.runtime.engine.path;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.Exp;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.LabelWeights;
import dev.lbp.runtime.engine.chain.LocalChain;
import dev.lbp.runtime.engine.chain.MoveCounts;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.FlipWeights;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A path of the path-auxiliary sampler (Sun et al. 2021). Each move is drawn by the weights of the state after the
 * moves before it; then the weights that it touches are recomputed.
 *
 * <p>A balanced g has {@code pi(x) w_m(x) = pi(y) w_m'(y)} for a move m from x to y and its inverse m'. So the ratio of
 * the probabilities of a path in both directions telescopes to {@code Z(x) / Z(y)}, where Z is the sum of the weights
 * from which the first move is drawn. The length of a path must not depend on the state. Cost of a path of R moves: O(R
 * * touched labels).
 *
 * <p>Log-weights are clipped to a range, so a move with an extreme log-ratio violates this balance. The acceptance
 * ratio therefore has the factor {@code pi(y) w_m'(y) / (pi(x) w_m(x))} for each move, which is 1 for all moves whose
 * log-weight is not clipped.
 */
abstract class ExactPath {

    /** The operations of a chain's tracker that a path needs. */
    interface Moves extends LabelWeights.Source {

        /**
         * Applies a legal label.
         *
         * @return the number of labels in {@link #touched}, or {@code ALL_MOVES}
         */
        int applyMove(int move);

        /** The labels that the last move touched, without labels that may not be drawn. */
        int[] touched();

        /** Saves the current state for {@link #restore}. */
        void save();

        /** Returns to the saved state. */
        void restore();

        /**
         * Ends a path: writes into the chain's {@code flipped} the sites that the path would change. Returns the number
         * of these sites.
         */
        int collectFlipped();
    }

    /** The weights are checked after the walks 1, 2, 4, 8 and so on, up to this one. */
    private static final long CHECKED_WALKS = 64;

    final FlipWeights weight;

    /** The sum over the moves of the current path of the logs of {@code pi(y) w_m'(y) / (pi(x) w_m(x))}. */
    private double imbalance;

    private final int[] singleLabel = new int[1];
    private final double[] ratio = new double[1];
    /** The number of walks since the start. */
    private long walks;

    final MoveCounts counts = new MoveCounts();

    ExactPath(WeightFunction weight) {
        this.weight = new FlipWeights(weight);
    }

    /**
     * Computes the weights of the current state.
     *
     * @throws IllegalStateException if none is positive
     */
    abstract void load(Moves moves);

    /** Draws and applies {@code length} moves, from state x to y. Returns Z(x) / Z(y), the ratio of sums of weights. */
    abstract double walk(Moves moves, int length, UniformRandomProvider rng);

    /** Saves the weights of the current state for {@link #rollback}. */
    abstract void save();

    /** Returns to the saved weights. */
    abstract void rollback();

    /**
     * Compares all weights with their recomputed values.
     *
     * @throws IllegalStateException if one differs: it was not reported as touched
     */
    abstract void check(Moves moves);

    /** Takes a step with a chain. */
    <S> void advance(LocalChain<S> chain, Moves moves) {
        int length = chain.scale.draw(chain.rng);
        moves.save();
        save();
        imbalance = 0.0;
        double probability = acceptanceProbability(walk(moves, length, chain.rng)); // walk() returns Z(x) / Z(y)
        checkIfDue(moves);
        boolean accepted = AcceptRule.accepts(probability, chain.rng);
        double newLogProb = accepted ? AcceptRule.checked(chain.trackerLogProb()) : chain.logProb;
        int n = moves.collectFlipped();
        if (accepted) {
            chain.moveTo(newLogProb, n);
        } else {
            moves.restore();
            rollback();
        }
        chain.finish(length, probability, accepted, n);
    }

    /** min(1, Z(x) / Z(y) e^imbalance), with a logarithm only if some move is imbalanced. */
    private double acceptanceProbability(double ratioOfSums) {
        return imbalance == 0.0
                ? Math.min(1.0, ratioOfSums)
                : Exp.exp(Math.min(0.0, StrictMath.log(ratioOfSums) + imbalance));
    }

    /** The log-ratio of a label in the current state. */
    final double logRatio(Moves moves, int label) {
        singleLabel[0] = label;
        moves.logRatios(singleLabel, 1, ratio);
        return ratio[0];
    }

    /** Applies a drawn label and adds its part of {@link #imbalance}. Returns the result of {@link Moves#applyMove}. */
    public final int apply(Moves moves, int label) {
        imbalance += weight.imbalance(logRatio(moves, label));
        return moves.applyMove(label);
    }

    /** Checks the weights after the walks whose number is a power of two, up to {@link #CHECKED_WALKS}. */
    private void checkIfDue(Moves moves) {
        walks++;
        if (walks <= CHECKED_WALKS && Long.bitCount(walks) == 1) {
            check(moves);
        }
    }

    void transcribe(Transcript transcript) {
        walks = transcript.of(walks);
        counts.transcribe(transcript);
    }
}

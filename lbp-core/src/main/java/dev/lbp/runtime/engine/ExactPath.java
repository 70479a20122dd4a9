package dev.lbp.runtime.engine;

import dev.lbp.internal.Transcript;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.WeightFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The path of the path-auxiliary sampler (Sun et al. 2021). Each move is drawn by the weights of the state that the moves before
 * it have led to, and all weights that it touches are recomputed.
 *
 * <p>A balanced g has {@code pi(x) w_m(x) = pi(y) w_m'(y)} for a move m from x to y and its inverse m'. So along a path the ratio
 * of the probabilities of both directions telescopes to {@code Z(x) / Z(y)}, Z the sum of all weights of a state. The length of a
 * path must not depend on the state. Cost of a path of R moves: O(R * touched labels).
 */
final class ExactPath {

    /** The tracker of a chain, as a path needs it. */
    interface Moves extends LabelWeights.Source {

        /**
         * Applies a legal label.
         *
         * @return the number of labels in {@link #touched}, or {@code ALL_MOVES}
         */
        int applyMove(int move);

        /** The labels that the last move touched, each of those that may be drawn. */
        int[] touched();

        /** The log-probability of the current state. */
        double logProb();

        /** Saves the current state for {@link #restore}. */
        void save();

        /** Returns to the saved state. */
        void restore();

        /** Ends a path: writes the sites that it would change to the chain's {@code flipped}, and returns their number. */
        int settle();
    }

    /** Walks up to this number are checked if their number is a power of two. */
    private static final long CHECKED = 64;

    private final LabelWeights weights;

    /** Draws one label at a time. */
    private final Proposal draw;

    private final int[] one = new int[1];
    private final double[] ratio = new double[1];
    private long walks;
    final MoveCounts counts = new MoveCounts();

    /**
     * @param labels the number of labels
     * @param free the labels that may be drawn, ascending; null for all
     * @param draw draws one label by the weights of a table
     */
    ExactPath(int labels, int @Nullable [] free, Proposal draw, WeightFunction weight) {
        this.weights = new LabelWeights(labels, free, weight);
        this.draw = draw;
    }

    /**
     * Weighs all labels of the current state.
     *
     * @throws IllegalStateException if none is legal
     */
    void load(Moves moves) {
        weights.load(moves);
        if (weights.table.total() == 0.0) {
            throw new IllegalStateException(
                    "must have a legal move that leads to a possible state: the starting state");
        }
    }

    /** Takes a step with a chain. */
    <S> void advance(LocalChain<S> chain, Moves moves) {
        countUniform(moves, chain.rng);
        int length = chain.scale.draw(chain.rng);
        moves.save();
        weights.table.save();
        double probability = walk(moves, length, chain.rng);
        boolean accepted = AcceptRule.accepts(probability, chain.rng);
        double there = accepted ? AcceptRule.checked(moves.logProb()) : chain.logProb;
        int n = moves.settle();
        if (accepted) {
            chain.moveTo(there, n);
        } else {
            moves.restore();
            weights.table.rollback();
        }
        chain.finish(length, probability, accepted, n);
    }

    /** Counts a uniformly drawn label. The chain does not depend on it. */
    private void countUniform(Moves moves, UniformRandomProvider rng) {
        one[0] = weights.label(rng.nextInt(weights.count()));
        moves.logRatios(one, 1, ratio);
        counts.addUniform(ratio[0]);
    }

    /** Applies {@code length} moves. Returns min(1, Z(x) / Z(y)). */
    private double walk(Moves moves, int length, UniformRandomProvider rng) {
        WeightTable table = weights.table;
        double before = table.total();
        for (int k = 0; k < length; k++) {
            if (draw.draw(table, 1, rng, one) < 0) {
                throw new IllegalStateException("must have a legal label that leads back: a state that a move led to");
            }
            int count = moves.applyMove(one[0]);
            weights.update(moves, moves.touched(), count);
            counts.addMove(count, weights.count());
        }
        walks++;
        if (walks <= CHECKED && Long.bitCount(walks) == 1) {
            weights.check(moves);
        }
        return Math.min(1.0, before / table.total());
    }

    void transcribe(Transcript transcript) {
        weights.transcribe(transcript);
        walks = transcript.of(walks);
        counts.transcribe(transcript);
    }
}

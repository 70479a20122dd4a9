package dev.lbp.runtime.engine.path;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.LabelWeights;
import dev.lbp.runtime.engine.chain.LocalChain;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * A path of moves. Each is drawn by its label, its number in {@link dev.lbp.target.MoveModel}, with probability w / Z:
 * w is the weight of the move in the present state, and Z the sum of all weights.
 */
final class LabelPath extends ExactPath {

    private final LabelWeights weights;

    /** Draws one label at a time. */
    private final Proposal draw;

    private final int[] drawnLabel = new int[1];

    /**
     * @param labels the number of labels
     * @param free the labels that may be drawn, ascending; null for all
     * @param draw draws one label by the weights of a table
     */
    LabelPath(int labels, int @Nullable [] free, Proposal draw, WeightFunction weight) {
        super(weight);
        this.weights = new LabelWeights(labels, free, this.weight);
        this.draw = draw;
    }

    @Override
    void load(Moves moves) {
        weights.load(moves);
        Check.state(
                weights.table.total() != 0.0, "have a legal move that leads to a possible state: the starting state");
    }

    /** Takes a step; before it, measures the acceptance of a uniformly drawn label, to compare it with the step. */
    @Override
    <S> void advance(LocalChain<S> chain, Moves moves) {
        countUniform(moves, chain.rng);
        super.advance(chain, moves);
    }

    /** Counts a uniformly drawn label for {@code MoveCounts}. The chain's moves do not depend on it. */
    private void countUniform(Moves moves, UniformRandomProvider rng) {
        counts.addUniform(logRatio(moves, weights.label(rng.nextInt(weights.count()))));
    }

    /**
     * Draws {@code length} labels by the weights; each is applied, and weights recomputed, before the next draw.
     * Returns Z(x) / Z(y) for the path from x to y, the ratio of the sums of their weights.
     */
    @Override
    double walk(Moves moves, int length, UniformRandomProvider rng) {
        WeightTable table = weights.table;
        double sumBefore = table.total();
        for (int k = 0; k < length; k++) {
            Check.state(
                    draw.draw(table, /* scale= */ 1, rng, drawnLabel) >= 0,
                    "have a legal label that leads back: a state that a move led to");
            int count = apply(moves, drawnLabel[0]);
            weights.update(moves, moves.touched(), count);
            counts.addMove(count, weights.count());
        }
        return sumBefore / table.total();
    }

    @Override
    void save() {
        weights.table.save();
    }

    @Override
    void rollback() {
        weights.table.rollback();
    }

    @Override
    void check(Moves moves) {
        weights.check(moves);
    }

    @Override
    void transcribe(Transcript transcript) {
        weights.transcribe(transcript);
        super.transcribe(transcript);
    }
}

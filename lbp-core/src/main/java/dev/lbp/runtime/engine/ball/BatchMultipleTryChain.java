package dev.lbp.runtime.engine.ball;

import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.runtime.engine.chain.BatchChain;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.runtime.model.BatchModel;

/**
 * A chain of multiple-try Metropolis on the batched engine. It has a row of the model's input for each try. A step has
 * two evaluations: the first scores the candidates of the chain's state x, the second the candidates of the chosen
 * candidate y. The second also scores y in the chain's first row: the rounding of a log-probability may depend on the
 * row, and a resumed run must find the same bits.
 */
final class BatchMultipleTryChain extends BatchChain {

    private final Proposal proposal;
    private final WeightTable table;
    private final int chains;
    /** The sites that each try flips, [tries][N]; the first {@link #length} elements count. */
    private final int[][] paths;
    /** The weights of the candidates that are drawn around the current state x. */
    private final TryWeights candidates;
    /** The weights of the candidates that are drawn around y, the chosen candidate, for the accept step. */
    private final TryWeights references;

    private double stepScale;

    /** The number of sites on a path, or where the draw of a jump differs from the state. */
    private int length;

    /**
     * Whether a candidate y was chosen: false if all have probability 0. y is the state with the first {@link #length}
     * sites of {@link #flipped} changed.
     */
    private boolean hasChosen;

    BatchMultipleTryChain(BatchModel batch, BitStart start, int index, MultipleTryMethod method) {
        super(batch, start, index, method.move().newScale(start), method.move().mix());
        this.proposal = method.move().proposal();
        this.table = method.move().newTable(start);
        this.chains = start.chains();
        this.paths = new int[method.tries()][start.dimension()];
        FlipWeights weight = new FlipWeights(method.move().weight());
        this.candidates = new TryWeights(weight);
        this.references = new TryWeights(weight);
    }

    private int row(int attempt) {
        return attempt * chains + index;
    }

    /** Writes a state into all rows of the chain. */
    @Override
    protected void write(byte[] at) {
        for (int k = 0; k < paths.length; k++) {
            batch.writeRow(row(k), at);
        }
    }

    /** Writes the candidates into the rows. */
    void propose() {
        if (beginsJump()) {
            length = differences;
            batch.flip(index, flipped, length);
            return;
        }
        stepScale = scale.next(rng);
        drawPaths(0);
    }

    /**
     * Chooses a candidate y, given the scores of all. Writes y into the first row and the candidates of y into the
     * others.
     */
    void choose() {
        if (jumping) {
            return;
        }
        candidates.clear();
        hasChosen = false;
        for (int k = 0; k < paths.length; k++) {
            double candidate = AcceptRule.checked(batch.logProb[row(k)]);
            boolean replacesChosen = candidates.addAndDraw(candidate - logProb, rng);
            if (replacesChosen) {
                System.arraycopy(paths[k], 0, flipped, 0, length);
                hasChosen = true;
            }
        }
        flipPathsBack(0); // all rows have x
        if (hasChosen) {
            flipRows(0); // all rows have y
            drawPaths(1);
        }
    }

    /** Accepts or rejects y, given the scores of y and of its candidates. */
    void decide() {
        if (jumping) {
            decideJump();
            return;
        }
        if (!hasChosen) {
            finish(length, /* acceptance= */ 0.0, /* accepted= */ false, length);
            return;
        }
        double proposedLogProb = AcceptRule.checked(batch.logProb[index]);
        double probability = acceptance(proposedLogProb);
        boolean accept = AcceptRule.accepts(probability, rng);
        flipPathsBack(1); // all rows have y; in the first was no candidate of y
        if (accept) {
            moveTo(proposedLogProb, length);
        } else {
            flipRows(0); // back to x
        }
        finish(length, probability, accept, length);
    }

    /** Accepts or rejects the draw of a jump, which is in the first row. */
    private void decideJump() {
        if (endJump(batch.logProb[index])) {
            flipRows(1); // the first row has the draw already
        } else {
            batch.flip(index, flipped, length);
        }
    }

    /** The probability that the chain moves to y, given the scores of its candidates. */
    private double acceptance(double proposedLogProb) {
        if (proposedLogProb == Double.NEGATIVE_INFINITY) {
            return 0.0; // y was chosen by a finite score, so this happens only if rows affect each other's scores
        }
        references.clear();
        for (int k = 1; k < paths.length; k++) {
            references.add(AcceptRule.checked(batch.logProb[row(k)]) - proposedLogProb);
        }
        references.add(logProb - proposedLogProb); // x, the last candidate of y
        return candidates.acceptance(references, proposedLogProb - logProb);
    }

    /** Draws a path for each try from {@code from} on, and flips it in the row of the try. */
    private void drawPaths(int from) {
        for (int k = from; k < paths.length; k++) {
            length = proposal.draw(table, stepScale, rng, paths[k]);
            batch.flip(row(k), paths[k], length);
        }
    }

    /** Flips the path of each try from {@code from} on again, which undoes the flips in the row of the try. */
    private void flipPathsBack(int from) {
        for (int k = from; k < paths.length; k++) {
            batch.flip(row(k), paths[k], length);
        }
    }

    /** Flips the proposed sites in the rows from {@code from} on. */
    private void flipRows(int from) {
        for (int k = from; k < paths.length; k++) {
            batch.flip(row(k), flipped, length);
        }
    }
}

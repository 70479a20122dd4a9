package dev.lbp.runtime.engine.ball;

import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.runtime.engine.chain.BatchChain;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.runtime.model.BatchModel;

/**
 * A chain of multiple-try Metropolis on the batched engine. It has a row for each try; the first is the chain's own. A
 * step goes through two evaluations: of the candidates, and of those of the chosen one, y. The second also scores y, in
 * the chain's own row: a log-probability may depend on the row by rounding, and this one must be found again when a run
 * is resumed.
 */
final class BatchMultipleTryChain extends BatchChain {

    private final Proposal proposal;
    private final WeightTable table;
    private final int chains;
    private final int[][] paths;
    private final TryWeights candidates;
    private final TryWeights references;

    private double stepScale;

    /** The number of sites on a path, or where a jump's draw differs. */
    private int length;

    /**
     * Whether one of the candidates is possible: y is then the state with the first sites of {@link #flipped} changed.
     */
    private boolean possible;

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

    /** Chooses a candidate, given the scores of all, and writes its own candidates into the rows but the first. */
    void choose() {
        if (jumping) {
            return;
        }
        candidates.clear();
        possible = false;
        for (int k = 0; k < paths.length; k++) {
            if (candidates.choose(AcceptRule.checked(batch.logProb[row(k)]) - logProb, rng)) {
                System.arraycopy(paths[k], 0, flipped, 0, length);
                possible = true;
            }
        }
        undoPaths(0);
        if (possible) {
            flipRows(0);
            drawPaths(1);
        }
    }

    /** Accepts or rejects the chosen candidate, given the scores of its candidates. */
    void decide() {
        if (jumping) {
            if (endJump(batch.logProb[index])) {
                flipRows(1);
            } else {
                batch.flip(index, flipped, length);
            }
            return;
        }
        double probability = 0.0;
        boolean accept = false;
        if (possible) {
            double proposedLogProb = AcceptRule.checked(batch.logProb[index]);
            probability = acceptance(proposedLogProb);
            accept = AcceptRule.accepts(probability, rng);
            undoPaths(1);
            if (accept) {
                moveTo(proposedLogProb, length);
            } else {
                flipRows(0);
            }
        }
        finish(length, probability, accept, length);
    }

    private double acceptance(double proposedLogProb) {
        if (proposedLogProb == Double.NEGATIVE_INFINITY) {
            return 0.0; // only a model that scores a row by the others can do this
        }
        references.clear();
        for (int k = 1; k < paths.length; k++) {
            references.add(AcceptRule.checked(batch.logProb[row(k)]) - proposedLogProb);
        }
        references.add(logProb - proposedLogProb);
        return candidates.acceptance(references, proposedLogProb - logProb);
    }

    private void drawPaths(int from) {
        for (int k = from; k < paths.length; k++) {
            length = proposal.draw(table, stepScale, rng, paths[k]);
            batch.flip(row(k), paths[k], length);
        }
    }

    private void undoPaths(int from) {
        for (int k = from; k < paths.length; k++) {
            batch.flip(row(k), paths[k], length);
        }
    }

    /** Changes the proposed sites in the rows from the given one on. */
    private void flipRows(int from) {
        for (int k = from; k < paths.length; k++) {
            batch.flip(row(k), flipped, length);
        }
    }
}

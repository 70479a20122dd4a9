package dev.lbp.runtime.engine.ball;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.proposal.FixedScale;
import dev.lbp.runtime.engine.chain.BatchChain;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.model.BatchModel;

/**
 * A chain of the Hamming ball sampler on the batched engine. It has several rows of the model's input, and an
 * evaluation scores one state of the ball in each. A step evaluates until all states of the ball are scored. Between
 * evaluations every row holds the chain's state.
 */
final class BatchBallChain extends BatchChain {

    private final HammingBall ball;
    private final BallDraw draw;
    private final int chains;
    private final int rows;

    /** The sites that are flipped in a row of the model's input. */
    private final int[] changed;

    /**
     * The row that has scored the present state. The rounding of a log-probability may depend on the row, and a resumed
     * run compares log-probabilities bit for bit.
     */
    private int scoredRow;

    /** The log-probability of the state that a jump proposes. */
    private double drawLogProb;

    /**
     * @param rows the number of rows of a chain
     */
    BatchBallChain(BatchModel batch, BitStart start, int index, HammingBall ball, int rows, int[] free, StepMix mix) {
        // the scale of a step is the number of sites of a block, which it may change
        super(batch, start, index, new ChainScale(new FixedScale(ball.block), start.largestScale()), mix);
        this.ball = ball;
        this.draw = new BallDraw(ball, free);
        this.chains = start.chains();
        this.rows = rows;
        this.changed = new int[ball.block];
    }

    private int row(int entry) {
        return entry % rows * chains + index;
    }

    /** Starts at the state that all rows hold, with the score of the chain's first row. */
    @Override
    public void begin() {
        super.begin();
        scoredRow = index;
    }

    /** Writes a state into all rows of the chain. */
    @Override
    protected void write(byte[] at) {
        for (int k = 0; k < rows; k++) {
            batch.writeRow(row(k), at);
        }
    }

    int scoredRow() {
        return scoredRow;
    }

    /** Draws the block and the centre of a step, or the draw of a jump. */
    void beginStep() {
        if (!beginsJump()) {
            draw.begin(rng);
        }
    }

    /**
     * Writes the states of the ball from entry {@code from} on into the rows, one in each. A jump is scored by the
     * first evaluation of the step alone.
     */
    void propose(int from) {
        if (!jumping) {
            flipRows(from);
        } else if (from == 0) {
            batch.flip(index, flipped, differences);
        }
    }

    /** Reads the scores of the states from entry {@code from} on, and writes the chain's state into the rows again. */
    void collect(int from) {
        if (!jumping) {
            for (int entry = from; entry < end(from); entry++) {
                draw.logProb[entry] = AcceptRule.checked(batch.logProb[row(entry)]);
            }
            flipRows(from); // flips the same sites back
        } else if (from == 0) {
            drawLogProb = batch.logProb[index];
            batch.flip(index, flipped, differences);
        }
    }

    /** The entry after the last one that is scored together with entry {@code from}. */
    private int end(int from) {
        return Math.min(from + rows, ball.size());
    }

    /** Flips the rows between the chain's state and the states of the ball from entry {@code from} on. */
    private void flipRows(int from) {
        for (int entry = from; entry < end(from); entry++) {
            batch.flip(row(entry), changed, draw.differences(entry, changed));
        }
    }

    /** Ends the step: draws a state of the ball by the scores and moves there, or accepts or rejects a jump. */
    void endStep() {
        if (jumping) {
            if (endJump(drawLogProb)) {
                moveRows(index, differences);
            }
            return;
        }
        int chosen = draw.choose(rng);
        int n = draw.differences(chosen, flipped);
        moveRows(row(chosen), n);
        moveTo(draw.logProb[chosen], n);
        finish(ball.block, 1.0, true, n);
    }

    /**
     * Flips the first {@code n} sites of {@link #flipped} in all rows.
     *
     * @param scoredBy the row that has scored the new state
     */
    private void moveRows(int scoredBy, int n) {
        scoredRow = scoredBy;
        for (int k = 0; k < rows; k++) {
            batch.flip(k * chains + index, flipped, n);
        }
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        scoredRow = transcript.of(scoredRow);
    }
}

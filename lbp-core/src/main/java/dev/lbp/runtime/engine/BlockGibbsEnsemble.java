package dev.lbp.runtime.engine;

import dev.lbp.internal.Transcript;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.FixedScale;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.target.LayeredModel;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The block Gibbs chains of a layered model, in lock-step. A step first draws all free sites given the hidden
 * variables. One evaluation then returns the log-probability of the new state and draws the hidden variables given the
 * sites, for the next step. A chain keeps no hidden variables, only the flip probabilities of its sites given them.
 *
 * <p>Given the hidden variables, a site of log-ratio d flips with probability {@code 1 / (1 + e^-d)}. This is the
 * weight t/(t+1) of its probability ratio t, so the kernels of informed proposals compute it.
 */
final class BlockGibbsEnsemble extends LockStepEnsemble<byte[]> {

    private final List<Layered> layered;

    /** The generators of the chains of each block of the batch. */
    private final List<List<UniformRandomProvider>> random;

    private final LayeredModel layeredModel;
    private final IntConsumer move;
    private final IntConsumer endStep;

    BlockGibbsEnsemble(LayeredModel model, BitStart start, WorkerPool pool) {
        this(model, new BatchModel(model, start.dimension(), start.rowBlocks()), start, pool);
    }

    private BlockGibbsEnsemble(LayeredModel model, BatchModel batch, BitStart start, WorkerPool pool) {
        this(model, batch, newChains(start.rowNames(), c -> new Layered(batch, start, c)), start.rowNames(), pool);
    }

    private BlockGibbsEnsemble(
            LayeredModel model, BatchModel batch, List<Layered> chains, RowNames names, WorkerPool pool) {
        super(batch, batch::writeRow, chains, names, pool);
        this.layeredModel = model;
        this.layered = chains;
        this.random = batch.byBlock(chains.stream().map(chain -> chain.rng).toList());
        this.move = each(chains, Layered::move);
        this.endStep = each(chains, Layered::endStep);
        invalidate();
    }

    @Override
    void step(Visitor<byte[]> visitor) {
        pool.forEach(layered.size(), move);
        evaluate();
        pool.forEach(layered.size(), thenVisit(layered, endStep, visitor));
    }

    @Override
    void evaluate() {
        onBatch(() -> batch.evaluateGivenHidden(layeredModel, random));
    }

    @Override
    void begin(int chain) {
        layered.get(chain).begin();
    }

    /** Draws no hidden variables: the checkpoint contains the flip probabilities of the sites. */
    @Override
    void score() {
        onBatch(batch::score);
    }

    /** One chain with the flip probabilities of its sites given its hidden variables. */
    private static final class Layered extends BatchChain {

        private final int[] free;
        private final int[] frozen;
        private final WeightTable flipProbabilities;

        /** The number of sites that the current step flips. */
        private int pending;

        Layered(BatchModel batch, BitStart start, int index) {
            super(batch, start, index, new FixedScale(start.freeCount()));
            this.free = start.freeSites();
            this.frozen = start.frozen();
            this.flipProbabilities = WeightTable.of(start.dimension(), start.free());
        }

        /** Starts the chain at the state that the model has just scored. */
        void begin() {
            double here = AcceptRule.checkedStart(batch.logProb[index], model);
            weighFlips();
            logProb = here;
        }

        private void weighFlips() {
            batch.weigh(index, Form.BARKER, true, frozen, flipProbabilities);
        }

        /** Draws all free sites and writes them into the model's input. */
        void move() {
            pending = 0;
            for (int site : free) {
                if (rng.nextDouble() < flipProbabilities.weight(site)) {
                    flipped[pending++] = site;
                }
            }
            batch.flip(index, flipped, pending);
        }

        /** Ends the step, given the score of the new state. */
        void endStep() {
            double there = AcceptRule.checked(batch.logProb[index]);
            weighFlips();
            change(pending);
            logProb = there;
            finish(free.length, 1.0, true, pending);
        }

        @Override
        void transcribe(Transcript transcript) {
            super.transcribe(transcript);
            flipProbabilities.transcribe(transcript);
        }
    }
}

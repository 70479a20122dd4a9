package dev.lbp.runtime.engine.sweep;

import dev.lbp.proposal.FixedScale;
import dev.lbp.runtime.engine.chain.BatchChain;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.ChangedSites;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.target.EnergyModel;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The Gibbs chains of a batched model, in lock-step. A step is a sweep over all free sites in order; with random scan
 * it has the same number of updates, and each chain draws its own sites. Each update scores all chains once. Updates
 * use differences of log-probabilities, so they are exact for every model, but slow: first-order log-ratios would cost
 * one evaluation for all sites.
 */
final class BatchGibbsEnsemble extends LockStepEnsemble<byte[]> {

    private final List<Sweeper> sweepers;
    private final int[] sites;
    private final boolean randomScan;
    private final IntConsumer attempt;
    private final IntConsumer endStep;

    static BatchGibbsEnsemble of(EnergyModel model, BitStart start, SweepMethod method, WorkerPool pool) {
        BatchModel batch = new BatchModel(model, start.dimension(), start.rowBlocks());
        List<Sweeper> sweepers = newChains(start, c -> new Sweeper(batch, start, c, method.mix()));
        return new BatchGibbsEnsemble(sweepers, start.freeSites(), method.scan() == Scan.RANDOM, pool);
    }

    private BatchGibbsEnsemble(List<Sweeper> sweepers, int[] sites, boolean randomScan, WorkerPool pool) {
        super(sweepers, pool);
        this.randomScan = randomScan;
        this.sweepers = sweepers;
        this.sites = sites;
        this.attempt = each(sweepers, Sweeper::attempt);
        this.endStep = each(sweepers, sweeper -> sweeper.endStep(sites.length));
        invalidate();
    }

    /** Updates one site of every chain at a time: flips it in the input, evaluates, and keeps or undoes the flip. */
    @Override
    public void step(Visitor<byte[]> visitor) {
        sweepers.forEach(Sweeper::beginSweep);
        for (int k = 0; k < sites.length; k++) {
            for (Sweeper sweeper : sweepers) {
                sweeper.propose(sites[randomScan ? sweeper.rng.nextInt(sites.length) : k]);
            }
            evaluate();
            for (int c = 0; c < sweepers.size(); c++) {
                attempt.accept(c);
            }
        }
        IntConsumer end = thenVisit(sweepers, endStep, visitor);
        for (int c = 0; c < sweepers.size(); c++) {
            end.accept(c);
        }
    }

    /** One chain and the progress of its sweep. Its state changes only at the end of the sweep. */
    private static final class Sweeper extends BatchChain {

        /** The site that is flipped in the model's input. */
        private final int[] site = new int[1];

        /**
         * The sites that the sweep has flipped so far; {@link #sweptLogProb} is the log-probability after these flips.
         */
        private final ChangedSites changed;

        private double sweptLogProb;

        /** Whether the draw of a jump has been scored. */
        private boolean scored;

        private double drawLogProb;

        Sweeper(BatchModel batch, BitStart start, int index, StepMix mix) {
            super(batch, start, index, new ChainScale(new FixedScale(start.freeCount()), start.largestScale()), mix);
            this.changed = new ChangedSites(start.dimension());
        }

        /** Begins a sweep at the chain's state, or a jump. */
        void beginSweep() {
            changed.clear();
            sweptLogProb = logProb;
            scored = false;
            beginsJump(); // also draws the state of a jump
        }

        /**
         * Flips a site in the model's input. A jump uses only the first evaluation of a sweep; its draw then stays in
         * the model's input until the end.
         */
        void propose(int candidate) {
            if (!jumping) {
                site[0] = candidate;
                batch.flip(index, site, 1);
            } else if (!scored) {
                batch.flip(index, flipped, differences);
            }
        }

        /** Keeps or undoes the flip in the model's input, given the score after the flip. */
        void attempt() {
            if (jumping) {
                // the first evaluation of the step scores the draw; the others are for chains that sweep
                drawLogProb = scored ? drawLogProb : batch.logProb[index];
                scored = true;
                return;
            }
            double flippedLogProb = AcceptRule.checked(batch.logProb[index]);
            if (AcceptRule.gibbsFlips(flippedLogProb - sweptLogProb, rng)) {
                sweptLogProb = flippedLogProb;
                changed.flip(site[0]);
            } else {
                batch.flip(index, site, 1);
            }
        }

        /** Ends a sweep of {@code updates} updates, or a jump: changes the chain's state. */
        void endStep(int updates) {
            if (jumping) {
                if (!endJump(drawLogProb)) {
                    batch.flip(index, flipped, differences);
                }
                return;
            }
            System.arraycopy(changed.sites(), 0, flipped, 0, changed.count());
            change(changed.count());
            logProb = sweptLogProb;
            finish(updates, 1.0, true, changed.count()); // counts as a move accepted with probability 1
        }
    }
}

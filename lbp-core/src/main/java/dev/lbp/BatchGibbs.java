package dev.lbp;

import java.util.ArrayList;
import java.util.List;

/**
 * Gibbs on a batched model, in lock-step: a step is a sweep over all free sites in order, with one scoring of all chains per
 * site. It uses differences of log-probabilities, not first-order log-ratios, so it is exact for every model; and slow.
 */
final class BatchGibbs extends Ensemble {

    private final List<Sweeper> sweepers;
    private final List<byte[]> flippedStates = new ArrayList<>();
    private final BatchModel batch;
    private final int[] sites;
    private final WorkerPool pool;

    BatchGibbs(EnergyModel model, Start start, WorkerPool pool) {
        this(new BatchModel(model, start.chains()), start, newChains(start), pool);
    }

    private BatchGibbs(BatchModel batch, Start start, List<Sweeper> sweepers, WorkerPool pool) {
        super(batch.model(), sweepers);
        this.batch = batch;
        this.sweepers = sweepers;
        this.sites = start.freeSites();
        this.pool = pool;
        for (Sweeper sweeper : sweepers) {
            flippedStates.add(sweeper.other);
        }
        invalidate();
    }

    private static List<Sweeper> newChains(Start start) {
        List<Sweeper> sweepers = new ArrayList<>();
        for (int c = 0; c < start.chains(); c++) {
            sweepers.add(new Sweeper(start, c));
        }
        return sweepers;
    }

    @Override
    void run(long steps, Visitor visitor, RunControl control) {
        for (long t = 0; t < steps && !control.stopped(); t++) {
            try {
                sweep();
            } catch (ModelException e) {
                sweepers.forEach(Sweeper::undo);
                throw e;
            }
            for (Sweeper sweeper : sweepers) {
                sweeper.finish(sites.length, 1.0, true, sweeper.count);
                sweeper.count = 0;
                visitor.visit(sweeper);
            }
            pool.pollAndCheckInterrupt(control);
        }
    }

    private void sweep() {
        for (int site : sites) {
            for (Sweeper sweeper : sweepers) {
                sweeper.other[site] ^= 1;
            }
            score(flippedStates);
            for (Sweeper sweeper : sweepers) {
                attempt(sweeper, site);
            }
        }
    }

    private void attempt(Sweeper sweeper, int site) {
        try {
            sweeper.attempt(site, batch.logProb[sweeper.index]);
        } catch (RuntimeException e) {
            throw failure(sweeper, e);
        }
    }

    private void score(List<byte[]> states) {
        try {
            batch.score(states);
        } catch (RuntimeException e) {
            throw batchFailure(e);
        }
    }

    @Override
    void invalidate() {
        score(sweepers.stream().map(sweeper -> sweeper.state).toList());
        for (Sweeper sweeper : sweepers) {
            try {
                sweeper.logProb = AcceptRule.checkedStart(batch.logProb[sweeper.index]);
            } catch (RuntimeException e) {
                throw failure(sweeper, e);
            }
        }
    }

    @Override
    void reset(int chain, byte[] state) {
        Sweeper sweeper = sweepers.get(chain);
        System.arraycopy(state, 0, sweeper.state, 0, state.length);
        System.arraycopy(state, 0, sweeper.other, 0, state.length);
        invalidate();
    }

    /** A chain, and its state with the site in question flipped. */
    private static final class Sweeper extends ChainState {

        private final byte[] other;
        private int count;

        Sweeper(Start start, int index) {
            super(start, index, new FixedScale(start.freeCount()));
            other = state.clone();
        }

        void attempt(int site, double otherLogProb) {
            if (AcceptRule.gibbsFlips(AcceptRule.checked(otherLogProb) - logProb, rng)) {
                state[site] ^= 1;
                logProb = otherLogProb;
                flipped[count++] = site;
            } else {
                other[site] ^= 1;
            }
        }

        /** Goes back to the state before the sweep, of which nobody has heard. */
        void undo() {
            toggle(count);
            count = 0;
            System.arraycopy(state, 0, other, 0, state.length);
        }
    }
}

package dev.lbp;

import dev.lbp.internal.Transcript;
import java.util.ArrayList;
import java.util.List;

/**
 * Gibbs on a batched model, in lock-step: a step is a sweep over all free sites in order, or as many updates of sites that each
 * chain draws by itself, with one scoring of all chains per update. It uses differences of log-probabilities, not first-order
 * log-ratios, so it is exact for every model; and slow.
 */
final class BatchGibbs extends Ensemble {

    private final List<Sweeper> sweepers;
    private final BatchModel batch;
    private final int[] sites;
    private final boolean random;
    private final WorkerPool pool;

    /**
     * @param random whether by random scan
     */
    BatchGibbs(EnergyModel model, Start start, boolean random, WorkerPool pool) {
        this(new BatchModel(model, start.chains()), start, newChains(start), random, pool);
    }

    private BatchGibbs(BatchModel batch, Start start, List<Sweeper> sweepers, boolean random, WorkerPool pool) {
        super(batch.model(), sweepers);
        this.random = random;
        this.batch = batch;
        this.sweepers = sweepers;
        this.sites = start.freeSites();
        this.pool = pool;
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
    void runTo(long steps, Visitor visitor, RunControl control) {
        for (long t = sweepers.get(0).steps(); t < steps && !control.stopped(); t++) {
            try {
                sweep();
                for (Sweeper sweeper : sweepers) {
                    sweeper.settle(sites.length);
                    visitor.visit(sweeper);
                }
            } catch (ModelException e) {
                for (Sweeper sweeper : sweepers) {
                    sweeper.undo();
                    batch.show(sweeper.index, sweeper.state);
                }
                throw e;
            }
            pool.pollAndCheckInterrupt(control);
            control.atRest();
        }
    }

    private void sweep() {
        for (int k = 0; k < sites.length; k++) {
            for (Sweeper sweeper : sweepers) {
                sweeper.site[0] = sites[random ? sweeper.rng.nextInt(sites.length) : k];
                batch.flip(sweeper.index, sweeper.site, 1);
            }
            score();
            for (Sweeper sweeper : sweepers) {
                attempt(sweeper);
            }
        }
    }

    private void attempt(Sweeper sweeper) {
        try {
            if (!sweeper.attempt(batch.logProb[sweeper.index])) {
                batch.flip(sweeper.index, sweeper.site, 1);
            }
        } catch (RuntimeException e) {
            throw failure(sweeper, e);
        }
    }

    private void score() {
        try {
            batch.score();
        } catch (RuntimeException e) {
            throw batchFailure(e);
        }
    }

    @Override
    void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        if (transcript.isReading()) {
            scoreCurrent();
            checkLogProb(batch);
        }
    }

    private void scoreCurrent() {
        for (Sweeper sweeper : sweepers) {
            batch.show(sweeper.index, sweeper.state);
        }
        score();
    }

    @Override
    void invalidate() {
        scoreCurrent();
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
        invalidate();
    }

    /** A chain, and where its sweep has led to. */
    private static final class Sweeper extends ChainState {

        /** The one that the model is being asked about. */
        private final int[] site = new int[1];

        private final ChangedSites changed;

        Sweeper(Start start, int index) {
            super(start, index, new FixedScale(start.freeCount()));
            changed = new ChangedSites(start.dimension());
        }

        /** Flips the site, or not, given the log-probability with it flipped. */
        boolean attempt(double otherLogProb) {
            boolean flips = AcceptRule.gibbsFlips(AcceptRule.checked(otherLogProb) - logProb, rng);
            if (flips) {
                state[site[0]] ^= 1;
                logProb = otherLogProb;
                changed.flip(site[0]);
            }
            return flips;
        }

        void settle(int updates) {
            System.arraycopy(changed.sites(), 0, flipped, 0, changed.count());
            finish(updates, 1.0, true, changed.count());
            changed.clear();
        }

        /** Goes back to the state before the sweep, of which nobody has heard. */
        void undo() {
            for (int k = 0; k < changed.count(); k++) {
                state[changed.sites()[k]] ^= 1;
            }
            changed.clear();
        }
    }
}

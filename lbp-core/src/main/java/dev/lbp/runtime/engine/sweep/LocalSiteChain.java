package dev.lbp.runtime.engine.sweep;

import dev.lbp.proposal.FixedScale;
import dev.lbp.runtime.engine.chain.LocalBitChain;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.target.LocalEnergyModel;

/**
 * A chain of the local engine that updates single sites. If the model's log-ratios are first-order estimates, an update
 * uses the difference of two log-probabilities instead.
 */
abstract class LocalSiteChain extends LocalBitChain {

    final boolean exact;
    private final Sweeps sweeps;

    /** One site and its log-ratio, as arrays for the tracker. */
    private final int[] singleSite = new int[1];

    private final double[] ratio = new double[1];

    private final ExpTable exponentials = new ExpTable();

    LocalSiteChain(LocalEnergyModel model, BitStart start, int index, Sweeps sweeps, StepMix mix) {
        super(
                model,
                start,
                index,
                new ChainScale(new FixedScale(start.freeCount()), start.largestScale()), // the updates of a step
                new int[start.dimension()],
                mix.newSteps(start));
        this.exact = model.exactFlips();
        this.sweeps = sweeps;
    }

    @Override
    public final boolean usesLogRatios() {
        return exact;
    }

    @Override
    public final void advance() {
        sweep(sweeps.rule(moves()));
    }

    /** Updates the sites, by one rule, and ends the step. */
    abstract void sweep(SiteRule rule);

    /** Updates a site. Returns true if it has flipped. */
    final boolean update(int site, SiteRule rule) {
        if (exact) {
            singleSite[0] = site;
            tracker.logRatios(singleSite, 1, ratio);
            boolean flips = rule.flips(ratio[0], exponentials, rng);
            if (flips) {
                tracker.flip(site, touched);
            }
            return flips;
        }
        double logProbBefore = tracker.logProb();
        tracker.save();
        tracker.flip(site, touched);
        boolean flips = rule.flips(tracker.logProb() - logProbBefore, exponentials, rng);
        if (!flips) {
            tracker.restore();
        }
        return flips;
    }

    /** Ends a sweep that has flipped the first {@code flips} sites of {@link #flipped}, each once. */
    final void endSweep(int flips) {
        double newLogProb = AcceptRule.checked(tracker.logProb());
        change(flips);
        logProb = newLogProb;
        int updates = scale.draw(rng); // the fixed number of updates of a step
        finish(updates, /* probability= */ 1.0, /* stepAccepted= */ true, flips); // no sweep is rejected
    }
}

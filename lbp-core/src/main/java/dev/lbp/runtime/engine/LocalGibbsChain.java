package dev.lbp.runtime.engine;

import dev.lbp.proposal.FixedScale;
import dev.lbp.target.LocalEnergyModel;

/**
 * A Gibbs chain of the local engine, with the update of one site that all scans share. If the model's log-ratios are
 * only first-order, the update uses the difference of two log-probabilities instead.
 */
abstract class LocalGibbsChain extends LocalBitChain {

    final boolean exact;

    /** One site and its log-ratio, as arrays for the tracker. */
    private final int[] one = new int[1];

    private final double[] ratio = new double[1];

    LocalGibbsChain(LocalEnergyModel model, BitStart start, int index, Mixture mixture) {
        super(
                model,
                start,
                index,
                new ChainScale(new FixedScale(start.freeCount()), start.largestScale()),
                new int[start.dimension()],
                mixture.newSteps(start));
        this.exact = model.exactFlips();
    }

    @Override
    final boolean asksLogRatios() {
        return exact;
    }

    @Override
    final void refresh() {
        // Nothing is kept from one sweep to the next.
    }

    /** Draws a site from its conditional distribution given all others. Returns true if the site has flipped. */
    final boolean update(int site) {
        if (exact) {
            one[0] = site;
            tracker.logRatios(one, 1, ratio);
            boolean flips = AcceptRule.gibbsFlips(ratio[0], rng);
            if (flips) {
                tracker.flip(site, touched);
            }
            return flips;
        }
        double here = tracker.logProb();
        tracker.save();
        tracker.flip(site, touched);
        boolean flips = AcceptRule.gibbsFlips(tracker.logProb() - here, rng);
        if (!flips) {
            tracker.restore();
        }
        return flips;
    }

    /** Ends a sweep that has flipped the first {@code flips} sites of {@link #flipped}, each once. */
    final void endSweep(int flips) {
        double there = AcceptRule.checked(tracker.logProb());
        change(flips);
        logProb = there;
        finish(scale.draw(rng), 1.0, true, flips);
    }
}

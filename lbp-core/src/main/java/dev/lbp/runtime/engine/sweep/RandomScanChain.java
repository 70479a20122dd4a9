package dev.lbp.runtime.engine.sweep;

import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.ChangedSites;
import dev.lbp.target.LocalEnergyModel;

/**
 * A chain of single sites with random scan: each update draws its free site uniformly. A step has as many updates as
 * there are free sites, so it costs about as much as a sweep. It updates some sites several times and a share of 1/e of
 * the sites not at all. It is reversible; a systematic sweep is not.
 */
final class RandomScanChain extends LocalSiteChain {

    private final int[] sites;

    /** The sites that the step has changed: those that it has flipped an odd number of times. */
    private final ChangedSites changed;

    RandomScanChain(LocalEnergyModel model, BitStart start, int index, Sweeps sweeps, int[] sites, StepMix mix) {
        super(model, start, index, sweeps, mix);
        this.sites = sites;
        this.changed = new ChangedSites(start.dimension());
        begin();
    }

    /** Updates uniformly drawn sites, as many as there are free ones. */
    @Override
    void sweep(SiteRule rule) {
        changed.clear();
        for (int k = 0; k < sites.length; k++) {
            int site = sites[rng.nextInt(sites.length)];
            if (update(site, rule)) {
                changed.flip(site);
            }
        }
        System.arraycopy(changed.sites(), 0, flipped, 0, changed.count());
        endSweep(changed.count());
    }
}

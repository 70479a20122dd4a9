package dev.lbp.runtime.engine;

import dev.lbp.target.LocalEnergyModel;

/**
 * Gibbs by random scan: each update is of a uniformly drawn free site. A step is as many updates as there are free sites, so that
 * it costs about what a sweep does; some sites are updated several times in it and others, a share of 1/e, not at all. It is
 * reversible, which a systematic sweep is not.
 */
final class RandomScanChain extends LocalGibbsChain {

    private final int[] sites;

    /** Where the step has led to: a site that flips twice has not changed. */
    private final ChangedSites changed;

    RandomScanChain(LocalEnergyModel model, Start start, int index, int[] sites) {
        super(model, start, index);
        this.sites = sites;
        this.changed = new ChangedSites(start.dimension());
        begin();
    }

    @Override
    void advance() {
        changed.clear();
        for (int k = 0; k < sites.length; k++) {
            int site = sites[rng.nextInt(sites.length)];
            if (update(site)) {
                changed.flip(site);
            }
        }
        System.arraycopy(changed.sites(), 0, flipped, 0, changed.count());
        endSweep(changed.count());
    }
}

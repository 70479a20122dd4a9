package dev.lbp;

import dev.lbp.proposal.StateDistribution;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.sweep.Scan;
import dev.lbp.runtime.engine.sweep.SiteSkipping;
import dev.lbp.runtime.engine.sweep.SweepMethod;
import dev.lbp.runtime.engine.sweep.Sweeps;

/**
 * Builds a sampler that updates single sites, {@link Samplers#gibbs} or {@link Samplers#metropolis}. A step is a sweep,
 * coloured if the model gives a colouring. Of {@link #inOrder}, {@link #inBlocks} and {@link #randomScan} the last call
 * counts.
 *
 * <p>From 64 chains on, a run holds 64 chains in the bits of words, on a {@link dev.lbp.target.LocalEnergyModel} with
 * {@link dev.lbp.target.LocalEnergyModel#bonds} whose couplings are multiples of one size, of either sign, and whose
 * fields have at most eight sizes. A coupling of m times the size counts as m pairs; a site may have 63 pairs, and
 * terms of 1,000 nats in all. A flip of a chain costs a tenth or less if couplings have one size. The law is the same,
 * but the draws differ from those of fewer chains. Random scan, {@link #inBlocks}, a fixed rate of thinning, jumps and
 * tempering exclude words.
 */
public final class SweepBuilder extends SamplerBuilder {

    private final Sweeps sweeps;
    private StepMix mix = StepMix.MOVES;
    private SiteSkipping skipping = SiteSkipping.NONE;
    private Scan scan = Scan.COLOURED;

    SweepBuilder(Sweeps sweeps) {
        this.sweeps = sweeps;
    }

    /** Updates the sites one by one in ascending order, even if the model gives a colouring. */
    public SweepBuilder inOrder() {
        scan = Scan.IN_ORDER;
        return this;
    }

    /**
     * Lets all threads of the run share each sweep, for one chain or a few on a model of 10^6 sites or more. The order
     * is that of a coloured sweep. The sites of a colour are cut into blocks of 4,096, and the threads decide blocks at
     * the same time. A block has random numbers of its own, so draws are the same for any number of threads. A sweep
     * that is not in blocks has other draws. Chains take their steps in turn.
     *
     * <p>It needs a {@link dev.lbp.target.LocalEnergyModel} with exact
     * {@link dev.lbp.target.LocalEnergyModel#siteRatios} and a colouring, as the quadratic models of lbp-models have. A
     * chain keeps no tracker: it needs 9 bytes per site. Not with jumps, thinned sweeps or tempering.
     */
    public SweepBuilder inBlocks() {
        scan = Scan.IN_BLOCKS;
        return this;
    }

    /**
     * Draws each site to update uniformly, with replacement. A step makes one update per free site. So a step costs
     * about as much as a sweep, and counts per step are comparable.
     */
    public SweepBuilder randomScan() {
        scan = Scan.RANDOM;
        return this;
    }

    /**
     * Makes a step a jump, a proposed draw of q, with this probability; see {@link Samplers.ScaledBuilder#jumps}. On a
     * batched model a jump takes as long as a sweep.
     */
    public SweepBuilder jumps(StateDistribution q, double probability) {
        mix = mix.withJumps(q, probability);
        return this;
    }

    /**
     * Thins the sweeps: they have the law of ordinary sweeps in the same order, and skip sites that hardly ever flip.
     * They are faster if less than about 3 % of the updates flip, and most so on models with few neighbours per site. A
     * chain tries some rates of candidates from its 64th sweep on, whenever the number of its sweeps has doubled, and
     * keeps the one of least work, or plain sweeps. The choice depends on counts of work and not on times, so a seed
     * gives the same draws everywhere.
     *
     * <p>It needs a {@link dev.lbp.target.LocalEnergyModel} with exact log-ratios. If a flip touches all sites, plain
     * sweeps are kept.
     */
    public SweepBuilder thinned() {
        skipping = SiteSkipping.CHOSEN;
        return this;
    }

    /**
     * Thins the sweeps at a fixed rate of candidates, see {@link #thinned()}.
     *
     * @param rate in (0, 1); a site of this flip probability or less is visited at this rate
     */
    public SweepBuilder thinned(double rate) {
        skipping = SiteSkipping.at(rate);
        return this;
    }

    /**
     * The sampler.
     *
     * @throws IllegalArgumentException if sweeps are to be thinned with random scan, which visits no site in turn; or
     *     if sweeps in blocks are to be thinned, or to have jumps
     */
    @Override
    public Sampler build() {
        return new Sampler(new SweepMethod(sweeps, scan, skipping, mix));
    }
}

package dev.lbp.runtime.engine.ball;

import dev.lbp.internal.Check;
import dev.lbp.internal.html.Numbers;
import dev.lbp.runtime.engine.chain.Abilities;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LocalEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;

/**
 * The Hamming ball sampler (Titsias and Yau 2017), on either engine. A step is one {@link BallDraw}.
 *
 * @param radius the number of flips from the centre of a ball to its edge, at least 1
 * @param block the number of sites in a block; 0 for the default
 * @param mix how often steps are of other kinds
 */
public record HammingBallMethod(int radius, int block, StepMix mix) implements Method {

    /**
     * The default number of sites in a block, from the benchmark DISCS (Goshvadi et al. 2023), whose balls have radius
     * 1.
     */
    static final int USUAL_BLOCK = 10;

    public HammingBallMethod {
        Check.atLeast(1, "radius", radius);
        Check.that(block == 0 || block >= radius, "be at least the radius, " + radius, "block", block);
        int sites = sites(radius, block);
        double states = HammingBall.states(radius, sites);
        Check.that(
                states <= HammingBall.MOST_STATES,
                "be at most " + HammingBall.MOST_STATES + " for balls of radius " + radius + " in blocks of " + sites,
                "states",
                states < 0x1p53 ? String.valueOf((long) states) : String.valueOf(states)); // exact below 2^53
    }

    /** The number of sites in a block if that many are free. */
    private static int sites(int radius, int block) {
        return block > 0 ? block : Math.max(radius, USUAL_BLOCK);
    }

    /** The number of sites in a block if {@code free} sites are free: the default shrinks to them. */
    private int sitesOf(int free) {
        return block > 0 ? block : Math.min(sites(radius, block), free);
    }

    private HammingBall newBall(BitStart start) {
        int free = start.freeCount();
        Check.that(radius <= free, "be in [1, " + free + "], the free sites", "radius", radius);
        Check.that(block <= free, "be in [" + radius + ", " + free + "], the free sites", "block", block);
        return new HammingBall(radius, sitesOf(free));
    }

    @Override
    public void checkFits(EnergyModel model) {
        if (model instanceof AnnealedModel) { // a batched model that is tempered or annealed
            check(Ability.TEMPERED_BATCHES);
        }
        mix.checkFits(model);
    }

    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, BitStart start) {
        HammingBall ball = newBall(start);
        int[] free = start.freeSites();
        return (target, c) -> new LocalBallChain(target, start, c, ball, free, mix);
    }

    @Override
    public Ensemble<byte[]> batchedChains(EnergyModel model, BitStart start, WorkerPool pool) {
        return HammingBallEnsemble.of(model, start, newBall(start), mix, pool);
    }

    @Override
    public Abilities abilities() {
        return mix.restrict(
                Abilities.of(Ability.TEMPERING)
                        .without(Ability.ONES, "its balls have states of any number of ones")
                        .without(
                                Ability.TEMPERED_BATCHES,
                                "its states are rows of a batch of their own, which know no temperature; use a LocalEnergyModel"));
    }

    /** Counts the array of the free sites, and that of the touched sites, which has two entries for each site. */
    @Override
    public int bytesPerSite() {
        return mix.bytesPerSite() + 3 * Integer.BYTES;
    }

    /** Counts two numbers for each site in each row of a chain. */
    @Override
    public int batchBytesPerSite() {
        return HammingBallEnsemble.rows(HammingBall.states(radius, sites(radius, block))) * 2 * Double.BYTES;
    }

    /** Counts a log-probability and a weight for each state of a ball, besides the arrays of any method. */
    @Override
    public double chainBytes(EnergyModel model, int sites) {
        return Method.super.chainBytes(model, sites)
                + 2.0 * Double.BYTES * HammingBall.states(radius, Math.min(sites, sites(radius, block)));
    }

    @Override
    public String pace(double scale, double acceptanceRate) {
        return Numbers.format("blocks of %.0f sites", scale);
    }

    @Override
    public String describe() {
        return mix.describe("Hamming ball of radius " + radius + ", block " + sites(radius, block));
    }

    /** A draw from a ball is always accepted; only a jump can be rejected. */
    @Override
    public boolean rejects() {
        return mix.hasJumps();
    }

    @Override
    public boolean hasScale() {
        return false;
    }
}

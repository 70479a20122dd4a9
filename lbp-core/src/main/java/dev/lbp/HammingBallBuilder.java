package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.runtime.engine.ball.HammingBallMethod;
import dev.lbp.runtime.engine.chain.StepMix;

/**
 * Builds the Hamming ball sampler, {@link Samplers#hammingBall}. A step draws a block of k free sites uniformly. Then
 * it draws a centre u uniformly from the states within r flips of the state x in the block, and the next state y from
 * the states within r flips of u in the block, by their exact probabilities. So y differs from x in up to 2r sites of
 * the block, and no step is rejected. With r = k it draws the whole block from its conditional distribution.
 *
 * <p>The random centre makes the step exact. The states around x differ from the states around y, so a draw from the
 * states around x itself would not leave the target unchanged.
 *
 * <p>A ball has {@code M = sum_j C(k, j)} states, j from 0 to r, at most 2^20. A step scores all of them. On a
 * {@link dev.lbp.target.LocalEnergyModel} it costs two flips and the log-ratios of the block for each of the states
 * within r - 1 flips of u. On other models it costs an evaluation of up to 256 rows for each chain, or several if M is
 * above 256, and no gradient. A step changes one block alone: raise {@link SamplingRun#thin} on models of far more
 * sites than k.
 *
 * <p>Parallel tempering works on local models.
 *
 * <p>Source: Titsias and Yau (2017), The Hamming Ball Sampler, Journal of the American Statistical Association 112,
 * 1598-1611, doi:10.1080/01621459.2016.1222288. Their blocks are given by the data; here they are random.
 */
public final class HammingBallBuilder extends SamplerBuilder {

    private final int radius;
    private int block;
    private StepMix mix = StepMix.MOVES;

    HammingBallBuilder(int radius) {
        this.radius = radius;
    }

    /**
     * Sets the number k of sites of a block. The default is 10, or r if that is more, or all free sites if there are
     * fewer. A larger block finds more pairs of coupled sites, and its ball has about k^r / r! states.
     *
     * @param sites at least r, and at most the number of free sites of the model
     */
    public HammingBallBuilder block(int sites) {
        block = Check.sites("block", sites);
        return this;
    }

    /** Makes a step a jump, a proposed draw of q, with this probability; see {@link Samplers.ScaledBuilder#jumps}. */
    public HammingBallBuilder jumps(StateDistribution q, double probability) {
        mix = mix.withJumps(q, probability);
        return this;
    }

    /**
     * The sampler. It refuses models of sites that are not bits, and a fixed number of ones.
     *
     * @throws IllegalArgumentException if the radius is below 1, the block has fewer sites than the radius, or a ball
     *     has more than 2^20 states
     */
    @Override
    public Sampler build() {
        return new Sampler(new HammingBallMethod(radius, block, mix));
    }
}

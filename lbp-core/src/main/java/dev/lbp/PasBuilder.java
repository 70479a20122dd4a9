package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.path.PathMethod;

/** Builds the path-auxiliary sampler PAS, {@link Samplers#pas}. */
public final class PasBuilder extends SamplerBuilder {

    private static final int DEFAULT_PATH = 25;

    /** Half of the steps have a path longer by 1: a scale R + 1/2 draws R or R + 1 with equal probability. */
    private static final double SHARE_OF_LONGER = 0.5;

    private WeightFunction weight = WeightFunction.BARKER;
    private int path = DEFAULT_PATH;

    PasBuilder() {}

    /**
     * The number R of moves of a step. Each step has R or R + 1 moves, with probability 1/2 each, whatever the state.
     * If every move changes a parity, as a flip or a transposition does, paths of one even length would reach only half
     * of the states.
     *
     * <p>A step costs O(R). A long path is still accepted: with t/(t+1) the acceptance rate falls to a limit, not to 0.
     *
     * @param moves in [1, 10^9]
     */
    public PasBuilder path(int moves) {
        path = Check.sites("moves", moves);
        return this;
    }

    /**
     * The weight of a move as a function of its probability ratio. It must be balanced, {@code g(t) = t g(1/t)}: only
     * then is a path accepted with min(1, Z(x) / Z(y)).
     *
     * @throws IllegalArgumentException if it is not balanced
     */
    public PasBuilder weight(WeightFunction weightFunction) {
        boolean balanced = Check.notNull("weightFunction", weightFunction).isBalanced();
        Check.that(
                balanced,
                "be balanced, g(t) = t g(1/t), else Z(x)/Z(y) is not the acceptance probability",
                "weightFunction",
                weightFunction);
        weight = weightFunction;
        return this;
    }

    /** The sampler. */
    @Override
    public Sampler build() {
        return new Sampler(new PathMethod(new ReplacementProposal(), weight, new FixedScale(path + SHARE_OF_LONGER)));
    }
}

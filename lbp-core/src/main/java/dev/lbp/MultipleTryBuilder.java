package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.ball.MultipleTryMethod;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.theory.OptimalScaling;

/**
 * Builds multiple-try Metropolis, {@link Samplers#multipleTry}. A step draws {@code tries} candidates, each with R
 * uniform sites of the state x flipped. It chooses one of them, y, in proportion to the weight {@code g(pi(y) /
 * pi(x))}. Then it draws {@code tries - 1} candidates of y, and x is the last one. It accepts y with probability
 *
 * <pre>{@code
 * min(1, sum_i g(pi(y_i) / pi(x)) / sum_i g(pi(x_i) / pi(y)))
 * }</pre>
 *
 * <p>This is exact for every balanced g. An impossible candidate has weight 0; if all are impossible, the step is
 * rejected.
 *
 * <p>On a batched model a step scores chains * tries rows at once, twice, and needs no gradient; with one try it scores
 * them once. On a local model a step costs O(tries * R * degree), and there {@link Samplers#rwm} has more effective
 * samples per score.
 *
 * <p>The scale adapts by default to the acceptance rate 0.234 + 0.055 log2(tries), at most 0.574; {@code adaptive()}
 * aims at 0.5 + 0.055 log2(tries), at most 0.85, on a local model.
 *
 * <p>Sources: Liu, Liang and Wong (2000) for the method, Zanella (2020) for balanced functions. With one try it is
 * {@link Samplers#rwm}.
 */
public final class MultipleTryBuilder extends Samplers.ScaledBuilder<MultipleTryBuilder> {

    /** Most tries of a step. */
    private static final int MOST_TRIES = 100_000;

    /**
     * The growth of the best acceptance rate with log2(tries). On 800 independent sites the longest jumps of 1, 4, 16
     * and 64 tries are at about .31, .36, .45 and .58: MultipleTryFiguresTest prints them.
     */
    private static final double PER_DOUBLING = 0.055;

    private static final WeightFunction PROPORTIONAL = WeightFunction.of("t", logT -> logT);

    private final int tries;
    private WeightFunction weight = WeightFunction.BARKER;

    /** Sets the target acceptance rates: for most effective samples per step, and per second on a local model. */
    MultipleTryBuilder(int tries) {
        super(
                bestAcceptance(tries, OptimalScaling.RWM_ACCEPTANCE, OptimalScaling.LBP_ACCEPTANCE),
                bestAcceptance(tries, OptimalScaling.RWM_LOCAL_ACCEPTANCE, OptimalScaling.LBP_LOCAL_ACCEPTANCE));
        Check.that(tries >= 1 && tries <= MOST_TRIES, "be in [1, " + MOST_TRIES + "]", "tries", tries);
        this.tries = tries;
    }

    /**
     * The target acceptance rate to three digits: that of the random walk plus {@link #PER_DOUBLING} for each doubling
     * of the tries, and at most that of an informed sampler.
     */
    private static double bestAcceptance(int tries, double walk, double informed) {
        int atLeastOne = Math.max(tries, 1); // the constructor refuses fewer, but only after this call
        double rate = walk + PER_DOUBLING * Math.log(atLeastOne) / Math.log(2.0);
        return Math.min(informed, Math.rint(1_000.0 * rate) / 1_000.0);
    }

    /**
     * The weight of a candidate as a function of its probability ratio. Default: t/(t+1).
     *
     * @throws IllegalArgumentException if it is not balanced, {@code g(t) = t g(1/t)}
     */
    public MultipleTryBuilder weight(WeightFunction weightFunction) {
        boolean balanced = Check.notNull("weightFunction", weightFunction).isBalanced();
        Check.that(
                balanced,
                "be balanced, g(t) = t g(1/t), else the ratio of the sums is not the acceptance probability",
                "weightFunction",
                weightFunction);
        weight = weightFunction;
        return this;
    }

    /**
     * Chooses candidates in proportion to their probability, g(t) = t, and accepts with
     * {@code min(1, sum of pi(y_i) / sum of pi(x_i))}: the method as it was first published. For comparisons; with many
     * tries it is rejected more often.
     */
    public MultipleTryBuilder plain() {
        weight = PROPORTIONAL;
        return this;
    }

    /** The sampler. It refuses models of sites that are not bits, a fixed number of ones, and parallel tempering. */
    @Override
    public Sampler build() {
        return new Sampler(
                new MultipleTryMethod(tries, new MetropolisMove(new UniformProposal(), weight, controller, mix)));
    }
}

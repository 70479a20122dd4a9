package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.DlmcProposal;
import dev.lbp.internal.kernel.DmalaProposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.proposal.CostedScale;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.RealDistribution;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.cluster.ClusterMethod;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.reals.IndependentMethod;
import dev.lbp.runtime.engine.sweep.BlockGibbsMethod;
import dev.lbp.runtime.engine.sweep.Sweeps;
import dev.lbp.theory.OptimalScaling;

/**
 * The samplers of the library. A builder makes each one, {@code Samplers.lbp().adaptive().build()}, and each is
 * immutable. {@code Samplers.auto().sample(model)} builds one for a single run.
 *
 * <table>
 * <caption>Which one</caption>
 * <tr><th>{@link #auto}</th><td>one of the others, chosen for the model; the one to start with</td></tr>
 * <tr><th>{@link #lbp}</th><td>long informed moves; for coupled targets and costly scores</td></tr>
 * <tr><th>{@link #pas}</th><td>lbp, with new weights after every move; for models with their own moves</td></tr>
 * <tr><th>{@link #dlmc}</th><td>informed moves of every site at once; for models scored as a whole, as an RBM</td></tr>
 * <tr><th>{@link #dmala}</th><td>dlmc with another flip probability; for comparisons</td></tr>
 * <tr><th>{@link #gwg}</th><td>lbp that draws sites with replacement; for comparisons</td></tr>
 * <tr><th>{@link #rwm}</th><td>uninformed; for targets without a gradient, or very cheap ones</td></tr>
 * <tr><th>{@link #gibbs}</th><td>the fastest on sparse graphs, whose conditionals cost almost nothing</td></tr>
 * <tr><th>{@link #metropolis}</th><td>gibbs with more flips; often faster if sites are coupled</td></tr>
 * <tr><th>{@link #hammingBall}</th><td>a few sites at once; for small groups of strongly coupled sites</td></tr>
 * <tr><th>{@link #swendsenWang}, {@link #wolff}</th><td>whole clusters of sites; for ferromagnets</td></tr>
 * <tr><th>{@link #blockGibbs}</th><td>all sites at once, given hidden variables that the model draws</td></tr>
 * <tr><th>{@link #barker}, {@link #mala}</th><td>real coordinates with a gradient</td></tr>
 * </table>
 */
public final class Samplers {

    private Samplers() {}

    /**
     * Chooses one of the other samplers for the model, in warm-up or by a rule. {@link dev.lbp.result.RunResult#choice}
     * and the summary say which one, and why.
     */
    public static AutoBuilder auto() {
        return new AutoBuilder();
    }

    /** LBP-R, the locally balanced proposal with an auxiliary path. Defaults: weight t/(t+1), acceptance 0.574. */
    public static Lbp lbp() {
        return new Lbp();
    }

    /**
     * DLMC, discrete Langevin Monte Carlo (Sun et al. 2023): flips each site i independently with probability
     * {@code p_i = nu_i (1 - exp(-tau w_i / nu_i))}, {@code nu_i = t_i / (1 + t_i)}, and accepts with the
     * Metropolis-Hastings rule. A long time step tau on independent sites is an independent draw. Defaults: weight
     * t/(t+1), acceptance 0.574.
     *
     * <p>A step costs one evaluation of the model and O(N) on either engine, so on a
     * {@link dev.lbp.target.LocalEnergyModel} it costs far more than a step of {@link #lbp}. It may flip any set of
     * sites, or no site: no time step is reducible.
     *
     * <p>On a {@link dev.lbp.target.CategoricalEnergyModel} site i takes another value c with probability
     * {@code nu_ic (1 - exp(-tau w_ic / nu_ic))}, where nu_i is the softmax of its logits, and stays with the rest.
     */
    public static FactorisedBuilder dlmc() {
        return new FactorisedBuilder("DLMC", DlmcProposal::new);
    }

    /**
     * DMALA, the discrete Metropolis-adjusted Langevin algorithm (Zhang, Liu and Liu 2022): flips each site i
     * independently with probability {@code p_i = tau w_i / (1 + tau w_i)}, and accepts with the Metropolis-Hastings
     * rule. With weight sqrt(t) and {@code tau = exp(-1 / (2 alpha))} it is their algorithm with step size alpha. On a
     * {@link dev.lbp.target.CategoricalEnergyModel} value c of site i has probability {@code tau w_ic / (1 + tau sum_c
     * w_ic)}. Defaults: weight t/(t+1), acceptance 0.574. Costs are those of {@link #dlmc}.
     */
    public static FactorisedBuilder dmala() {
        return new FactorisedBuilder("DMALA", form -> new DmalaProposal());
    }

    /**
     * PAS, the path-auxiliary sampler of Sun et al. (2021): a step is a path of moves. Weights are recomputed after
     * each move. It samples every {@link dev.lbp.target.MoveModel}, and local models of bits. With
     * {@link SamplingRun#ones} a move is a swap: it removes a one, and then adds a zero by the weights of the state
     * without that one, which must be possible. Defaults: weight t/(t+1), paths of 25 or 26 moves.
     */
    public static PasBuilder pas() {
        return new PasBuilder();
    }

    /**
     * RWM-R, random walk Metropolis: R uniform sites. Default: acceptance 0.234.
     *
     * <p>On a {@link dev.lbp.target.MoveModel} a step draws R labels uniformly from all, with replacement, applies one
     * after another, and accepts or rejects the last state. A step with an illegal label is rejected. {@code scale(1)}
     * draws one label.
     */
    public static Rwm rwm() {
        return new Rwm();
    }

    /**
     * GWG-R, Gibbs with gradients: like LBP-R, but the R sites are drawn with replacement and each drawn site is
     * flipped once. Defaults: weight t/(t+1), acceptance 0.574.
     */
    public static Gwg gwg() {
        return new Gwg();
    }

    /** Multiple-try Metropolis of 1 to 100,000 uniform candidates a step. Default: weight t/(t+1). */
    public static MultipleTryBuilder multipleTry(int tries) {
        return new MultipleTryBuilder(tries);
    }

    /** Gibbs sampling, site by site, coloured if it can be; of bits or a {@link dev.lbp.target.CategoricalModel}. */
    public static SweepBuilder gibbs() {
        return new SweepBuilder(Sweeps.GIBBS);
    }

    /**
     * Metropolis sampling, site by site: an update flips a site with probability {@code min(1, t)}, t the ratio of the
     * probabilities; {@link #gibbs} flips it with {@code t / (1 + t)}. So sites flip more often. Every fourth sweep is
     * a Gibbs sweep, because Metropolis sweeps in a fixed order are not ergodic.
     *
     * <p>It needs a {@link dev.lbp.target.LocalEnergyModel}, or a {@link dev.lbp.target.CategoricalModel}. There an
     * update draws another value c than the present x with probability {@code p_c / (1 - p_x)}, p the conditional
     * distribution of the site, and accepts it with {@code min(1, (1 - p_x) / (1 - p_c))} (Liu 1996, Metropolised
     * Gibbs). With two values this is the rule above.
     */
    public static SweepBuilder metropolis() {
        return new SweepBuilder(Sweeps.METROPOLIS);
    }

    /**
     * The Hamming ball sampler: a step draws some sites of a random block at once, by the exact probabilities of all
     * states within a radius of flips. Default: blocks of 10 sites.
     *
     * @param radius the flips from the centre of a ball to its edge, at least 1; a step changes up to twice as many
     */
    public static HammingBallBuilder hammingBall(int radius) {
        return new HammingBallBuilder(radius);
    }

    /** Swendsen-Wang: a step gives a value to each random cluster of equal sites, see {@link ClusterBuilder}. */
    public static ClusterBuilder swendsenWang() {
        return new ClusterBuilder(ClusterMethod.Kind.ALL);
    }

    /** Wolff: a step gives one random cluster another value, see {@link ClusterBuilder}. */
    public static ClusterBuilder wolff() {
        return new ClusterBuilder(ClusterMethod.Kind.ONE);
    }

    /**
     * Block Gibbs sampling with hidden variables: a step draws them given the sites, and then all sites given them. It
     * needs a {@link dev.lbp.target.LayeredModel}.
     */
    public static BlockGibbs blockGibbs() {
        return new BlockGibbs();
    }

    /**
     * The independence sampler: every step is a jump, see {@link ScaledBuilder#jumps}. If q misses a mode, so does the
     * chain.
     */
    public static Sampler independent(StateDistribution q) {
        return new Sampler(MetropolisMethod.rwm(new FixedScale(1.0), StepMix.ofJumps(q))); // no moves use the scale
    }

    /**
     * The independence sampler of real coordinates: every step proposes a draw of q, and accepts it with {@code min(1,
     * pi(y) q(x) / (pi(x) q(y)))}. It uses no gradient. If q misses a mode, so does the chain. Chains begin at draws
     * of q, and not at points of the model's {@code start()}: a point that q hardly ever draws is hardly ever left.
     */
    public static ContinuousSampler independent(RealDistribution q) {
        return new ContinuousSampler(new IndependentMethod(Check.notNull("q", q)));
    }

    /**
     * MALA, the Metropolis-adjusted Langevin algorithm (Roberts and Tweedie 1996): the locally balanced proposal of
     * real coordinates with weight sqrt(t). The fastest on coordinates of similar widths without steep tails.
     */
    public static ContinuousBuilder mala() {
        return new ContinuousBuilder(WeightFunction.SQRT);
    }

    /**
     * The Barker proposal of real coordinates (Livingstone and Zanella 2022), weight t/(t+1). About half of MALA's
     * squared jumps on well-scaled targets, and robust where widths differ or tails are steep: the one to start with.
     */
    public static ContinuousBuilder barker() {
        return new ContinuousBuilder(WeightFunction.BARKER);
    }

    /**
     * The locally balanced proposal of real coordinates with a {@link ContinuousBuilder#weight} of choice; default
     * t/(t+1).
     */
    public static ContinuousBuilder continuous() {
        return new ContinuousBuilder(WeightFunction.BARKER);
    }

    /**
     * The common part of the builders of Metropolis-Hastings samplers: the choice of the scale. The last call counts.
     *
     * @param <B> the builder itself
     */
    public abstract static class ScaledBuilder<B extends ScaledBuilder<B>> extends SamplerBuilder {

        ScaleController controller;

        /** The probabilities with which a step is a swap or a jump, not a move of the sampler. */
        StepMix mix = StepMix.MOVES;

        private final CostedScale perSecond; // the rule of adaptive()

        ScaledBuilder(double acceptance, double localAcceptance) {
            controller = ScaleController.logScale(acceptance);
            perSecond = new CostedScale(localAcceptance, acceptance);
        }

        /**
         * Tunes the scale in warm-up for most effective samples per second. On a
         * {@link dev.lbp.target.LocalEnergyModel} a step costs O(R), so that shorter steps, which are rejected less,
         * win: the target acceptance rate is 0.85, for rwm 0.5. On every other model and on plain functions a step
         * costs the same at any R, so the target is the best rate per step: 0.574, for rwm 0.234.
         * {@link OptimalScaling} derives the numbers; {@code lbp quickstart} measures 0.85 beside 0.574.
         *
         * <p>On a local model the same number of draws has fewer effective samples than with {@code adaptive(0.574)},
         * in less time. Make more draws, or raise {@link SamplingRun#thin}.
         *
         * <p>An adaptive scale is never exactly 1: near 1 at least one step in ten flips two sites, so that both
         * parities of the number of ones are reached. Where every flip changes most other log-ratios, as in variable
         * selection, take {@code scale(1)}.
         */
        public final B adaptive() {
            return scale(perSecond);
        }

        /**
         * Tunes the scale in warm-up to this acceptance rate, by {@link ScaleController#logScale}.
         *
         * @param targetAcceptance in (0, 1); most effective samples per step are at 0.574 for lbp, at 0.234 for rwm
         */
        public final B adaptive(double targetAcceptance) {
            return scale(ScaleController.logScale(targetAcceptance));
        }

        /**
         * Fixes the scale. A whole number R draws exactly R sites at every step. An even R is reducible for lbp and
         * rwm: it keeps the parity of the number of ones, without tempering the run is not called mixed, except that
         * the verdict does not know swaps in permutations. Any other number draws R from the two integers around it.
         *
         * @param scale at least 1 and at most the number of free sites of the model
         */
        public final B scale(double scale) {
            return scale(ScaleController.fixed(scale));
        }

        /**
         * Makes a step a swap with this probability, whatever the state. A swap sets a uniformly drawn one to 0, and
         * then draws a zero of the new state by their probabilities and sets it to 1 (heat bath). It may draw the
         * removed site. It is accepted always, and keeps the number of ones. So it exchanges a site for another one
         * that can replace it, as one of two correlated variables in a regression, where single flips would pass
         * through improbable states.
         *
         * <p>It needs a {@link dev.lbp.target.LocalEnergyModel}, any of them, and costs the log-ratios of all zeros,
         * O(N), and two flips. The chain stays where it is if no free site is 1, or if the state without the removed
         * one is impossible. Frozen sites take no part. The rule of the scale learns from the other steps alone, and
         * {@link dev.lbp.result.SampleResult#swapRate} is the rate of swaps. With {@link SamplingRun#ones} swaps are
         * among the steps too.
         *
         * @param probability in [0, 1); default 0, no swaps
         */
        @SuppressWarnings("unchecked") // B is the builder itself
        public final B swaps(double probability) {
            mix = mix.withSwaps(probability);
            return (B) this;
        }

        /**
         * Makes jumps: with this probability, whatever the state, a step proposes a draw of q, and accepts it with
         * {@code min(1, pi(y) q(x) / (pi(x) q(y)))}. So chains cross between all modes that q draws from. It is exact
         * for any q.
         *
         * <p>A jump costs a draw and two scores of q. On a local model it also resets a second tracker, O(N); on others
         * it needs no more evaluations than another step. The rule of the scale learns from the other steps alone;
         * {@link dev.lbp.result.SampleResult#jumpAcceptance} is the acceptance rate of jumps. Not with frozen sites
         * nor {@link SamplingRun#ones}.
         *
         * @param q with the model's number of sites
         * @param probability in (0, 1)
         */
        @SuppressWarnings("unchecked") // B is the builder itself
        public final B jumps(StateDistribution q, double probability) {
            mix = mix.withJumps(q, probability);
            return (B) this;
        }

        /**
         * Tunes the scale by the given rule.
         *
         * @throws NullPointerException if the rule, its {@code describe()} or its {@code targetAcceptance()} is null
         * @throws IllegalArgumentException if its target acceptance is not in (0, 1)
         */
        @SuppressWarnings("unchecked") // B is the builder itself
        public final B scale(ScaleController scaleController) {
            Check.notNull("scaleController", scaleController);
            Check.notNull("scaleController.describe()", scaleController.describe());
            Check.notNull("scaleController.targetAcceptance()", scaleController.targetAcceptance())
                    .ifPresent(target -> Check.inOpenUnit("scaleController.targetAcceptance()", target));
            Check.that(
                    !(scaleController instanceof FixedScale fixed) || fixed.scale() >= 1.0,
                    "be >= 1",
                    "scaleController.scale()",
                    scaleController instanceof FixedScale fixed ? fixed.number() : "");
            controller = scaleController;
            return (B) this;
        }
    }

    /**
     * The common part of the builders of informed samplers: the weights of flips.
     *
     * @param <B> the builder itself
     */
    public abstract static class InformedBuilder<B extends InformedBuilder<B>> extends ScaledBuilder<B> {

        WeightFunction weight = WeightFunction.BARKER;

        InformedBuilder() {
            super(OptimalScaling.LBP_ACCEPTANCE, OptimalScaling.LBP_LOCAL_ACCEPTANCE);
        }

        /** The weight of a flip as a function of its probability ratio. */
        @SuppressWarnings("unchecked") // B is the builder itself
        public final B weight(WeightFunction weightFunction) {
            weight = Check.notNull("weightFunction", weightFunction);
            return (B) this;
        }
    }

    /** Builds LBP-R. */
    public static final class Lbp extends InformedBuilder<Lbp> {

        Lbp() {}

        /** The sampler. */
        @Override
        public PathAuxiliarySampler build() {
            return new PathAuxiliarySampler(MetropolisMethod.lbp(weight, controller, mix));
        }
    }

    /** Builds GWG-R. */
    public static final class Gwg extends InformedBuilder<Gwg> {

        Gwg() {}

        /** The sampler. */
        @Override
        public Sampler build() {
            return new Sampler(new MetropolisMethod(
                    "GWG", new MetropolisMove(new ReplacementProposal(), weight, controller, mix)));
        }
    }

    /** Builds RWM-R. */
    public static final class Rwm extends ScaledBuilder<Rwm> {

        Rwm() {
            super(OptimalScaling.RWM_ACCEPTANCE, OptimalScaling.RWM_LOCAL_ACCEPTANCE);
        }

        /** The sampler. */
        @Override
        public Sampler build() {
            return new Sampler(MetropolisMethod.rwm(controller, mix));
        }
    }

    /** Builds a block Gibbs sampler. */
    public static final class BlockGibbs extends SamplerBuilder {

        BlockGibbs() {}

        /** The sampler. It refuses models that are not layered. */
        @Override
        public Sampler build() {
            return new Sampler(new BlockGibbsMethod());
        }
    }
}

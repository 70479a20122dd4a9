package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.BlockGibbsMethod;
import dev.lbp.runtime.engine.GibbsMethod;
import dev.lbp.runtime.engine.MetropolisMethod;
import dev.lbp.runtime.engine.MetropolisMove;
import dev.lbp.theory.OptimalScaling;

/**
 * The samplers of the library. Each is made by a builder, {@code Samplers.lbp().adaptive(0.574).build()}, and is immutable.
 *
 * <table>
 * <caption>Which one</caption>
 * <tr><th>{@link #lbp}</th><td>the default: long informed moves; for targets that are coupled or costly to score</td></tr>
 * <tr><th>{@link #gwg}</th><td>the same with replacement; for comparisons</td></tr>
 * <tr><th>{@link #rwm}</th><td>uninformed; for targets without gradient, or too cheap to be worth one</td></tr>
 * <tr><th>{@link #gibbs}</th><td>wins on sparse graphs, whose conditionals cost next to nothing</td></tr>
 * <tr><th>{@link #blockGibbs}</th><td>all sites at once, where the model has hidden variables to draw them by</td></tr>
 * </table>
 */
public final class Samplers {

    private Samplers() {}

    /** LBP-R, the locally balanced proposal with an auxiliary path; weight t/(t+1) and acceptance 0.574 unless told otherwise. */
    public static Lbp lbp() {
        return new Lbp();
    }

    /** RWM-R, random walk Metropolis: R uniform sites; acceptance 0.234 unless told otherwise. */
    public static Rwm rwm() {
        return new Rwm();
    }

    /**
     * GWG-R, Gibbs with gradients: as LBP-R, but the R sites are drawn with replacement and each is flipped once; weight t/(t+1)
     * and acceptance 0.574 unless told otherwise.
     */
    public static Gwg gwg() {
        return new Gwg();
    }

    /** Gibbs sampling, site by site: systematic scan, coloured where the model gives a colouring, unless told otherwise. */
    public static Gibbs gibbs() {
        return new Gibbs();
    }

    /**
     * Block Gibbs sampling by way of hidden variables: a step draws them given the sites, and then all sites given them. For a
     * {@link dev.lbp.target.LayeredModel} alone.
     */
    public static BlockGibbs blockGibbs() {
        return new BlockGibbs();
    }

    /**
     * What the builders of Metropolis-Hastings samplers share: how the scale is found. The last call counts.
     *
     * @param <B> the builder itself
     */
    public abstract static class ScaledBuilder<B extends ScaledBuilder<B>> {

        ScaleController controller;

        ScaledBuilder(double defaultAcceptance) {
            controller = ScaleController.logScale(defaultAcceptance);
        }

        /**
         * Tunes the scale in warm-up until steps are accepted at this rate, by {@link ScaleController#logScale}.
         *
         * @param targetAcceptance in (0, 1); 0.574 is optimal for lbp, 0.234 for rwm
         */
        public final B adaptive(double targetAcceptance) {
            return scale(ScaleController.logScale(targetAcceptance));
        }

        /**
         * Holds the scale. A whole number R draws exactly R sites at every step; an even one is reducible for lbp and rwm: it keeps
         * the parity of the number of ones. Any other draws R from the two integers around it at every step; see
         * {@link ScaleController#fixed}.
         *
         * @param scale at least 1 and at most the number of free sites of the model
         */
        public final B scale(double scale) {
            return scale(ScaleController.fixed(scale));
        }

        /**
         * Tunes the scale by a rule of one's own choice.
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
            controller = scaleController;
            return (B) this;
        }
    }

    /**
     * What the builders of informed samplers share: how flips are weighted.
     *
     * @param <B> the builder itself
     */
    public abstract static class InformedBuilder<B extends InformedBuilder<B>> extends ScaledBuilder<B> {

        WeightFunction weight = WeightFunction.BARKER;

        InformedBuilder() {
            super(OptimalScaling.LBP_ACCEPTANCE);
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
        public PathAuxiliarySampler build() {
            return new PathAuxiliarySampler(new MetropolisMove(new PathProposal(), weight, controller));
        }
    }

    /** Builds GWG-R. */
    public static final class Gwg extends InformedBuilder<Gwg> {

        Gwg() {}

        /** The sampler. */
        public Sampler build() {
            MetropolisMove move = new MetropolisMove(new ReplacementProposal(), weight, controller);
            return new Sampler(new MetropolisMethod("GWG", move));
        }
    }

    /** Builds RWM-R. */
    public static final class Rwm extends ScaledBuilder<Rwm> {

        Rwm() {
            super(OptimalScaling.RWM_ACCEPTANCE);
        }

        /** The sampler. */
        public Sampler build() {
            MetropolisMove move = new MetropolisMove(new UniformProposal(), WeightFunction.BARKER, controller);
            return new Sampler(new MetropolisMethod("RWM", move));
        }
    }

    /** Builds a Gibbs sampler. */
    public static final class Gibbs {

        private GibbsMethod.Scan scan = GibbsMethod.Scan.COLOURED;

        Gibbs() {}

        /** Takes the sites one by one in ascending order, also where the model gives a colouring. */
        public Gibbs inOrder() {
            scan = GibbsMethod.Scan.IN_ORDER;
            return this;
        }

        /**
         * Draws each site to update uniformly, with replacement. A step is as many updates as there are free sites, so that it
         * costs about as much as a sweep, and what is counted per step compares with it.
         */
        public Gibbs randomScan() {
            scan = GibbsMethod.Scan.RANDOM;
            return this;
        }

        /** The sampler. */
        public Sampler build() {
            return new Sampler(new GibbsMethod(scan));
        }
    }

    /** Builds a block Gibbs sampler. */
    public static final class BlockGibbs {

        BlockGibbs() {}

        /** The sampler, which refuses models that are not layered. */
        public Sampler build() {
            return new Sampler(new BlockGibbsMethod());
        }
    }
}

package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.kernel.Proposal;
import dev.lbp.kernel.ReplacementProposal;
import dev.lbp.kernel.WeightTable;
import dev.lbp.theory.OptimalScaling;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A Metropolis-Hastings sampler: how paths are proposed, how sites are weighted, and how the scale is controlled. What sets
 * LBP, GWG and RWM apart is the proposal alone.
 */
non-sealed class MetropolisSampler extends Sampler {

    private static final long serialVersionUID = 1L;

    /** A frozen scale below it means that adaptation has been at its lower end. */
    private static final double SINGLE_FLIPS = 1.1;

    /** Log-ratios at which weight functions are compared, from -40 to 40. */
    private static final int GRID = 321;

    private static final double GRID_STEP = 0.25;

    /** Of {@code min(1, alpha)}: a chain that flips a site less than once in 1,000 steps is not at an ordinary coupled target. */
    private static final double STANDSTILL = 1e-3;

    private final String method;
    private final Proposal proposal;
    private final WeightFunction weight;
    private final ScaleController controller;

    MetropolisSampler(String method, Proposal proposal, WeightFunction weight, ScaleController controller) {
        this.method = method;
        this.proposal = Objects.requireNonNull(proposal);
        this.weight = Objects.requireNonNull(weight);
        this.controller = Objects.requireNonNull(controller);
    }

    final Proposal proposal() {
        return proposal;
    }

    /** How flips are weighted; without meaning if the proposal is not weighted. */
    final WeightFunction weight() {
        return weight;
    }

    final ScaleController controller() {
        return controller;
    }

    /** A table of flip weights for one state; if the proposal is not weighted, of weight 1 for every free site. */
    final WeightTable newTable(Start start) {
        WeightTable table = WeightTable.of(start.dimension(), start.free());
        if (!proposal.weighted()) {
            double[] ones = new double[start.dimension()];
            for (int site : start.freeSites()) {
                ones[site] = 1.0;
            }
            table.load(ones);
        }
        return table;
    }

    /**
     * A first guess of the scale from the theory of product targets: each site stands for an independent one whose log-odds
     * are those it has now, given the others. NaN where the theory has nothing to say, or a log-ratio is NaN.
     *
     * @param free the sites that may flip
     * @param logRatios of these sites at the state, in the same order
     */
    final double guess(byte[] state, int[] free, double[] logRatios) {
        FlipWeights weights = new FlipWeights(weight);
        if (controller instanceof FixedScale || !proposal.weighted() || !weights.isBalanced()) {
            return Double.NaN;
        }
        double[] logOdds = new double[free.length];
        for (int k = 0; k < free.length; k++) {
            logOdds[k] = (1 - 2 * state[free[k]]) * logRatios[k];
            if (Double.isNaN(logOdds[k])) {
                return Double.NaN; // the model is refused for it when its weights are made
            }
        }
        double lambda1 = OptimalScaling.lambda1OfLogOdds(logOdds, weights::logWeight);
        return lambda1 >= 0.0
                ? OptimalScaling.lbpScale(lambda1, OptimalScaling.LBP_ACCEPTANCE, free.length)
                : Double.NaN;
    }

    @Override
    final Ensemble ensemble(EnergyModel model, Start start, WorkerPool pool) {
        if (controller instanceof FixedScale fixed) {
            int free = start.freeCount();
            Check.that(fixed.scale() <= free, "be in [1, " + free + "]", "scale", fixed.number());
        }
        if (!(model instanceof LocalEnergyModel local)) {
            return new BatchEnsemble(model, start, this, pool);
        }
        return LocalEnsemble.of(model, start.chains(), c -> new LocalMetropolis(local, start, c, this), pool);
    }

    /** The path, touched sites and weights of all sites; of an informed proposal, log-ratios and new weights too. */
    @Override
    final int bytesPerSite() {
        return 3 * Integer.BYTES + (proposal.weighted() ? 3 : 1) * Double.BYTES;
    }

    @Override
    final String describe() {
        String weighting = proposal.weighted() ? ", weight " + weight.name() : "";
        return method + weighting + ", scale: " + controller.describe();
    }

    @Override
    final void identify(Map<String, String> entries) {
        FlipWeights weights = new FlipWeights(weight);
        entries.put(
                "the weight function (checksum of values)",
                proposal.weighted()
                        ? Fingerprint.of(GRID, k -> weights.logWeight(GRID_STEP * (k - GRID / 2)))
                        : "none");
        entries.put("the scale controller", Fingerprint.of(controller));
    }

    @Override
    final String caveat(double scale, int freeSites, double acceptanceRate) {
        boolean exact = controller instanceof FixedScale && !(proposal instanceof ReplacementProposal);
        if (exact && freeSites > 1 && (scale % 2 == 0 || scale == freeSites)) {
            return String.format(
                    Locale.ROOT,
                    "a fixed scale of %.0f is reducible: every move %s.",
                    scale,
                    scale == freeSites ? "flips every site" : "keeps the parity of the number of ones");
        }
        double target = controller.targetAcceptance().orElse(0.0);
        if (freeSites > 1 && scale < SINGLE_FLIPS && acceptanceRate < target - 0.02) {
            if (acceptanceRate < STANDSTILL) {
                return String.format(
                        Locale.ROOT,
                        "acceptance is %.4f at R = 1: the chains stand still. Likely causes: every single flip leads to a state"
                                + " that is impossible or far less probable, as where the number of ones is constrained; or"
                                + " the weight function is 0.",
                        acceptanceRate);
            }
            return String.format(
                    Locale.ROOT,
                    "acceptance stays below %.3f at R = 1: single flips are often rejected, as is normal on strongly coupled"
                            + " targets.",
                    target);
        }
        return "";
    }
}

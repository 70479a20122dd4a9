package dev.lbp.runtime.engine;

import dev.lbp.internal.Check;
import dev.lbp.internal.Fingerprint;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.proposal.CostedScale;
import dev.lbp.proposal.FixedScale;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.Locale;
import java.util.Map;

/**
 * A Metropolis-Hastings method, on either engine.
 *
 * @param name the name of the method in summaries
 */
public record MetropolisMethod(String name, MetropolisMove move) implements Method {

    /** The largest fixed number of uniform labels of a step; a step of this number takes minutes, and cannot be interrupted. */
    private static final int MOST_LABELS = 1_000_000_000;

    /** A frozen scale below this means that adaptation reached its lower end. */
    private static final double SINGLE_FLIPS = 1.1;

    /** Least mean of {@code min(1, alpha)} on an ordinary coupled target, where a chain moves at least once in 1,000 steps. */
    static final double STANDSTILL = 1e-3;

    @Override
    public void checkFits(EnergyModel model) {
        Check.that(
                model instanceof LocalEnergyModel || move.swaps() == 0.0,
                "be 0 on a model that is not a LocalEnergyModel",
                "swaps",
                move.swaps());
    }

    private void checkNoSwaps() {
        Check.that(move.swaps() == 0.0, "be 0 on a model of sites that are not bits", "swaps", move.swaps());
    }

    @Override
    public Method forCost(boolean growsWithFlips) {
        return move.controller() instanceof CostedScale costed
                ? new MetropolisMethod(name, move.with(costed.forCost(growsWithFlips)))
                : this;
    }

    @Override
    public Ensemble<byte[]> ensemble(EnergyModel model, Start start, WorkerPool pool) {
        if (!(model instanceof LocalEnergyModel local)) {
            checkScale(start.largestScale());
            return BatchMetropolisEnsemble.ofBits(model, start, move, pool);
        }
        return LocalEnsemble.of(local, start.rowNames(), localChains(local, start), pool);
    }

    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, Start start) {
        checkScale(start.largestScale());
        return start.fixesOnes()
                ? (target, c) -> new LocalSubsetChain(target, start, c, move)
                : (target, c) -> new LocalMetropolisChain(target, start, c, move);
    }

    void checkScale(int largest) {
        if (move.controller() instanceof FixedScale fixed
                && move.proposal().scales(largest).whole()) {
            Check.that(
                    fixed.scale() >= 1.0 && fixed.scale() <= largest,
                    "be in [1, " + largest + "]",
                    "scale",
                    fixed.number());
        }
    }

    @Override
    public void checkFits(CategoricalEnergyModel model) {
        checkNoSwaps();
    }

    @Override
    public Ensemble<int[]> ensemble(CategoricalEnergyModel model, MoveStart start, WorkerPool pool) {
        checkScale(start.freeCount());
        return BatchMetropolisEnsemble.ofValues(
                model, start, new MetropolisMove(move.proposal().ofValues(), move.weight(), move.controller()), pool);
    }

    @Override
    public void checkFits(MoveModel model) {
        Check.that(
                !move.proposal().weighted(),
                "be pas() for informed moves, whose weights change with every move, or rwm(); on a CategoricalModel"
                        + " gibbs() too",
                "sampler",
                describe());
        checkNoSwaps();
        boolean ends = !(move.controller() instanceof FixedScale fixed) || fixed.scale() <= MOST_LABELS;
        Check.that(ends, "be <= " + MOST_LABELS, "scale", ends ? "" : ((FixedScale) move.controller()).number());
    }

    @Override
    public Ensemble<int[]> ensemble(MoveModel model, MoveStart start, WorkerPool pool) {
        checkFits(model);
        return LocalEnsemble.of(
                model,
                start.rowNames(),
                (target, c) -> new UniformMoveChain(target, start, c, move.controller()),
                pool);
    }

    @Override
    public int bytesPerMove() {
        return Integer.BYTES;
    }

    @Override
    public String untempered() {
        return "";
    }

    /**
     * The path, the touched sites and the weights of all sites; for an informed proposal also log-ratios and new weights; for
     * swaps the free sites, those of each value, the touched sites, log-ratios and weights.
     */
    @Override
    public int bytesPerSite() {
        return 3 * Integer.BYTES
                + (move.proposal().weighted() ? 3 : 1) * Double.BYTES
                + (move.swaps() > 0.0 ? 4 * Integer.BYTES + 2 * Double.BYTES : 0);
    }

    @Override
    public String describe() {
        String weighting =
                move.proposal().weighted() ? ", weight " + move.weight().name() : "";
        String swaps = move.swaps() > 0.0 ? ", swaps " + move.swaps() : "";
        return name + weighting + ", scale: " + ChainScale.describe(move.controller()) + swaps;
    }

    @Override
    public void identify(Map<String, String> entries) {
        entries.put(
                "the weight function (checksum of values)",
                move.proposal().weighted() ? new FlipWeights(move.weight()).fingerprint() : "none");
        entries.put("the scale controller", Fingerprint.of(move.controller()));
    }

    @Override
    public String changesOnes() {
        return move.proposal() instanceof ReplacementProposal
                ? "it draws with replacement, and may flip more ones than zeros"
                : "";
    }

    @Override
    public String caveat(EnergyModel model, double scale, Start start, double acceptanceRate) {
        boolean exact = move.controller() instanceof FixedScale && !(move.proposal() instanceof ReplacementProposal);
        String reducible = exact ? reducible(scale, start) : "";
        if (!reducible.isEmpty()) {
            return reducibleScale(scale, reducible);
        }
        return rateCaveat(scale, start, acceptanceRate);
    }

    /** The warning about the acceptance rate alone. */
    String rateCaveat(double scale, Start start, double acceptanceRate) {
        int freeSites = start.freeCount();
        double target = move.controller().targetAcceptance().orElse(0.0);
        if (freeSites > 1 && scale < SINGLE_FLIPS && acceptanceRate < target - 0.02) {
            if (acceptanceRate < STANDSTILL) {
                return String.format(
                        Locale.ROOT,
                        "acceptance is %.4f at R = 1: the chains stand still%s. Likely causes: every single flip leads to a"
                                + " state that is impossible or far less probable, as where %s; or the weight function is 0.",
                        acceptanceRate,
                        move.swaps() > 0.0 ? ", but for swaps" : "",
                        start.fixesOnes()
                                ? "a state with another number of ones is impossible (informed moves weigh single flips)"
                                : "the number of ones is constrained (then ones(k) helps)");
            }
            return String.format(
                    Locale.ROOT,
                    "acceptance stays below %.3f at R = 1: single %s are often rejected, as is normal on strongly coupled"
                            + " targets.",
                    target,
                    start.fixesOnes() ? "exchanges" : "flips");
        }
        return "";
    }

    /** What every move of exactly {@code scale} draws does, if that makes the chain reducible; else empty. */
    private String reducible(double scale, Start start) {
        int freeSites = start.freeCount();
        if (start.fixesOnes()) {
            return freeSites > 2 && 2.0 * scale == freeSites && move.swaps() == 0.0 ? "flips every site" : "";
        }
        return reducible(scale, freeSites);
    }

    private static String reducible(double scale, int freeSites) {
        if (freeSites == 1 || (scale % 2 != 0 && scale != freeSites)) {
            return "";
        }
        return scale == freeSites ? "flips every site" : "keeps the parity of the number of ones";
    }

    private String reducibleScale(double scale, String reducible) {
        return String.format(
                Locale.ROOT,
                "a fixed scale of %.0f is reducible: every move %s%s.",
                scale,
                reducible,
                move.swaps() > 0.0 ? ", and a swap keeps their number" : "");
    }

    /** Only batched categories have weighted sites here; with two values they are bits. */
    @Override
    public String caveat(double scale, MoveStart start, double acceptanceRate) {
        boolean bits = move.controller() instanceof FixedScale
                && move.proposal() instanceof PathProposal
                && start.values() == 2;
        String reducible = bits ? reducible(scale, start.freeCount()) : "";
        if (!reducible.isEmpty()) {
            return reducibleScale(scale, reducible);
        }
        return acceptanceRate < STANDSTILL
                ? String.format(
                        Locale.ROOT,
                        "acceptance is %.4f: the chains hardly move. Likely causes: few labels are legal, or nearly every move"
                                + " leads to a state that is impossible or far less probable.",
                        acceptanceRate)
                : "";
    }

    @Override
    public boolean usesLogRatios() {
        return move.proposal().weighted();
    }

    @Override
    public boolean rejects() {
        return true;
    }
}

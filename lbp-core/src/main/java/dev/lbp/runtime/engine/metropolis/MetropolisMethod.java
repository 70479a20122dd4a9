package dev.lbp.runtime.engine.metropolis;

import dev.lbp.internal.Check;
import dev.lbp.internal.WithinBall;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.CostedScale;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.Abilities;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LocalEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.chain.UniformMoveChain;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.Map;

/**
 * A Metropolis-Hastings method, on either engine.
 *
 * @param name the name of the method in summaries
 */
public record MetropolisMethod(String name, MetropolisMove move) implements Method {

    private static final String INFORMED_MOVES =
            "be pas() for informed moves, whose weights change with every move, or rwm(); on a CategoricalModel gibbs() too";

    /** The largest fixed number of uniform labels in a step. Such a step takes minutes, and cannot be interrupted. */
    private static final int MOST_LABELS = 1_000_000_000;

    /** A rate that is less than this below its target needs no warning. */
    private static final double NEAR_TARGET = 0.02;

    /** A frozen scale below this means that adaptation reached the least scale, R = 1. */
    private static final double SINGLE_FLIPS = 1.1;

    /** LBP: paths of distinct sites, drawn by their weights. */
    public static MetropolisMethod lbp(WeightFunction weight, ScaleController controller, StepMix mix) {
        return new MetropolisMethod("LBP", new MetropolisMove(new PathProposal(), weight, controller, mix));
    }

    /** RWM: flips of uniformly drawn sites. */
    public static MetropolisMethod rwm(ScaleController controller, StepMix mix) {
        WeightFunction unused = WeightFunction.BARKER; // a uniform proposal draws without weights
        return new MetropolisMethod("RWM", new MetropolisMove(new UniformProposal(), unused, controller, mix));
    }

    private StepMix mix() {
        return move.mix();
    }

    @Override
    public Abilities abilities() {
        Abilities own = move.whole()
                ? Abilities.of(Ability.MOVES, Ability.CATEGORIES, Ability.ONES, Ability.TEMPERING)
                : Abilities.of(Ability.CATEGORIES, Ability.ONES, Ability.TEMPERING);
        return mix().restrict(own.without(Ability.ONES, move.proposal().changesOnes())
                .without(Ability.MOVES, move.proposal().weighted() && move.whole() ? INFORMED_MOVES : ""));
    }

    @Override
    public void checkFits(EnergyModel model) {
        mix().checkFits(model);
    }

    private void checkNoSwaps() {
        mix().checkSwaps(false, "a model of sites that are not bits");
    }

    @Override
    public Method forCost(boolean growsWithFlips) {
        return move.controller() instanceof CostedScale costed
                ? new MetropolisMethod(name, move.with(costed.forCost(growsWithFlips)))
                : this;
    }

    @Override
    public boolean correctsConditionals() {
        return move.proposesOneFlip();
    }

    @Override
    public Ensemble<byte[]> batchedChains(EnergyModel model, BitStart start, WorkerPool pool) {
        checkScale(start.largestScale());
        return BatchMetropolisEnsemble.ofBits(model, start, move, pool);
    }

    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, BitStart start) {
        checkScale(start.largestScale());
        return start.fixesOnes()
                ? (target, c) -> new LocalSubsetChain(target, start, c, move)
                : (target, c) -> new LocalMetropolisChain(target, start, c, move);
    }

    /** Checks that a fixed number of sites in a step is in [1, {@code largest}]. */
    public void checkScale(int largest) {
        if (move.controller() instanceof FixedScale fixed && move.whole()) {
            Check.that(
                    fixed.scale() >= 1.0 && fixed.scale() <= largest,
                    "be in [1, " + largest + "]",
                    "scale",
                    fixed.number());
        }
    }

    /** Also refuses swaps, and steps of more sites than may differ in a model {@link WithinBall within a ball}. */
    @Override
    public void checkFits(CategoricalEnergyModel model) {
        Method.super.checkFits(model);
        checkNoSwaps();
        if (model instanceof WithinBall ball) {
            checkReaches(ball.radius());
        }
    }

    /**
     * Refuses steps of more than k distinct sites on a model whose states differ from a given one, the wild type, at no
     * more than k sites (mutations). From the wild type such a step leads to no state of the model, and from a state
     * with k mutations no path is that long. So a chain neither leaves nor reaches these states. A fixed scale between
     * two integers also draws the lower one.
     *
     * @param mutations k
     */
    private void checkReaches(int mutations) {
        boolean distinct = move.whole() && !(move.proposal() instanceof ReplacementProposal);
        if (distinct && move.controller() instanceof FixedScale fixed) {
            Check.that(
                    Math.floor(fixed.scale()) <= mutations,
                    "be at most " + mutations + ", the largest number of mutations",
                    "scale",
                    fixed.number());
        }
    }

    @Override
    public Ensemble<int[]> ensemble(CategoricalEnergyModel model, ValueStart start, WorkerPool pool) {
        checkScale(start.freeCount());
        return BatchMetropolisEnsemble.ofValues(model, start, ofValues().move(), pool);
    }

    /** The method on sites of more than two values. */
    public MetropolisMethod ofValues() {
        return new MetropolisMethod(
                name, new MetropolisMove(move.proposal().ofValues(), move.weight(), move.controller()));
    }

    @Override
    public void checkFits(MoveModel model) {
        Method.super.checkFits(model);
        checkNoSwaps();
        // a step of more labels would not end; the last argument of the check is shown only if it fails
        boolean ends = !(move.controller() instanceof FixedScale fixed) || fixed.scale() <= MOST_LABELS;
        Check.that(ends, "be <= " + MOST_LABELS, "scale", ends ? "" : ((FixedScale) move.controller()).number());
    }

    @Override
    public LocalEnsemble.ChainFactory<MoveModel, int[]> moveChains(ValueStart start) {
        return (target, c) -> new UniformMoveChain(target, start, c, move.controller());
    }

    @Override
    public int bytesPerMove() {
        return Integer.BYTES;
    }

    @Override
    public int bytesPerSite() {
        return move.proposal().bytesPerSite() + mix().bytesPerSite();
    }

    @Override
    public String describe() {
        String weighting =
                move.proposal().weighted() ? ", weight " + move.weight().name() : "";
        String scale = move.whole() ? "scale" : scaleName(); // a number of sites, or a time step
        return mix().describe(name + weighting + ", " + scale + ": " + ChainScale.describe(move.controller()));
    }

    @Override
    public String scaleName() {
        return move.proposal().scaleName();
    }

    @Override
    public String pace(double scale, double acceptanceRate) {
        if (mix().jumpsAlone()) {
            return Numbers.format("acceptance %.3f", acceptanceRate);
        }
        return move.whole()
                ? Method.super.pace(scale, acceptanceRate)
                : Numbers.format("%s %.3g, acceptance %.3f", scaleName(), scale, acceptanceRate);
    }

    @Override
    public void identify(Map<String, String> entries) {
        entries.put(
                "the weight function (checksum of values)",
                move.proposal().weighted() ? new FlipWeights(move.weight()).fingerprint() : "none");
        entries.put("the scale controller", Fingerprint.of(move.controller()));
        mix().identify(entries);
    }

    @Override
    public String caveat(EnergyModel model, double scale, BitStart start, double acceptanceRate) {
        if (mix().jumpsAlone()) {
            return StepMix.caveatAlone(acceptanceRate);
        }
        return move.whole() ? rateCaveat(scale, start, acceptanceRate) : timeStepCaveat(model, acceptanceRate);
    }

    /** The warning about a method whose scale is a time step. */
    private String timeStepCaveat(EnergyModel model, double acceptanceRate) {
        if (acceptanceRate < STANDSTILL) {
            return Numbers.format(
                    "acceptance is %.4f: the chains stand still. With sqrt(t) all sites whose flip is steep flip at once, at any"
                            + " time step; t/(t+1) flips some of them, lbp() a few.",
                    acceptanceRate);
        }
        return model instanceof LocalEnergyModel
                ? "a step of " + name
                        + " on a local model costs O(N), whatever it flips; LBP-R costs O(R * degree) there."
                : "";
    }

    /** The warning about the acceptance rate alone. */
    private String rateCaveat(double scale, BitStart start, double acceptanceRate) {
        int freeSites = start.freeCount();
        double target = move.controller().targetAcceptance().orElse(0.0);
        if (freeSites > 1 && scale < SINGLE_FLIPS && acceptanceRate < target - NEAR_TARGET) {
            if (acceptanceRate < STANDSTILL) {
                return Numbers.format(
                        "acceptance is %.4f at R = 1: the chains stand still%s. Likely causes: every single flip leads to a"
                                + " state that is impossible or far less probable, as where %s; or the weight function is 0.",
                        acceptanceRate,
                        mix().hasSwaps() ? ", but for swaps" : "",
                        start.fixesOnes()
                                ? "a state with another number of ones is impossible (informed moves weigh single flips)"
                                : "the number of ones is constrained (then ones(k) helps)");
            }
            return Numbers.format(
                    "acceptance stays below %.3f at R = 1: single %s are often rejected, as is normal on strongly coupled"
                            + " targets.",
                    target, start.fixesOnes() ? "exchanges" : "flips");
        }
        return "";
    }

    /** Judges moves that flip a fixed number of distinct sites. */
    @Override
    public String reducible(double scale, BitStart start) {
        int freeSites = start.freeCount();
        if (!flipsFixedCount() || mix().hasJumps()) { // a jump may change the number of ones by any number, odd or even
            return "";
        }
        if (!start.fixesOnes()) {
            return reducibleByFlips(scale, freeSites);
        }
        return freeSites > 2 && 2.0 * scale == freeSites && !mix().hasSwaps() ? flipsAll(scale) : "";
    }

    @Override
    public String reducible(double scale, ValueStart start) {
        return start.values() == 2 && flipsFixedCount() ? reducibleByFlips(scale, start.freeCount()) : "";
    }

    private boolean flipsFixedCount() {
        return move.controller() instanceof FixedScale
                && move.whole()
                && !(move.proposal() instanceof ReplacementProposal);
    }

    /** Why steps of exactly {@code scale} flips cannot reach all states; "" if they can. */
    private String reducibleByFlips(double scale, int freeSites) {
        if (freeSites == 1 || (scale % 2 != 0 && scale != freeSites)) {
            return "";
        }
        return scale == freeSites
                ? flipsAll(scale)
                : reason(scale, "keeps the parity of the number of ones", "An odd scale");
    }

    private String flipsAll(double scale) {
        return reason(scale, "flips every site", "A smaller odd scale");
    }

    private String reason(double scale, String everyMove, String better) {
        return Numbers.format(
                "A fixed scale of %.0f is reducible: every move %s%s. %s or an adaptive one reaches all states.",
                scale, everyMove, mix().hasSwaps() ? ", and a swap keeps their number" : "", better);
    }

    @Override
    public String caveat(double scale, ValueStart start, double acceptanceRate) {
        // a scale that is no number of sites is a time step, whose standstill has other causes
        return move.whole() && acceptanceRate < STANDSTILL
                ? Numbers.format(
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
    public boolean hasScale() {
        return !mix().jumpsAlone();
    }
}

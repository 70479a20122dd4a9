package dev.lbp.runtime.engine.path;

import dev.lbp.internal.Check;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.Abilities;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LocalEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.Map;

/**
 * The path-auxiliary sampler whose weights are recomputed after every move, see {@link ExactPath}. It samples models
 * with their own moves, and local models of bits by flips.
 *
 * @param draw draws one label by the weights of a table
 * @param weight the weight function of moves, balanced
 * @param length the number of moves of a path
 */
public record PathMethod(Proposal draw, WeightFunction weight, FixedScale length) implements Method {

    /**
     * Below this acceptance rate a warning advises shorter paths, because the sums of weights differ much between
     * states.
     */
    private static final double LOW_ACCEPTANCE = 0.7;

    @Override
    public void checkFits(EnergyModel model) {
        boolean local = model instanceof LocalEnergyModel;
        Check.that(
                local,
                "be a LocalEnergyModel or a MoveModel: pas() weighs again after every flip, which would cost a batched"
                        + " model an evaluation each",
                "model",
                ModelCalls.nameOf(model));
        boolean exact = ModelCalls.call(model, "exactFlips()", model::exactFlips);
        Check.that(
                exact,
                "have exact log-ratios: with first-order ones Z(x)/Z(y) is not the acceptance probability",
                "model",
                ModelCalls.nameOf(model));
    }

    @Override
    public Ensemble<byte[]> ensemble(EnergyModel model, BitStart start, WorkerPool pool) {
        checkFits(model);
        return Method.super.ensemble(model, start, pool);
    }

    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, BitStart start) {
        return (target, c) -> new PathBitChain(target, start, c, this);
    }

    @Override
    public LocalEnsemble.ChainFactory<MoveModel, int[]> moveChains(ValueStart start) {
        return (target, c) -> new PathMoveChain(target, start, c, this);
    }

    @Override
    public Abilities abilities() {
        return Abilities.of(Ability.MOVES, Ability.ONES, Ability.TEMPERING);
    }

    /** Counts the weight, its logarithm and the touched sites. */
    @Override
    public int bytesPerSite() {
        return 2 * Double.BYTES + 4 * Integer.BYTES;
    }

    /**
     * Counts the weight, a copy of it while a path is proposed, the list of replaced weights, and the touched labels.
     */
    @Override
    public int bytesPerMove() {
        return 3 * Double.BYTES + 2 * Integer.BYTES;
    }

    @Override
    public String describe() {
        return "PAS, weight " + weight.name() + ", paths of " + shortest() + " or " + (shortest() + 1) + " moves";
    }

    /** The whole part of the scale. A step draws a path of this many moves, or of one more. */
    private int shortest() {
        return (int) length.scale();
    }

    @Override
    public void identify(Map<String, String> entries) {
        entries.put("the weight function (checksum of values)", new FlipWeights(weight).fingerprint());
    }

    @Override
    public boolean usesLogRatios() {
        return true;
    }

    @Override
    public String pace(double scale, double acceptanceRate) {
        return Numbers.format("paths of %d or %d moves, acceptance %.3f", shortest(), shortest() + 1, acceptanceRate);
    }

    /**
     * A warning if few paths are accepted. A path from x to y is accepted with probability min(1, Z(x) / Z(y)), where Z
     * is the sum of a state's weights.
     */
    @Override
    public String caveat(double acceptanceRate) {
        if (!(acceptanceRate < LOW_ACCEPTANCE)) {
            return "";
        }
        boolean barker = weight.name().equals(WeightFunction.BARKER.name());
        return Numbers.format(
                "acceptance %.3f is low for this sampler: the sums of weights differ much between neighbouring states%s%s.",
                acceptanceRate,
                shortest() > 1 ? "; a shorter path wastes less of a rejected step" : "",
                barker ? "" : "; weight " + WeightFunction.BARKER.name() + " varies less");
    }
}

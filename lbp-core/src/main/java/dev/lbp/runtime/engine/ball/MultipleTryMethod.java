package dev.lbp.runtime.engine.ball;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.runtime.engine.chain.Abilities;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LocalEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Map;

/**
 * Multiple-try Metropolis (Liu, Liang and Wong 2000) with weights of probability ratios, on either engine. A step from
 * x draws {@code tries} candidates, each with R flips at uniformly drawn sites. It chooses one of them, y, with
 * probability proportional to the weight g(pi(y) / pi(x)). Then it draws {@code tries - 1} candidates around y and adds
 * x as the last. The probability to accept y follows from the sum of the weights around x over that around y, see
 * {@link TryWeights#acceptance}.
 *
 * @param tries the number of candidates, at least 1
 * @param move uniform flips, the weight function of candidates, the scale and the mix of kinds of steps
 */
public record MultipleTryMethod(int tries, MetropolisMove move) implements Method {

    /** Random walk Metropolis with the same move, which is this method with one try. */
    MetropolisMethod metropolis() {
        return new MetropolisMethod("RWM", move);
    }

    @Override
    public void checkFits(EnergyModel model) {
        Check.that(
                !(model instanceof AnnealedModel),
                "be another sampler for annealed importance sampling: "
                        + abilities().reason(Ability.TEMPERING),
                "sampler",
                describe());
        metropolis().checkFits(model);
    }

    @Override
    public Method forCost(boolean growsWithFlips) {
        return new MultipleTryMethod(tries, ((MetropolisMethod) metropolis().forCost(growsWithFlips)).move());
    }

    @Override
    public Ensemble<byte[]> batchedChains(EnergyModel model, BitStart start, WorkerPool pool) {
        metropolis().checkScale(start.largestScale());
        return MultipleTryEnsemble.of(model, start, this, pool);
    }

    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, BitStart start) {
        metropolis().checkScale(start.largestScale());
        return (target, c) -> new LocalMultipleTryChain(target, start, c, this);
    }

    @Override
    public Abilities abilities() {
        return move.mix()
                .restrict(Abilities.BITS
                        .without(Ability.ONES, "its candidates flip any sites")
                        .without(
                                Ability.TEMPERING,
                                "its candidates are rows of a batch of their own, which know no temperature"));
    }

    /** Counts the bytes of random walk Metropolis and of the set of sites where a candidate of y differs from x. */
    @Override
    public int bytesPerSite() {
        return metropolis().bytesPerSite() + 2 * Integer.BYTES;
    }

    /** Each try has a path and a row in the model's input. */
    @Override
    public int batchBytesPerSite() {
        return tries * (Integer.BYTES + 2 * Double.BYTES);
    }

    @Override
    public String describe() {
        return move.mix()
                .describe("multiple-try, " + tries + (tries == 1 ? " try" : " tries") + ", weight "
                        + move.weight().name() + ", scale: " + ChainScale.describe(move.controller()));
    }

    @Override
    public void identify(Map<String, String> entries) {
        entries.put("the weight function (checksum of values)", new FlipWeights(move.weight()).fingerprint());
        entries.put("the scale controller", Fingerprint.of(move.controller()));
        move.mix().identify(entries);
    }

    @Override
    public String caveat(EnergyModel model, double scale, BitStart start, double acceptanceRate) {
        return metropolis().caveat(model, scale, start, acceptanceRate);
    }

    @Override
    public String reducible(double scale, BitStart start) {
        return metropolis().reducible(scale, start);
    }
}

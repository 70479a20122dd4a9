package dev.lbp.runtime.engine;

import dev.lbp.internal.Check;
import dev.lbp.internal.Fingerprint;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Locale;
import java.util.Map;

/**
 * A method some of whose steps are {@link IndependentJump jumps}.
 *
 * @param local the method of the other steps
 * @param probability of a jump at each step, in (0, 1]; with 1 the jumps are the moves
 */
public record JumpMethod(Method local, StateDistribution q, double probability) implements Method {

    @Override
    public void checkFits(EnergyModel model) {
        local.checkFits(model);
        Check.that(
                q.dimension() == ModelCalls.dimensionOf(model),
                "have the dimension of the model, " + ModelCalls.dimensionOf(model),
                "q.dimension()",
                q.dimension());
    }

    @Override
    public Method forCost(boolean growsWithFlips) {
        return new JumpMethod(local.forCost(growsWithFlips), q, probability);
    }

    @Override
    public Ensemble<byte[]> ensemble(EnergyModel model, Start start, WorkerPool pool) {
        if (model instanceof LocalEnergyModel localModel) {
            return LocalEnsemble.of(localModel, start.rowNames(), localChains(localModel, start), pool);
        }
        Ensemble<byte[]> ensemble = local.ensemble(model, start, pool);
        for (ChainState<byte[]> chain : ensemble.chains) {
            ((BatchChain) chain).jumpBy(newJump(start));
        }
        return ensemble;
    }

    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, Start start) {
        LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> factory = local.localChains(model, start);
        return (target, c) -> {
            LocalBitChain chain = (LocalBitChain) factory.create(target, c);
            chain.jumpBy(newJump(start));
            return chain;
        };
    }

    private IndependentJump newJump(Start start) {
        return new IndependentJump(q, probability, start.dimension());
    }

    private boolean jumpsAlone() {
        return probability == 1.0;
    }

    @Override
    public String untempered() {
        return local.untempered();
    }

    @Override
    public String freesFrozen() {
        return "a jump draws all sites";
    }

    @Override
    public String changesOnes() {
        return "a jump may change their number";
    }

    /** What the method needs, and the second tracker's share: the drawn state. */
    @Override
    public int bytesPerSite() {
        return local.bytesPerSite() + 1;
    }

    @Override
    public int batchBytesPerSite() {
        return local.batchBytesPerSite();
    }

    @Override
    public String describe() {
        return jumpsAlone()
                ? "independent draws of " + q.name()
                : local.describe() + ", jumps " + probability + " by " + q.name();
    }

    @Override
    public void identify(Map<String, String> entries) {
        local.identify(entries);
        entries.put("the distribution of jumps (checksum)", Fingerprint.of(q));
    }

    @Override
    public boolean usesLogRatios() {
        return local.usesLogRatios();
    }

    @Override
    public String scaleName() {
        return local.scaleName();
    }

    @Override
    public String pace(double scale, double acceptanceRate) {
        return jumpsAlone()
                ? String.format(Locale.ROOT, "acceptance %.3f", acceptanceRate)
                : local.pace(scale, acceptanceRate);
    }

    @Override
    public boolean hasScale() {
        return !jumpsAlone() && local.hasScale();
    }

    @Override
    public boolean rejects() {
        return true;
    }

    /** A fixed even R is no trap here: jumps reach both parities. */
    @Override
    public String caveat(EnergyModel model, double scale, Start start, double acceptanceRate) {
        if (jumpsAlone()) {
            return acceptanceRate < MetropolisMethod.STANDSTILL
                    ? String.format(
                            Locale.ROOT,
                            "acceptance is %.4f: q hardly draws what the model makes probable.",
                            acceptanceRate)
                    : "";
        }
        Method alone = local instanceof MultipleTryMethod several ? several.metropolis() : local;
        return alone instanceof MetropolisMethod metropolis
                ? metropolis.rateCaveat(scale, start, acceptanceRate)
                : local.caveat(model, scale, start, acceptanceRate);
    }
}

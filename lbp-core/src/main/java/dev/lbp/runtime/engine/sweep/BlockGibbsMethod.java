package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.HiddenProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.Abilities;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.metropolis.BatchMetropolisEnsemble;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import java.util.Locale;

/**
 * Block Gibbs sampling of a layered model. A step draws all free sites given the hidden variables. One evaluation then
 * computes the log-probability of the new state, and draws the hidden variables given the sites for the next step. A
 * chain keeps no hidden variables, only the flip probabilities of its sites given the hidden variables.
 */
public record BlockGibbsMethod() implements Method {

    @Override
    public void checkFits(EnergyModel model) {
        Check.that(
                model instanceof LayeredModel,
                "be a LayeredModel, such as an RBM, for blockGibbs(); use auto()",
                "model",
                ModelCalls.nameOf(model));
    }

    @Override
    public Abilities abilities() {
        return Abilities.BITS
                .without(Ability.ONES, "it draws each site independently, given the hidden variables")
                .without(
                        Ability.TEMPERING,
                        "a layered model at another temperature is no layered model: its hidden variables no longer make its"
                                + " sites independent");
    }

    @Override
    public Ensemble<byte[]> ensemble(EnergyModel model, BitStart start, WorkerPool pool) {
        return BatchMetropolisEnsemble.ofBits(model, start, move(start), pool);
    }

    /** The step as a move that is always accepted: its weights t/(t+1) are the conditional probabilities of flips. */
    public static MetropolisMove move(BitStart start) {
        return new MetropolisMove(
                new HiddenProposal(start.freeSites()), WeightFunction.BARKER, new FixedScale(start.freeCount()));
    }

    @Override
    public String pace(double scale, double acceptanceRate) {
        return String.format(Locale.ROOT, "sweeps of %.0f sites", scale);
    }

    @Override
    public int bytesPerSite() {
        return new HiddenProposal(new int[0]).bytesPerSite();
    }

    @Override
    public boolean rejects() {
        return false;
    }

    @Override
    public String describe() {
        return "Gibbs, all sites at once";
    }
}

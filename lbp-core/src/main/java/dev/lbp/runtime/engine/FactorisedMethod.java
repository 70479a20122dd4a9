package dev.lbp.runtime.engine;

import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Locale;
import java.util.Map;

/**
 * A Metropolis-Hastings method whose proposal flips each site independently, on either engine; its scale is a time step.
 *
 * @param name the name of the method in summaries
 */
public record FactorisedMethod(String name, MetropolisMove move) implements Method {

    /** The flip probabilities of a chain's tables: two doubles a site, in two tables. */
    private static final int PROBABILITY_BYTES = 4 * Double.BYTES;

    private MetropolisMethod metropolis() {
        return new MetropolisMethod(name, move);
    }

    @Override
    public Ensemble<byte[]> ensemble(EnergyModel model, Start start, WorkerPool pool) {
        return metropolis().ensemble(model, start, pool);
    }

    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, Start start) {
        return metropolis().localChains(model, start);
    }

    @Override
    public void checkFits(CategoricalEnergyModel model) {
        // Fits every batched model of categories.
    }

    @Override
    public Ensemble<int[]> ensemble(CategoricalEnergyModel model, MoveStart start, WorkerPool pool) {
        return metropolis().ensemble(model, start, pool);
    }

    @Override
    public String untempered() {
        return "";
    }

    @Override
    public int bytesPerSite() {
        return metropolis().bytesPerSite() + PROBABILITY_BYTES;
    }

    @Override
    public String describe() {
        return name + ", weight " + move.weight().name() + ", " + scaleName() + ": "
                + ChainScale.describe(move.controller());
    }

    @Override
    public void identify(Map<String, String> entries) {
        metropolis().identify(entries);
    }

    @Override
    public String scaleName() {
        return "time step tau";
    }

    @Override
    public String pace(double scale, double acceptanceRate) {
        return String.format(Locale.ROOT, "%s %.3g, acceptance %.3f", scaleName(), scale, acceptanceRate);
    }

    @Override
    public String caveat(EnergyModel model, double scale, Start start, double acceptanceRate) {
        if (acceptanceRate < MetropolisMethod.STANDSTILL) {
            return String.format(
                    Locale.ROOT,
                    "acceptance is %.4f: the chains stand still. With sqrt(t) all sites whose flip is steep flip at once, at any"
                            + " time step; t/(t+1) flips some of them, lbp() a few.",
                    acceptanceRate);
        }
        return model instanceof LocalEnergyModel
                ? "a step of " + name
                        + " on a local model costs O(N), whatever it flips; LBP-R costs O(R * degree) there."
                : "";
    }

    @Override
    public boolean usesLogRatios() {
        return true;
    }

    @Override
    public String changesOnes() {
        return "it flips each site independently";
    }

    @Override
    public boolean rejects() {
        return true;
    }
}

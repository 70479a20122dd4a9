package dev.lbp.runtime.engine.cluster;

import dev.lbp.internal.Check;
import dev.lbp.runtime.engine.chain.Abilities;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.chain.LocalEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import dev.lbp.target.PairBonds;
import dev.lbp.target.SiteGraph;
import dev.lbp.target.Target;
import java.util.Locale;
import java.util.Optional;

/** Moves of {@link Clusters} of equal sites, for ferromagnetic models that tell their {@link PairBonds}. */
public record ClusterMethod(Kind kind) implements Method {

    /** Most clusters of a step are rejected below this acceptance rate: sweeps of single sites move more. */
    private static final double HELD = 0.05;

    /** How many clusters move in a step. */
    public enum Kind {
        /** Swendsen-Wang. */
        ALL("Swendsen-Wang", "swendsenWang()"),
        /** Wolff. */
        ONE("Wolff", "wolff()");

        private final String title;
        private final String call;

        Kind(String title, String call) {
            this.title = title;
            this.call = call;
        }
    }

    @Override
    public Abilities abilities() {
        return Abilities.of(Ability.MOVES, Ability.TEMPERING)
                .without(Ability.ONES, "its clusters take any value")
                .without(Ability.TEMPERED_BATCHES, "clusters need the bonds() of a LocalEnergyModel");
    }

    @Override
    public void checkFits(EnergyModel model) {
        if (model instanceof AnnealedModel) {
            check(Ability.TEMPERED_BATCHES);
        }
        checkFerromagnetic(bonds(model));
    }

    @Override
    public void checkFits(MoveModel model) {
        Method.super.checkFits(model);
        checkFerromagnetic(bonds(model));
    }

    /**
     * Pairs and fields of a model.
     *
     * @throws IllegalArgumentException if it has none, or for another number of sites or values
     */
    PairBonds bonds(Target model) {
        Optional<PairBonds> told = Optional.empty();
        int values = 2;
        if (model instanceof LocalEnergyModel bits) {
            told = ModelCalls.call(model, "bonds()", bits::bonds);
        } else if (model instanceof CategoricalModel categories) {
            told = ModelCalls.call(model, "bonds()", categories::bonds);
            values = categories.values();
        }
        Check.that(
                told.isPresent(),
                "be a LocalEnergyModel or CategoricalModel with bonds(), pairs and fields alone, for " + kind.call
                        + "; use auto()",
                "model",
                ModelCalls.nameOf(model));
        PairBonds bonds = told.orElseThrow();
        Check.that(
                bonds.graph().sites() == model.dimension() && bonds.values() == values,
                "have " + model.dimension() + " sites of " + values + " values",
                "bonds() of " + ModelCalls.nameOf(model),
                bonds.graph().sites() + " of " + bonds.values());
        return bonds;
    }

    private void checkFerromagnetic(PairBonds bonds) {
        SiteGraph graph = bonds.graph();
        for (int i = 0; i < graph.sites(); i++) {
            for (int k = graph.start(i); k < graph.start(i + 1); k++) {
                double coupling = bonds.coupling(k);
                Check.that(
                        coupling >= 0.0,
                        "be ferromagnetic, with couplings >= 0, for " + kind.call + "; use auto()",
                        "J of sites " + i + " and " + graph.neighbour(k),
                        coupling);
            }
        }
    }

    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, BitStart start) {
        return (target, c) -> new ClusterBitChain(target, start, c, this);
    }

    @Override
    public LocalEnsemble.ChainFactory<MoveModel, int[]> moveChains(ValueStart start) {
        return (target, c) -> new ClusterMoveChain((CategoricalModel) target, start, c, this);
    }

    /** The values, and the sites that the tracker reports. */
    @Override
    public int bytesPerSite() {
        return 3 * Integer.BYTES;
    }

    /** The touched labels, and the fields at the chain's temperature. */
    @Override
    public int bytesPerMove() {
        return Integer.BYTES + Double.BYTES;
    }

    @Override
    public boolean rejects() {
        return kind == Kind.ONE;
    }

    @Override
    public boolean hasScale() {
        return false;
    }

    @Override
    public String pace(double scale, double acceptanceRate) {
        return kind == Kind.ALL
                ? "all clusters of a step"
                : String.format(Locale.ROOT, "one cluster a step, acceptance %.3f", acceptanceRate);
    }

    @Override
    public String caveat(EnergyModel model, double scale, BitStart start, double acceptanceRate) {
        return caveat(acceptanceRate);
    }

    @Override
    public String caveat(double scale, ValueStart start, double acceptanceRate) {
        return caveat(acceptanceRate);
    }

    private static String caveat(double acceptanceRate) {
        return acceptanceRate < HELD
                ? String.format(
                        Locale.ROOT,
                        "acceptance %.3f is low: fields or frozen sites hold the clusters; gibbs() and metropolis() are not"
                                + " held by them.",
                        acceptanceRate)
                : "";
    }

    @Override
    public String describe() {
        return kind.title;
    }
}

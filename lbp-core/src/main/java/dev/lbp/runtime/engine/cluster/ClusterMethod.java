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

    /** Fields of this sum leave the cluster of all sites a probability of about 1 / (1 + e) to flip. */
    private static final double WEAK = 1.0;

    /** From here on the steps brought more than sweeps: square and cubic lattices, docs/results/auto.md. */
    private static final double REACH = 1.08;

    /** With it the rule holds at the transition of up to 5 values on a square lattice, where the steps still pay. */
    private static final double GROWTH = 0.72;

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

    private static Optional<PairBonds> told(Target model) {
        return model instanceof LocalEnergyModel bits
                ? ModelCalls.call(model, "bonds()", bits::bonds)
                : model instanceof CategoricalModel categories
                        ? ModelCalls.call(model, "bonds()", categories::bonds)
                        : Optional.empty();
    }

    /**
     * Pairs and fields of a model.
     *
     * @throws IllegalArgumentException if it has none, or for another number of sites or values
     */
    PairBonds bonds(Target model) {
        Optional<PairBonds> told = told(model);
        int values = model instanceof CategoricalModel categories ? categories.values() : 2;
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
                if (bonds.coupling(k) < 0.0) {
                    throw new IllegalArgumentException("must be ferromagnetic, with couplings >= 0, for " + kind.call
                            + "; use auto(): J of sites " + i + " and " + graph.neighbour(k) + "=" + bonds.coupling(k));
                }
            }
        }
    }

    /**
     * Whether steps of all clusters are worth their work on a model, by its numbers alone. All couplings must be at
     * least 0, and all fields together so weak that even the cluster of all sites takes other values. Then it depends
     * on how far equal values reach. Along one pair they reach with the weight
     * {@code v = (e^J - 1) / (e^J - 1 + 2 (C / 2)^g)}, tanh(K) of Ising spins. A step from a pair to the next ones
     * multiplies by {@code sum_i (s_i^2 - sum_j v_ij^2) / sum_i s_i}, {@code s_i = sum_j v_ij}. On a tree of spins, 1
     * is the transition. More values need a g below 1, from square lattices: docs/results/auto.md.
     */
    public boolean pays(Target model) {
        return told(model).filter(ClusterMethod::reachFar).isPresent();
    }

    private static boolean reachFar(PairBonds bonds) {
        SiteGraph graph = bonds.graph();
        double rest = 2.0 * StrictMath.pow(0.5 * bonds.values(), GROWTH);
        double fields = 0.0;
        double pairs = 0.0;
        double next = 0.0;
        for (int i = 0; i < graph.sites(); i++) {
            double least = bonds.field(i, 0);
            double most = least;
            for (int c = 1; c < bonds.values(); c++) {
                least = Math.min(least, bonds.field(i, c));
                most = Math.max(most, bonds.field(i, c));
            }
            fields += bonds.holds(i) ? Double.POSITIVE_INFINITY : most - least;
            double sum = 0.0;
            double squares = 0.0;
            for (int k = graph.start(i); k < graph.start(i + 1); k++) {
                if (bonds.coupling(k) < 0.0) {
                    return false;
                }
                double odds = StrictMath.expm1(bonds.coupling(k));
                double weight = Double.isInfinite(odds) ? 1.0 : odds / (odds + rest);
                sum += weight;
                squares += weight * weight;
            }
            pairs += sum;
            next += sum * sum - squares;
        }
        return fields <= WEAK && next >= REACH * pairs && pairs > 0.0;
    }

    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, BitStart start) {
        return (target, c) -> new ClusterBitChain(target, start, c, this);
    }

    @Override
    public LocalEnsemble.ChainFactory<MoveModel, int[]> moveChains(ValueStart start) {
        return (target, c) -> new ClusterMoveChain((CategoricalModel) target, start, c, this);
    }

    /** The values, the queue, and the sites that the tracker reports. */
    @Override
    public int bytesPerSite() {
        return 4 * Integer.BYTES;
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

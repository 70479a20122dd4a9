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

/**
 * Moves clusters of equal sites, see {@link Clusters}, on ferromagnetic models that declare their {@link PairBonds}.
 */
public record ClusterMethod(Kind kind) implements Method {

    /** Below this acceptance rate sweeps of single sites move more. */
    private static final double LOW_ACCEPTANCE = 0.05;

    /**
     * Fields are weak if their differences between the values of a site, summed over the sites, are at most this. Then
     * even the cluster of all sites flips with a probability of at least about 1 / (1 + e).
     */
    private static final double WEAK_FIELDS = 1.0;

    /**
     * From this growth factor on, clusters were more effective than sweeps on square and cubic lattices,
     * docs/results/auto.md.
     */
    private static final double LEAST_GROWTH = 1.08;

    /**
     * The exponent g of {@link #pays}: with it clusters are chosen at the transition of up to 5 values on a square
     * lattice.
     */
    private static final double VALUES_POWER = 0.72;

    /** How many clusters move in a step. */
    public enum Kind {
        /** Swendsen and Wang's step, which changes all clusters. */
        ALL("Swendsen-Wang", "swendsenWang()"),
        /** Wolff's step, which changes the cluster of one site. */
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
        if (model instanceof AnnealedModel) { // a batched model that is tempered or annealed
            check(Ability.TEMPERED_BATCHES);
        }
        checkFerromagnetic(bonds(model));
    }

    @Override
    public void checkFits(MoveModel model) {
        Method.super.checkFits(model);
        checkFerromagnetic(bonds(model));
    }

    /** The pairs and fields that a model declares; empty if it declares none. */
    private static Optional<PairBonds> declaredBonds(Target model) {
        return model instanceof LocalEnergyModel bits
                ? ModelCalls.call(model, "bonds()", bits::bonds)
                : model instanceof CategoricalModel categories
                        ? ModelCalls.call(model, "bonds()", categories::bonds)
                        : Optional.empty();
    }

    /**
     * The pairs and fields of a model.
     *
     * @throws IllegalArgumentException if the model declares none, or for another number of sites or values
     */
    PairBonds bonds(Target model) {
        Optional<PairBonds> declared = declaredBonds(model);
        int values = model instanceof CategoricalModel categories ? categories.values() : 2;
        Check.that(
                declared.isPresent(),
                "be a LocalEnergyModel or CategoricalModel with bonds(), pairs and fields alone, for " + kind.call
                        + "; use auto()",
                "model",
                ModelCalls.nameOf(model));
        PairBonds bonds = declared.orElseThrow();
        Check.that(
                bonds.graph().sites() == model.dimension() && bonds.values() == values,
                "have " + model.dimension() + " sites of " + values + " values",
                "bonds() of " + ModelCalls.nameOf(model),
                bonds.graph().sites() + " of " + bonds.values());
        return bonds;
    }

    /** Refuses a negative coupling. */
    private void checkFerromagnetic(PairBonds bonds) {
        SiteGraph graph = bonds.graph();
        for (int i = 0; i < graph.sites(); i++) {
            for (int k = graph.start(i); k < graph.start(i + 1); k++) {
                if (bonds.coupling(k) < 0.0) {
                    throw new IllegalArgumentException("must be ferromagnetic, with J >= 0, for " + kind.call
                            + "; use auto(): J, the log-probability of equal minus that of different values, of sites "
                            + i + " and " + graph.neighbour(k) + "=" + bonds.coupling(k));
                }
            }
        }
    }

    /**
     * Whether Swendsen-Wang pays on a model, judged by couplings and fields alone. No coupling may be negative, and the
     * fields must be so weak that even the cluster of all sites changes its value. Then the reach of correlations
     * decides. A pair carries a correlation with weight {@code v = (e^J - 1) / (e^J - 1 + 2 (C / 2)^g)}, which is
     * tanh(K) for Ising spins. From one pair to the next, correlations grow by the factor {@code sum_i (s_i^2 - sum_j
     * v_ij^2) / sum_i s_i} with {@code s_i = sum_j v_ij}. The transition of Ising spins on a tree is at 1. For more
     * values, g below 1 fits square lattices: docs/results/auto.md.
     */
    public boolean pays(Target model) {
        return declaredBonds(model).filter(ClusterMethod::hasLargeClusters).isPresent();
    }

    /**
     * Whether the fields are weak, and correlations grow from one pair to the next by at least {@link #LEAST_GROWTH}. A
     * pair carries them with weight {@code v = (e^J - 1) / (e^J - 1 + 2 (C / 2)^g)}, see {@link #pays}.
     */
    private static boolean hasLargeClusters(PairBonds bonds) {
        SiteGraph graph = bonds.graph();
        double otherValues = 2.0 * StrictMath.pow(0.5 * bonds.values(), VALUES_POWER);
        double fields = 0.0;
        double pairs = 0.0; // sum_i s_i, with s_i = sum_j v_ij and v_ij the weight of the pair of sites i and j
        double next = 0.0; // sum_i (s_i^2 - sum_j v_ij^2), over paths of two pairs
        for (int i = 0; i < graph.sites(); i++) {
            fields += bonds.holds(i) ? Double.POSITIVE_INFINITY : fieldRange(bonds, i);
            double sum = 0.0;
            double squares = 0.0;
            for (int k = graph.start(i); k < graph.start(i + 1); k++) {
                if (bonds.coupling(k) < 0.0) {
                    return false;
                }
                double odds = StrictMath.expm1(bonds.coupling(k));
                double weight = Double.isInfinite(odds) ? 1.0 : odds / (odds + otherValues); // v_ij
                sum += weight;
                squares += weight * weight;
            }
            pairs += sum;
            next += sum * sum - squares;
        }
        return fields <= WEAK_FIELDS && next >= LEAST_GROWTH * pairs && pairs > 0.0;
    }

    /** The largest field of a site's values minus the smallest. */
    private static double fieldRange(PairBonds bonds, int site) {
        double least = bonds.field(site, 0);
        double most = least;
        for (int c = 1; c < bonds.values(); c++) {
            least = Math.min(least, bonds.field(site, c));
            most = Math.max(most, bonds.field(site, c));
        }
        return most - least;
    }

    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, BitStart start) {
        return (target, c) -> new ClusterBitChain(target, start, c, this);
    }

    @Override
    public LocalEnsemble.ChainFactory<MoveModel, int[]> moveChains(ValueStart start) {
        return (target, c) -> new ClusterMoveChain((CategoricalModel) target, start, c, this);
    }

    /** Counts the arrays of values, of the queue, and of the sites that the tracker reports (two entries a site). */
    @Override
    public int bytesPerSite() {
        return 4 * Integer.BYTES;
    }

    /** For each label, an int in the list of touched labels and a double for the field at the chain's temperature. */
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
    public String caveat(double acceptanceRate) {
        return acceptanceRate < LOW_ACCEPTANCE
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

package dev.lbp.cli.problem;

import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.instance.PairForm;
import dev.lbp.internal.Check;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PairwiseModel;
import dev.lbp.models.QuadraticModel;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.PairBonds;
import dev.lbp.target.SiteGraph;
import dev.lbp.target.Tempered;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The Ising model or the QUBO of an instance file.
 *
 * @param cut whether the cut of a state is a measure; only for an Ising model without fields
 */
public record InstanceProblem(Kind kind, Instance instance, boolean cut) implements BitProblem {

    /** A problem without a cut. */
    public InstanceProblem(Kind kind, Instance instance) {
        this(kind, instance, false);
    }

    /**
     * This problem with the cut as a measure: the weight of the pairs whose spins differ.
     *
     * @throws IllegalArgumentException if there are fields; the message names the file
     */
    public InstanceProblem withCut() {
        Check.that(
                !hasFields(),
                "have no lines \"i i h\" with --cut, for a field belongs to no cut",
                "fields in " + instance.file(),
                loops());
        return new InstanceProblem(kind, instance, true);
    }

    public enum Kind {
        /**
         * {@code E = sum w_ij s_i s_j + sum w_ii s_i} with s = 2x - 1; without fields the lowest states are the largest
         * cuts of the graph.
         */
        ISING(
                "Ising",
                "field",
                "fields",
                4.0,
                2.0,
                "4 sum |weight| + 2 |sum weight| over the pairs",
                "4 sum |weight| over all pairs, with 2 |sum weight| of each site,"),
        /** {@code E = sum w_ij x_i x_j} over the listed entries, including the diagonal. */
        QUBO(
                "QUBO",
                "diagonal entry",
                "diagonal entries",
                1.0,
                1.0,
                "sum |weight| over the pairs, with |weight| on the diagonal,",
                "sum |weight| over all entries");

        private final String title;

        /** What messages call a line {@code i i weight}, which pairs a site with itself. */
        private final String loop;

        /** The plural of {@link #loop}. */
        private final String loops;

        /** The coupling of two bits in the model per unit of a pair's weight in the file. */
        final double perPair;

        /** The bias of a bit in the model per unit of its sum S, see {@link Magnitudes}. */
        final double perSum;

        /** The formula of a site's magnitude in words. */
        final String magnitude;

        /** The formula of the sum of magnitudes in words. */
        final String total;

        Kind(String title, String loop, String loops, double perPair, double perSum, String magnitude, String total) {
            this.title = title;
            this.loop = loop;
            this.loops = loops;
            this.perPair = perPair;
            this.perSum = perSum;
            this.magnitude = magnitude;
            this.total = total;
        }
    }

    @Override
    public String description() {
        PairForm form = instance.form();
        return kind.title
                + (form == PairForm.RUDY ? "" : " in the form " + form.title() + ", sites from " + firstSite()) + ", "
                + size();
    }

    /** The numbers of sites, of pairs of two sites, and of fields or diagonal entries (loops), in words. */
    public String size() {
        int lines = instance.weights().length;
        int loops = loops();
        return counted(instance.sites(), "site", "sites") + ", " + counted(lines - loops, "pair", "pairs")
                + (loops == 0 ? "" : ", " + counted(loops, kind.loop, kind.loops));
    }

    /** The number of lines {@code i i weight}: fields of spins, or diagonal entries of a QUBO. */
    private int loops() {
        return (int) IntStream.range(0, instance.weights().length)
                .filter(this::isDiagonal)
                .count();
    }

    private static String counted(int count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }

    @Override
    public EnergyModel model(double beta) {
        return Tempered.of(model(), beta);
    }

    /**
     * The model whose log-probability is -E.
     *
     * @throws IllegalArgumentException if weights are beyond its limits; the message names the file
     */
    public QuadraticModel model() {
        Magnitudes.check(instance, kind);
        double[] negative = Arrays.stream(instance.weights()).map(w -> -w).toArray();
        try {
            return kind == Kind.ISING
                    ? spins(negative)
                    : PairwiseModel.of(new double[instance.sites()], instance.from(), instance.to(), negative);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(instance.file() + ": " + e.getMessage(), e);
        }
    }

    /** The Ising model. Weights of sites with themselves are fields. */
    private IsingModel spins(double[] weights) {
        int[] pairs =
                IntStream.range(0, weights.length).filter(k -> !isDiagonal(k)).toArray();
        double[] field = new double[instance.sites()];
        for (int k = 0; k < weights.length; k++) {
            field[instance.from()[k]] += isDiagonal(k) ? weights[k] : 0.0;
        }
        return IsingModel.graph(
                        instance.sites(),
                        Arrays.stream(pairs).map(k -> instance.from()[k]).toArray(),
                        Arrays.stream(pairs).map(k -> instance.to()[k]).toArray(),
                        Arrays.stream(pairs).mapToDouble(k -> weights[k]).toArray())
                .field(field)
                .build();
    }

    private boolean isDiagonal(int pair) {
        return instance.from()[pair] == instance.to()[pair];
    }

    /** Whether a spin has a field. Then E is not equivalent to a cut. */
    public boolean hasFields() {
        return kind == Kind.ISING
                && IntStream.range(0, instance.weights().length)
                        .anyMatch(k -> isDiagonal(k) && instance.weights()[k] != 0.0);
    }

    /** {@inheritDoc} The cut follows if it is a measure. */
    @Override
    public List<Measure> measures(byte[] state) {
        Measure energy = new Measure("energy", energy(state));
        return cut ? List.of(energy, new Measure("cut", cut(state))) : List.of(energy);
    }

    /** The energy of a state, from the lines of the file. */
    double energy(byte[] state) {
        ExactSum sum = new ExactSum();
        for (int k = 0; k < instance.weights().length; k++) {
            int pair = value(state[instance.from()[k]]) * (isDiagonal(k) ? 1 : value(state[instance.to()[k]]));
            if (pair != 0) {
                sum.add(pair * instance.weights()[k]);
            }
        }
        return sum.value();
    }

    /** The weight of a state's cut: the sum of the file's weights over the pairs whose two sites differ. */
    double cut(byte[] state) {
        ExactSum sum = new ExactSum();
        for (int k = 0; k < instance.weights().length; k++) {
            if (state[instance.from()[k]] != state[instance.to()[k]]) {
                sum.add(instance.weights()[k]);
            }
        }
        return sum.value();
    }

    @Override
    public int firstSite() {
        return instance.form().first();
    }

    /**
     * Refuses a model that is no ferromagnet.
     *
     * @param sampler the option of the sampler that needs one, for the message
     */
    public void checkFerromagnet(String sampler) {
        PairBonds bonds = model().bonds().orElseThrow();
        SiteGraph graph = bonds.graph();
        for (int i = 0; i < graph.sites(); i++) {
            for (int k = graph.start(i); k < graph.start(i + 1); k++) {
                double weight = -2.0 * bonds.coupling(k) / kind.perPair; // in the file; a bond is half of a coupling
                Check.that(
                        weight <= 0.0,
                        "be <= 0 for " + sampler + ", as in a ferromagnet; use --sampler auto",
                        "the weight of " + (i + firstSite()) + " " + (graph.neighbour(k) + firstSite()) + " in "
                                + instance.file(),
                        weight);
            }
        }
    }

    @Override
    public String valueName() {
        return kind == Kind.ISING ? "spin" : "bit";
    }

    @Override
    public int value(byte bit) {
        return kind == Kind.ISING ? 2 * bit - 1 : bit;
    }

    @Override
    public String note() {
        int repeated = instance.repeated();
        return repeated == 0 ? "" : "note: pairs listed more than once: " + repeated + "; their weights add up.\n";
    }

    @Override
    public String marginalsNote(SampleResult result, @Nullable Integer ones) {
        boolean symmetric = ones == null || 2L * ones == instance.sites(); // the flip of all spins keeps the number
        return kind == Kind.ISING && symmetric && !hasFields()
                ? "note: without a field each exact marginal is 1/2. A sampled one far from 1/2 shows that the chains have not"
                        + " mixed.\n"
                : "";
    }
}

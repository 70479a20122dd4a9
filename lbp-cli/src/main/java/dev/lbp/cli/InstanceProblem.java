package dev.lbp.cli;

import dev.lbp.cli.instance.Instance;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PairwiseModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Tempered;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Ising model or the QUBO of an instance file. */
record InstanceProblem(Kind kind, Instance instance) implements BitProblem {

    enum Kind {
        /** {@code E = sum w_ij s_i s_j} with s = 2x - 1; its lowest states are the graph's largest cuts. */
        ISING(
                "Ising",
                4.0,
                2.0,
                "4 sum |weight| + 2 |sum weight| over the pairs",
                "4 sum |weight| over all pairs, with 2 |sum weight| of each site,"),
        /** {@code E = sum w_ij x_i x_j} over the listed entries, including the diagonal. */
        QUBO(
                "QUBO",
                1.0,
                1.0,
                "sum |weight| over the pairs, with |weight| on the diagonal,",
                "sum |weight| over all entries");

        private final String title;

        /** Coupling of the model per unit of weight in the file, and its bias per unit. */
        final double perPair;

        final double perSum;

        /** The formula of a site's magnitude in words, and that of all sites. */
        final String magnitude;

        final String total;

        Kind(String title, double perPair, double perSum, String magnitude, String total) {
            this.title = title;
            this.perPair = perPair;
            this.perSum = perSum;
            this.magnitude = magnitude;
            this.total = total;
        }
    }

    @Override
    public String description() {
        return kind.title + ", " + instance.sites() + " sites, " + instance.weights().length + " pairs";
    }

    @Override
    public EnergyModel model(double beta) {
        return Tempered.of(atBetaOne(), beta);
    }

    private EnergyModel atBetaOne() {
        Magnitudes.check(instance, kind);
        double[] negative = Arrays.stream(instance.weights()).map(w -> -w).toArray();
        try {
            return kind == Kind.ISING
                    ? IsingModel.graph(instance.sites(), instance.from(), instance.to(), negative)
                            .build()
                    : PairwiseModel.of(new double[instance.sites()], instance.from(), instance.to(), negative);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(instance.file() + ": " + e.getMessage(), e);
        }
    }

    /**
     * E; for an Ising model also the cut, the weight of the edges between the two sides, {@code (sum w - E) / 2}.
     * Without a positive weight the largest cut is the empty one, 0, and says nothing: it is left out.
     */
    @Override
    public List<Measure> measures(byte[] state) {
        double energy = 0.0;
        for (int k = 0; k < instance.weights().length; k++) {
            energy += instance.weights()[k] * value(state[instance.from()[k]]) * value(state[instance.to()[k]]);
        }
        Measure first = new Measure("energy", energy);
        if (kind != Kind.ISING || Arrays.stream(instance.weights()).noneMatch(weight -> weight > 0.0)) {
            return List.of(first);
        }
        return List.of(
                first,
                new Measure("cut", 0.5 * (Arrays.stream(instance.weights()).sum() - energy)));
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
    public String marginalsNote(@Nullable Integer ones) {
        boolean symmetric = ones == null || 2L * ones == instance.sites();
        return kind == Kind.ISING && symmetric
                ? "note: without a field each exact marginal is 1/2. A sampled one far from 1/2 shows that the chains have not"
                        + " mixed.\n"
                : "";
    }
}

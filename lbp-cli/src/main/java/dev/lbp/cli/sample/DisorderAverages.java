package dev.lbp.cli.sample;

import static dev.lbp.cli.sample.Thermodynamics.ENERGY;
import static dev.lbp.cli.sample.Thermodynamics.HEAT_CAPACITY;
import static dev.lbp.cli.sample.Thermodynamics.LINK_OVERLAP_COLUMN;
import static dev.lbp.cli.sample.Thermodynamics.OVERLAP_FOURTH;
import static dev.lbp.cli.sample.Thermodynamics.OVERLAP_SQUARED;

import dev.lbp.cli.plot.CurvePlot;
import dev.lbp.cli.run.SamplingOptions;
import dev.lbp.cli.terminal.Text;
import dev.lbp.result.Estimate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Averages over instances at each temperature: as text, tables and picture. Errors are by a jackknife over instances;
 * that of a mean is the standard deviation of the instances over the square root of their number. NaN of one instance.
 *
 * <p>If couplings are independent normal numbers of mean 0 and variance J^2, then in equilibrium the mean energy of a
 * pair is {@code U = -J^2 (1 - q_l) / T} with q_l the mean link overlap (H. Katzgraber and A. P. Young 2003,
 * doi:10.1103/PhysRevB.67.134410). From random states U falls and q_l grows, so the left side comes from above and the
 * right side from below: they meet in equilibrium. J^2 is the mean square of all couplings.
 */
final class DisorderAverages {

    static final String INSTANCES = "instances.csv";
    static final String TABLE = "averages.csv";
    static final String PICTURE = "averages.png";

    static final List<String> FILES = List.of(INSTANCES, TABLE, PICTURE, SamplingOptions.SUMMARY);

    /** A function of means over instances. */
    private interface OfMeans {
        double at(double temperature, double[] means);
    }

    /**
     * A quantity.
     *
     * @param title its name in text and picture; empty if only the table has it
     * @param columns of the instances, whose means it is a function of
     */
    private record Quantity(String column, String title, List<String> columns, OfMeans of) {

        Quantity(String column, String title) {
            this(column, title, List.of(column), (temperature, means) -> means[0]);
        }
    }

    private static final List<Quantity> QUANTITIES = List.of(
            new Quantity(ENERGY, "energy"),
            new Quantity(HEAT_CAPACITY, "heat capacity"),
            new Quantity(OVERLAP_SQUARED, "q^2"),
            new Quantity(
                    "overlap_binder",
                    "Binder parameter of q",
                    List.of(OVERLAP_SQUARED, OVERLAP_FOURTH),
                    (temperature, means) -> Thermodynamics.binder(means[0], means[1])));

    private static final Quantity LINKS = new Quantity(LINK_OVERLAP_COLUMN, "");

    /** Columns that tables of instances lack. */
    private static final String PAIR_ENERGY = "pair_energy";

    private static final String SQUARE = "coupling_squared";

    private static final List<String> SIDES = List.of(PAIR_ENERGY, SQUARE, LINK_OVERLAP_COLUMN);

    private static final List<Quantity> EQUILIBRIUM = List.of(
            new Quantity(PAIR_ENERGY, ""),
            new Quantity("pair_energy_by_overlap", "", SIDES, (temperature, means) -> -byOverlap(temperature, means)),
            new Quantity("difference", "", SIDES, (temperature, means) -> means[0] + byOverlap(temperature, means)));

    private final List<InstanceAverages> instances;
    private final double[] temperatures;
    private final List<Quantity> quantities = new ArrayList<>();
    private final boolean testsEquilibrium;

    /** [quantities][temperatures]. */
    private final Estimate[][] estimates;

    /** @param instances at least one, of the same temperatures */
    DisorderAverages(List<InstanceAverages> instances, double[] temperatures) {
        this.instances = instances;
        this.temperatures = temperatures;
        boolean overlaps = instances.get(0).columns().containsKey(OVERLAP_SQUARED);
        boolean links = instances.stream().allMatch(one -> one.columns().containsKey(LINK_OVERLAP_COLUMN));
        testsEquilibrium = links
                && Couplings.looksNormal(
                        instances.stream().map(InstanceAverages::couplings).toList());
        quantities.addAll(overlaps ? QUANTITIES : QUANTITIES.subList(0, 2));
        if (links) {
            quantities.add(LINKS);
        }
        if (testsEquilibrium) {
            quantities.addAll(EQUILIBRIUM);
        }
        estimates = new Estimate[quantities.size()][temperatures.length];
        for (int q = 0; q < estimates.length; q++) {
            for (int k = 0; k < temperatures.length; k++) {
                estimates[q][k] = estimate(quantities.get(q), k);
            }
        }
    }

    /** {@code J^2 (1 - q_l) / T}. */
    private static double byOverlap(double temperature, double[] sides) {
        return sides[1] * (1.0 - sides[2]) / temperature;
    }

    private static double value(InstanceAverages one, String column, int k) {
        return switch (column) {
            case PAIR_ENERGY -> one.columns().get(ENERGY)[k] / one.couplings().pairs();
            case SQUARE -> one.couplings().square();
            default -> one.columns().get(column)[k];
        };
    }

    private Estimate estimate(Quantity quantity, int k) {
        int n = instances.size();
        double[] without =
                IntStream.range(0, n).mapToDouble(j -> value(quantity, k, j)).toArray();
        double mean = IntStream.range(0, n).mapToDouble(j -> without[j] / n).sum();
        double squares = IntStream.range(0, n)
                .mapToDouble(j -> (without[j] - mean) * (without[j] - mean))
                .sum();
        return new Estimate(value(quantity, k, n), n < 2 ? Double.NaN : Math.sqrt((n - 1.0) / n * squares));
    }

    /** A quantity without one instance; of all if {@code left} is none. */
    private double value(Quantity quantity, int k, int left) {
        int[] kept = IntStream.range(0, instances.size()).filter(j -> j != left).toArray();
        double[] means = quantity.columns().stream()
                .mapToDouble(column -> IntStream.of(kept)
                        .mapToDouble(j -> value(instances.get(j), column, k))
                        .average()
                        .orElse(Double.NaN))
                .toArray();
        return quantity.of().at(temperatures[k], means);
    }

    /** A line for each instance. */
    String instances() {
        StringBuilder csv = new StringBuilder(Text.row("instance", "seed", "mixed", "verdict"));
        instances.forEach(one -> csv.append(Text.row(one.name(), one.seed(), one.isMixed(), one.verdict())));
        return csv.toString();
    }

    /** A column for each quantity, followed by its standard error. */
    String csv() {
        List<Object> header = new ArrayList<>(List.of("temperature", "beta"));
        quantities.forEach(quantity -> header.addAll(List.of(quantity.column(), quantity.column() + "_error")));
        StringBuilder csv = new StringBuilder(Text.row(header.toArray()));
        for (int k = 0; k < temperatures.length; k++) {
            List<Object> row = new ArrayList<>(List.of(temperatures[k], 1.0 / temperatures[k]));
            for (Estimate[] quantity : estimates) {
                row.addAll(List.of(quantity[k].value(), quantity[k].error()));
            }
            csv.append(Text.row(row.toArray()));
        }
        return csv.toString();
    }

    private int[] titled() {
        return IntStream.range(0, estimates.length)
                .filter(q -> !quantities.get(q).title().isEmpty())
                .toArray();
    }

    void picture(Path file) throws IOException {
        CurvePlot.write(
                file,
                2,
                IntStream.of(titled())
                        .mapToObj(q -> Thermodynamics.panel(quantities.get(q).title(), q, temperatures, estimates[q]))
                        .toList());
    }

    /** The table, a line for each temperature, and the test of equilibrium at the coldest one. */
    String text() {
        long mixed = instances.stream().filter(InstanceAverages::isMixed).count();
        StringBuilder text = new StringBuilder(Text.format(
                "%d instances of %d sites, of which %d have mixed\n%11s",
                instances.size(), instances.get(0).couplings().sites(), mixed, "temperature"));
        IntStream.of(titled())
                .forEach(q -> text.append(Text.format(" %21s", quantities.get(q).title())));
        for (int k = 0; k < temperatures.length; k++) {
            text.append(Text.format("\n%11.6g", temperatures[k]));
            for (int q : titled()) {
                text.append(Text.format(" %21s", Text.estimate(estimates[q][k])));
            }
        }
        text.append("\nmeans over instances, with errors over instances; energy and heat capacity are of all sites\n");
        if (testsEquilibrium) {
            int first = estimates.length - EQUILIBRIUM.size();
            text.append(Text.format(
                    "energy of a pair at the coldest temperature: %s, and %s from the link overlap; difference %s. In"
                            + " equilibrium they agree, if couplings are independent normal numbers of mean 0, as these"
                            + " look.\n",
                    Text.estimate(estimates[first][0]),
                    Text.estimate(estimates[first + 1][0]),
                    Text.estimate(estimates[first + 2][0])));
        }
        return text.toString();
    }
}

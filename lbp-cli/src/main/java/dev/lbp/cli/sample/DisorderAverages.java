package dev.lbp.cli.sample;

import dev.lbp.cli.sample.TemperatureTable.Column;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Jackknife;
import dev.lbp.result.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Averages over instances at each temperature. Errors are by a jackknife over instances; for a mean this is the
 * standard deviation of the instances divided by the square root of their number. With one instance they are NaN.
 *
 * <p>If couplings are independent normal numbers of mean 0 and variance J^2, then in equilibrium the mean energy of a
 * pair is {@code U = -J^2 (1 - q_l) / T} with q_l the mean link overlap (H. Katzgraber and A. P. Young 2003,
 * doi:10.1103/PhysRevB.67.134410). From random states U decreases and q_l increases, so U approaches its equilibrium
 * from above and {@code -J^2 (1 - q_l) / T} from below. In equilibrium both are equal, which tests whether the runs are
 * long enough. J^2 is the mean square of all couplings.
 */
final class DisorderAverages {

    static final String INSTANCES = "instances.csv";
    static final String TABLE = "averages.csv";
    static final String PICTURE = "averages.png";

    /** The smallest number of couplings for the test of normality. With fewer, couplings of +-1 could pass it. */
    private static final int LEAST_COUPLINGS = 500;

    /**
     * The limit of the tests of mean and kurtosis, in standard errors. Normal couplings fail each test with probability
     * 6e-7.
     */
    private static final double ERRORS = 5.0;

    private static final String LINKS = "link_overlap";
    private static final String SQUARED = "overlap_squared";

    /** The means of columns over instances. */
    private interface Means {
        double of(String column);
    }

    /** A quantity: a function of the means of columns over instances. Its title is printed too. */
    private record Quantity(Column column, ToDoubleFunction<Means> value) {

        Quantity(String name, String title, ToDoubleFunction<Means> value) {
            this(new Column(name, title, title), value);
        }

        static Quantity mean(String name, String title) {
            return new Quantity(name, title, means -> means.of(name));
        }
    }

    private static final List<Quantity> ENERGIES =
            List.of(Quantity.mean("energy", "energy"), Quantity.mean("heat_capacity", "heat capacity"));

    private static final List<Quantity> OVERLAPS = List.of(
            Quantity.mean(SQUARED, "q^2"),
            new Quantity(
                    "overlap_binder",
                    "Binder parameter of q",
                    means -> Thermodynamics.binder(means.of(SQUARED), means.of("overlap_fourth"))));

    private static final List<Quantity> EQUILIBRIUM = List.of(
            Quantity.mean(InstanceAverages.PAIR_ENERGY, ""),
            new Quantity("pair_energy_by_overlap", "", DisorderAverages::byOverlap),
            new Quantity("difference", "", means -> means.of(InstanceAverages.PAIR_ENERGY) - byOverlap(means)));

    private final List<InstanceAverages> instances;
    private final boolean testsEquilibrium;
    final TemperatureTable table;

    /**
     * @param instances at least one; all have the same temperatures
     * @param couplings see {@link InstanceAverages#couplings}
     */
    DisorderAverages(List<InstanceAverages> instances, List<double[]> couplings, double[] temperatures) {
        this.instances = instances;
        boolean links = instances.stream().allMatch(one -> one.columns().containsKey(LINKS));
        testsEquilibrium = links && lookNormal(couplings); // the equality that is tested holds for normal couplings
        List<Quantity> quantities = new ArrayList<>(ENERGIES);
        quantities.addAll(instances.get(0).columns().containsKey(SQUARED) ? OVERLAPS : List.of());
        quantities.addAll(links ? List.of(Quantity.mean(LINKS, "")) : List.of());
        quantities.addAll(testsEquilibrium ? EQUILIBRIUM : List.of());
        // for each temperature k the averages of all quantities over instances
        List<Estimate[]> rows = IntStream.range(0, temperatures.length)
                .mapToObj(k ->
                        quantities.stream().map(q -> estimate(q.value(), k)).toArray(Estimate[]::new))
                .toList();
        table = new TemperatureTable(quantities.stream().map(Quantity::column).toList(), temperatures, rows);
    }

    /** The mean energy of a pair from the link overlap, {@code -J^2 (1 - q_l) / T}. */
    private static double byOverlap(Means means) {
        return -means.of(InstanceAverages.SQUARE) * (1.0 - means.of(LINKS)) / means.of("temperature");
    }

    /** The value of an instance in a column at temperature k. */
    private double value(int instance, String column, int k) {
        return Objects.requireNonNull(instances.get(instance).columns().get(column))[k];
    }

    /** A quantity at temperature k, with its jackknife error. The sums of columns are computed once. */
    private Estimate estimate(ToDoubleFunction<Means> quantity, int k) {
        int n = instances.size();
        Map<String, Double> sums = new HashMap<>();
        Means sum = column -> sums.computeIfAbsent(
                column,
                any -> IntStream.range(0, n)
                        .mapToDouble(j -> value(j, column, k))
                        .sum());
        double[] without = new double[n];
        Arrays.setAll(without, j -> quantity.applyAsDouble(column -> (sum.of(column) - value(j, column, k)) / (n - 1)));
        return new Estimate(quantity.applyAsDouble(column -> sum.of(column) / n), Jackknife.error(without));
    }

    /**
     * Whether the couplings have mean 0 and kurtosis 3 within errors. The kurtosis of +-J is 1, of uniform numbers 1.8.
     * For m normal couplings J the mean has variance {@code E(J^2) / m}, and the kurtosis about 24 / m.
     *
     * @param couplings for each instance the sums of J^p, p = 0, ..., 4; NaN if it has couplings of another kind
     */
    private static boolean lookNormal(List<double[]> couplings) {
        double[] sums = new double[InstanceAverages.SUMS];
        couplings.forEach(one -> IntStream.range(0, sums.length).forEach(p -> sums[p] += one[p]));
        double count = sums[0];
        double square = sums[2] / count;
        return count >= LEAST_COUPLINGS
                && Math.abs(sums[1] / count) <= ERRORS * Math.sqrt(square / count)
                && Math.abs(sums[4] / count / (square * square) - 3.0) <= ERRORS * Math.sqrt(24.0 / count);
    }

    /** A table with a line for each instance. */
    String instances() {
        StringBuilder csv = new StringBuilder(Text.row("instance", "seed", "mixed", "verdict"));
        instances.forEach(one -> csv.append(Text.row(one.name(), one.seed(), one.isMixed(), one.verdict())));
        return csv.toString();
    }

    /** The text: a line for each temperature, and the test of equilibrium at the lowest temperature. */
    String text() {
        long mixed = instances.stream().filter(InstanceAverages::isMixed).count();
        String text = Text.format("%d instances; %d have mixed\n", instances.size(), mixed) + table.text(TABLE)
                + "means over instances, with errors over instances; energy and heat capacity are of all sites\n";
        Estimate[] coldest = table.rows().get(0);
        int first = coldest.length - EQUILIBRIUM.size(); // these quantities have the last columns
        return testsEquilibrium
                ? text + "energy of a pair at the coldest temperature: " + Text.estimate(coldest[first]) + ", and "
                        + Text.estimate(coldest[first + 1]) + " from the link overlap; difference "
                        + Text.estimate(coldest[first + 2]) + ". In equilibrium they agree, if couplings are"
                        + " independent normal numbers of mean 0, as these look.\n"
                : text;
    }
}

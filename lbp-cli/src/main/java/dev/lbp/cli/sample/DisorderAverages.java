package dev.lbp.cli.sample;

import dev.lbp.cli.sample.TemperatureTable.Column;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Jackknife;
import dev.lbp.result.Estimate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Averages over instances at each temperature. Errors are by a jackknife over instances; that of a mean is the standard
 * deviation of the instances over the square root of their number. NaN of one instance.
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

    /** Fewer couplings of +-1 could look normal. */
    private static final int LEAST_COUPLINGS = 500;

    /** Normal couplings do not look so with probability 6e-7 each of two times. */
    private static final double ERRORS = 5.0;

    /** The places of the test of equilibrium among the columns. */
    private static final int TEST_COLUMNS = 3;

    private static final String LINKS = "link_overlap";

    /** A quantity, a function of the means of columns. */
    private record Quantity(Column column, ToDoubleFunction<ToDoubleFunction<String>> of) {

        Quantity(String name, String title, ToDoubleFunction<ToDoubleFunction<String>> of) {
            this(new Column(name, title, title), of);
        }

        static Quantity mean(String name, String title) {
            return new Quantity(name, title, means -> means.applyAsDouble(name));
        }
    }

    private final List<InstanceAverages> instances;

    /** The sums of powers of the couplings, by instance. */
    private final List<double[]> couplings;

    private final boolean testsEquilibrium;
    final TemperatureTable table;

    /**
     * @param instances at least one, of the same temperatures
     * @param couplings see {@link InstanceAverages#couplings}
     */
    DisorderAverages(List<InstanceAverages> instances, List<double[]> couplings, double[] temperatures) {
        this.instances = instances;
        this.couplings = couplings;
        boolean links = instances.stream().allMatch(one -> one.columns().containsKey(LINKS));
        testsEquilibrium = links && couplingsLookNormal();
        List<Column> columns =
                quantities(1.0, links).stream().map(Quantity::column).toList();
        List<Estimate[]> rows = new ArrayList<>();
        for (int k = 0; k < temperatures.length; k++) {
            rows.add(estimates(quantities(temperatures[k], links), k));
        }
        table = new TemperatureTable(columns, temperatures, rows);
    }

    private List<Quantity> quantities(double temperature, boolean links) {
        List<Quantity> all = new ArrayList<>(
                List.of(Quantity.mean("energy", "energy"), Quantity.mean("heat_capacity", "heat capacity")));
        if (instances.get(0).columns().containsKey("overlap_squared")) {
            all.add(Quantity.mean("overlap_squared", "q^2"));
            all.add(new Quantity(
                    "overlap_binder",
                    "Binder parameter of q",
                    means -> Thermodynamics.binder(
                            means.applyAsDouble("overlap_squared"), means.applyAsDouble("overlap_fourth"))));
        }
        if (links) {
            all.add(Quantity.mean(LINKS, ""));
        }
        if (testsEquilibrium) {
            ToDoubleFunction<ToDoubleFunction<String>> byOverlap =
                    means -> -means.applyAsDouble("square") * (1.0 - means.applyAsDouble(LINKS)) / temperature;
            all.add(Quantity.mean("pair_energy", ""));
            all.add(new Quantity("pair_energy_by_overlap", "", byOverlap));
            all.add(new Quantity(
                    "difference", "", means -> means.applyAsDouble("pair_energy") - byOverlap.applyAsDouble(means)));
        }
        return all;
    }

    private double value(int instance, String column, int k) {
        Map<String, double[]> columns = instances.get(instance).columns();
        double[] sums = couplings.get(instance);
        return switch (column) {
            case "pair_energy" -> columns.get("energy")[k] / sums[0];
            case "square" -> sums[2] / sums[0];
            default -> columns.get(column)[k];
        };
    }

    private Estimate[] estimates(List<Quantity> quantities, int k) {
        int n = instances.size();
        Map<String, Double> sums = new HashMap<>();
        ToDoubleFunction<String> sum = column -> sums.computeIfAbsent(
                column,
                any -> IntStream.range(0, n)
                        .mapToDouble(j -> value(j, column, k))
                        .sum());
        return quantities.stream()
                .map(quantity -> new Estimate(
                        quantity.of().applyAsDouble(column -> sum.applyAsDouble(column) / n),
                        Jackknife.error(IntStream.range(0, n)
                                .mapToDouble(j -> quantity.of()
                                        .applyAsDouble(
                                                column -> (sum.applyAsDouble(column) - value(j, column, k)) / (n - 1)))
                                .toArray())))
                .toArray(Estimate[]::new);
    }

    /**
     * Whether mean and kurtosis of all couplings are like 0 and 3. The kurtosis of +-J is 1, of uniform numbers 1.8.
     */
    private boolean couplingsLookNormal() {
        double[] sums = new double[InstanceAverages.SUMS];
        couplings.forEach(one -> IntStream.range(0, sums.length).forEach(p -> sums[p] += one[p]));
        double count = sums[0];
        double square = sums[2] / count;
        return count >= LEAST_COUPLINGS
                && Math.abs(sums[1] / count) <= ERRORS * Math.sqrt(square / count)
                && Math.abs(sums[4] / count / (square * square) - 3.0) <= ERRORS * Math.sqrt(24.0 / count);
    }

    /** A line for each instance. */
    String instances() {
        StringBuilder csv = new StringBuilder(Text.row("instance", "seed", "mixed", "verdict"));
        instances.forEach(one -> csv.append(Text.row(one.name(), one.seed(), one.isMixed(), one.verdict())));
        return csv.toString();
    }

    /** The table, a line for each temperature, and the test of equilibrium at the coldest one. */
    String text() {
        long mixed = instances.stream().filter(InstanceAverages::isMixed).count();
        String text = Text.format("%d instances, of which %d have mixed\n", instances.size(), mixed) + table.text(TABLE)
                + "means over instances, with errors over instances; energy and heat capacity are of all sites\n";
        Estimate[] coldest = table.rows().get(0);
        int first = coldest.length - TEST_COLUMNS;
        return testsEquilibrium
                ? text + "energy of a pair at the coldest temperature: " + Text.estimate(coldest[first]) + ", and "
                        + Text.estimate(coldest[first + 1]) + " from the link overlap; difference "
                        + Text.estimate(coldest[first + 2]) + ". In equilibrium they agree, if couplings are"
                        + " independent normal numbers of mean 0, as these look.\n"
                : text;
    }
}

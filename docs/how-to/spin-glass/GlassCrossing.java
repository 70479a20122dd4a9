import dev.lbp.cli.plot.CurvePlot;
import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Panel;
import dev.lbp.cli.plot.CurvePlot.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where the Binder parameters of spin glasses of several sizes cross, with errors by a bootstrap over instances.
 *
 * <p>{@code java -cp 'lbp/lib/*' GlassCrossing.java DIR DIR ... PICTURE.png}: each DIR is the output of {@code lbp
 * sample --ising 'INSTANCES' --temperatures ...} of one size, smaller ones first, all at the same temperatures. It prints
 * the Binder parameters, the differences of each two sizes, and quantiles of their crossing: the temperature above which
 * the larger size has the smaller parameter. Instances whose runs are not finished are left out.
 */
class GlassCrossing {

    private static final int RESAMPLES = 10_000;

    /**
     * The instances of one size.
     *
     * @param squared the mean of q^2, [instance][temperature]
     * @param fourth that of q^4
     */
    private record Size(String name, double[] temperatures, double[][] squared, double[][] fourth) {

        static Size read(Path directory) throws IOException {
            List<double[]> squared = new ArrayList<>();
            List<double[]> fourth = new ArrayList<>();
            double[] temperatures = {};
            try (Stream<Path> all = Files.list(directory)) {
                for (Path instance : all.filter(one -> Files.exists(one.resolve("finished.options")))
                        .sorted()
                        .toList()) {
                    List<String[]> rows = Files.readAllLines(instance.resolve("thermodynamics.csv")).stream()
                            .map(line -> line.split(","))
                            .toList();
                    temperatures = column(rows, "temperature");
                    squared.add(column(rows, "overlap_squared"));
                    fourth.add(column(rows, "overlap_fourth"));
                }
            }
            return new Size(
                    "" + directory.getFileName(),
                    temperatures,
                    squared.toArray(double[][]::new),
                    fourth.toArray(double[][]::new));
        }

        private static double[] column(List<String[]> rows, String name) {
            int column = Arrays.asList(rows.get(0)).indexOf(name);
            return rows.stream()
                    .skip(1)
                    .mapToDouble(row -> Double.parseDouble(row[column]))
                    .toArray();
        }

        int[] all() {
            return IntStream.range(0, squared.length).toArray();
        }

        /** The Binder parameter at each temperature of these instances. */
        double[] binder(int[] instances) {
            double[] binder = new double[temperatures.length];
            for (int k = 0; k < binder.length; k++) {
                double second = 0.0;
                double other = 0.0;
                for (int j : instances) {
                    second += squared[j][k] / instances.length;
                    other += fourth[j][k] / instances.length;
                }
                binder[k] = 0.5 * (3.0 - other / (second * second));
            }
            return binder;
        }
    }

    public static void main(String[] args) throws Exception {
        List<Size> sizes = new ArrayList<>();
        for (int k = 0; k < args.length - 1; k++) {
            sizes.add(Size.read(Path.of(args[k])));
        }
        double[] temperatures = sizes.get(0).temperatures();
        List<Series> series = new ArrayList<>();
        for (Size size : sizes) {
            double[] binder = size.binder(size.all());
            double[] errors = errors(resampled(size, new Random(1)));
            series.add(new Series(size.name(), Look.JOINED, series.size(), temperatures, binder, errors));
            print(size.name() + ", " + size.squared().length + " instances", binder, errors);
        }
        for (Size smaller : sizes) {
            for (Size larger : sizes.subList(sizes.indexOf(smaller) + 1, sizes.size())) {
                Random random = new Random(1);
                double[][] differences = resampled(larger, random);
                double[][] others = resampled(smaller, random);
                Arrays.setAll(differences, r -> difference(differences[r], others[r]));
                print(
                        larger.name() + " less " + smaller.name(),
                        difference(larger.binder(larger.all()), smaller.binder(smaller.all())),
                        errors(differences));
                printCrossing(temperatures, differences);
            }
        }
        series.add(new Series("T = 1.10", Look.UPRIGHT, 0, new double[] {1.1, 1.1}, new double[] {0, 0.1}));
        CurvePlot.write(
                Path.of(args[args.length - 1]),
                1,
                List.of(new Panel("", "temperature", "Binder parameter of q", series)));
    }

    /** The Binder parameters of resamples with repetition, [resample][temperature]. */
    private static double[][] resampled(Size size, Random random) {
        int n = size.squared().length;
        double[][] resampled = new double[RESAMPLES][];
        Arrays.setAll(resampled, r -> size.binder(random.ints(n, 0, n).toArray()));
        return resampled;
    }

    private static double[] difference(double[] larger, double[] smaller) {
        return IntStream.range(0, larger.length)
                .mapToDouble(k -> larger[k] - smaller[k])
                .toArray();
    }

    /** The standard deviation over resamples at each temperature. */
    private static double[] errors(double[][] resampled) {
        return IntStream.range(0, resampled[0].length)
                .mapToDouble(k -> {
                    double mean = Arrays.stream(resampled).mapToDouble(one -> one[k]).average().orElseThrow();
                    return Math.sqrt(Arrays.stream(resampled)
                            .mapToDouble(one -> (one[k] - mean) * (one[k] - mean))
                            .average()
                            .orElseThrow());
                })
                .toArray();
    }

    private static void print(String name, double[] values, double[] errors) {
        StringBuilder line = new StringBuilder(String.format("%-18s", name));
        for (int k = 0; k < values.length; k++) {
            line.append(String.format(Locale.ROOT, " %6.3f +- %.3f", values[k], errors[k]));
        }
        System.out.println(line);
    }

    /** Quantiles of the crossing over resamples. */
    private static void printCrossing(double[] temperatures, double[][] differences) {
        double[] crossings = Arrays.stream(differences)
                .mapToDouble(one -> crossing(temperatures, one))
                .sorted()
                .toArray();
        System.out.print("    crossing, quantiles:");
        for (double q : new double[] {0.025, 0.16, 0.5, 0.84, 0.975}) {
            double crossing = crossings[(int) (q * RESAMPLES)];
            System.out.print(" " + q + ": " + (crossing < temperatures[0]
                    ? "below " + temperatures[0]
                    : crossing > temperatures[temperatures.length - 1]
                            ? "above " + temperatures[temperatures.length - 1]
                            : String.format(Locale.ROOT, "%.2f", crossing)));
        }
        System.out.println();
    }

    /** The temperature above which all differences are negative, linear between two temperatures. */
    private static double crossing(double[] temperatures, double[] differences) {
        int k = differences.length - 1;
        while (k >= 0 && differences[k] < 0.0) {
            k--;
        }
        if (k < 0) {
            return Double.NEGATIVE_INFINITY;
        }
        if (k == differences.length - 1) {
            return Double.POSITIVE_INFINITY;
        }
        double share = differences[k] / (differences[k] - differences[k + 1]);
        return temperatures[k] + share * (temperatures[k + 1] - temperatures[k]);
    }
}

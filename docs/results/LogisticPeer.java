import com.sun.management.OperatingSystemMXBean;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.select.SelectionResult;
import dev.lbp.select.data.Table;
import dev.lbp.select.VariableSelection;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Logistic regressions for lbp and millipede, and the errors of lbp by processor time.
 *
 * <p>{@code java -cp 'lbp/lib/*' LogisticPeer.java data weak.csv} writes 500 rows and 500 columns; {@code ... higgs
 * higgs.csv higgs2.csv} the standardised columns of millipede's Higgs sample, and all products of two of these, squares
 * too; {@code ... errors weak.csv reference/inclusion.csv 2 100 300 1000 3000} compares runs of two seeds and of these
 * draws with a long run:
 *
 * <pre>{@code
 * lbp select weak.csv --response y --family logistic --prior ridge:1 --inclusion size:10 --draws 10000 --seed 11
 *     --out reference
 * }</pre>
 */
class LogisticPeer {

    private static final double[] EFFECTS = {2, -3, 2, 2, -3, 3, -2, 3, -2, 3};
    private static final double SIGNAL = 0.3;
    private static final int N = 500;

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[1]);
        if (args[0].equals("data")) {
            write(file);
        } else if (args[0].equals("higgs")) {
            multiply(file, Path.of(args[2]));
        } else {
            int[] draws = Stream.of(args).skip(4).mapToInt(Integer::parseInt).toArray();
            compare(Table.csv(file), reference(Path.of(args[2])), Integer.parseInt(args[3]), draws);
        }
    }

    private static void write(Path file) throws IOException {
        Random random = new Random(7);
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            for (int j = 1; j <= N; j++) {
                out.print("x" + j + ",");
            }
            out.println("y");
            for (int t = 0; t < N; t++) {
                double x = 0;
                double eta = 0;
                for (int j = 0; j < N; j++) {
                    x = j == 0 ? random.nextGaussian() : 0.6 * x + 0.8 * random.nextGaussian();
                    eta += j < EFFECTS.length ? SIGNAL * EFFECTS[j] * x : 0;
                    out.printf("%.5f,", x);
                }
                out.println(random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0);
            }
        }
    }

    /** The first column of the file is the number of the row, the last the response. */
    private static void multiply(Path file, Path to) throws IOException {
        List<String[]> rows = Files.readAllLines(file).stream().map(line -> line.split(",")).toList();
        int count = rows.size() - 1;
        int width = rows.get(0).length - 2;
        double[][] columns = new double[width][];
        for (int j = 0; j < width; j++) {
            int at = j + 1;
            double[] column = rows.stream().skip(1).mapToDouble(row -> Double.parseDouble(row[at])).toArray();
            double mean = DoubleStream.of(column).sum() / count;
            double squares = DoubleStream.of(column).map(x -> (x - mean) * (x - mean)).sum();
            double sd = Math.sqrt(squares / (count - 1));
            columns[j] = DoubleStream.of(column).map(x -> (x - mean) / sd).toArray();
        }
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(to))) {
            for (int t = -1; t < count; t++) {
                String[] row = rows.get(t + 1);
                for (int j = 0; j < width; j++) {
                    out.print((t < 0 ? row[j + 1] : columns[j][t]) + ",");
                }
                for (int i = 0; i < width; i++) {
                    for (int j = i; j < width; j++) {
                        out.print((t < 0 ? row[i + 1] + "." + row[j + 1] : columns[i][t] * columns[j][t]) + ",");
                    }
                }
                out.println(t < 0 ? "y" : Double.parseDouble(row[width + 1]) > 0 ? 1 : 0);
            }
        }
    }

    private static Map<String, Double> reference(Path file) throws IOException {
        Map<String, Double> probabilities = new HashMap<>();
        List<String> lines = Files.readAllLines(file);
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",");
            probabilities.put(cells[0], Double.parseDouble(cells[1]));
        }
        return probabilities;
    }

    private static void compare(Table table, Map<String, Double> reference, int seeds, int[] lengths) {
        for (int draws : lengths) {
            for (int seed = 1; seed <= seeds; seed++) {
                double began = seconds();
                SelectionResult result = VariableSelection.logistic(table, "y")
                        .ridge(1)
                        .inclusion(Inclusion.expectedSize(10))
                        .sampling(run -> run.chains(1).warmup(draws / 10).draws(draws))
                        .threads(1)
                        .seed(seed)
                        .run();
                double squares = 0;
                int uncertain = 0;
                for (SelectionResult.Variable one : result.inclusion()) {
                    double known = reference.get(one.name());
                    if (known > 0.01 && known < 0.9999) {
                        squares += Math.pow(one.probability() - known, 2);
                        uncertain++;
                    }
                }
                System.out.printf(
                        "draws %d, seed %d: %.2f s, error %.5f of %d variables%n",
                        draws, seed, seconds() - began, Math.sqrt(squares / uncertain), uncertain);
            }
        }
    }

    private static double seconds() {
        return 1e-9 * ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}

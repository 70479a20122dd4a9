package dev.lbp.cli.sample;

import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.run.SamplingOptions;
import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The averages of one instance by temperature, read from the files of its run.
 *
 * @param name the name of the instance's file and directory
 * @param verdict the verdict of the run
 * @param columns a value for each temperature, by name of the column: the columns of the run's table, {@link
 * #PAIR_ENERGY} and {@link #SQUARE}
 */
record InstanceAverages(String name, long seed, String verdict, Map<String, double[]> columns) {

    private static final String VERDICT = "verdict: ";

    /** The column of the energy of a pair. */
    static final String PAIR_ENERGY = "pair_energy";

    /** The column of the mean square of the couplings. */
    static final String SQUARE = "square";

    /** The number of sums of {@link #couplings}: powers 0 to 4. */
    static final int SUMS = 5;

    /**
     * Reads the results of a run.
     *
     * @param couplings see {@link #couplings}
     * @throws IllegalArgumentException if the run made no exchange
     */
    static InstanceAverages read(Path directory, long seed, double[] couplings) throws IOException {
        Path table = directory.resolve(Thermodynamics.TABLE);
        Check.that(Files.exists(table), "be there, which a run without exchanges does not write", "table", table);
        List<String[]> rows = Files.readAllLines(table).stream()
                .map(line -> line.split(",", -1))
                .toList();
        Map<String, double[]> columns = new HashMap<>();
        for (int c = 0; c < rows.get(0).length; c++) {
            int column = c;
            columns.put(
                    rows.get(0)[c],
                    rows.stream()
                            .skip(1)
                            .mapToDouble(row -> Double.parseDouble(row[column]))
                            .toArray());
        }
        double pairs = couplings[0];
        double squares = couplings[2];
        double[] energies = Objects.requireNonNull(columns.get("energy"));
        double[] meanSquares = energies.clone();
        Arrays.fill(meanSquares, squares / pairs);
        columns.put(SQUARE, meanSquares);
        columns.put(
                PAIR_ENERGY,
                Arrays.stream(energies).map(energy -> energy / pairs).toArray());
        String verdict = Files.readAllLines(directory.resolve(SamplingOptions.SUMMARY)).stream()
                .filter(line -> line.startsWith(VERDICT))
                .findFirst()
                .orElse(VERDICT + "none");
        return new InstanceAverages("" + directory.getFileName(), seed, verdict.substring(VERDICT.length()), columns);
    }

    /**
     * The sums of powers 0 to 4 of the couplings of an instance. NaN if the instance has fields, zeros, or pairs that
     * are listed twice.
     */
    static double[] couplings(Instance instance) {
        double[] sums = new double[SUMS];
        boolean once = instance.repeated() == 0;
        for (int k = 0; k < instance.weights().length; k++) {
            boolean plain = instance.from()[k] != instance.to()[k] && instance.weights()[k] != 0.0;
            double term = plain && once ? 1.0 : Double.NaN;
            for (int p = 0; p < SUMS; p++) {
                sums[p] += term;
                term *= instance.weights()[k];
            }
        }
        return sums;
    }

    boolean isMixed() {
        return verdict.startsWith("mixed");
    }
}

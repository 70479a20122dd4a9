package dev.lbp.cli.sample;

import dev.lbp.cli.run.SamplingOptions;
import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The averages of one instance, as its run has written them.
 *
 * @param name that of its file and of its directory
 * @param verdict of its run
 * @param columns of its table, by their names: a value for each temperature
 */
record InstanceAverages(String name, long seed, String verdict, Map<String, double[]> columns, Couplings couplings) {

    private static final String VERDICT = "verdict: ";

    /**
     * Reads the results of a run.
     *
     * @throws IllegalArgumentException if the run made no exchange, or the table has been changed
     */
    static InstanceAverages read(Path directory, long seed, Couplings couplings) throws IOException {
        Path table = directory.resolve(Thermodynamics.TABLE);
        Check.that(Files.exists(table), "be there, which a run without exchanges does not write", "table", table);
        List<String> lines = Files.readAllLines(table);
        String[] names = lines.get(0).split(",", -1);
        Map<String, double[]> columns = new HashMap<>();
        for (int c = 0; c < names.length; c++) {
            int column = c;
            try {
                columns.put(
                        names[c],
                        lines.stream()
                                .skip(1)
                                .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[column]))
                                .toArray());
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new IllegalArgumentException("must be as it was written: " + table, e);
            }
        }
        String verdict = Files.readAllLines(directory.resolve(SamplingOptions.SUMMARY)).stream()
                .filter(line -> line.startsWith(VERDICT))
                .map(line -> line.substring(VERDICT.length()))
                .findFirst()
                .orElse("none");
        return new InstanceAverages("" + directory.getFileName(), seed, verdict, columns, couplings);
    }

    boolean isMixed() {
        return verdict.startsWith("mixed");
    }
}

package dev.lbp.cli.instance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A square table of weights: a line for each row, with numbers separated by blanks or commas. The file may be gzip.
 *
 * @param file the name of the file, for messages
 * @param weights [n][n]
 */
public record WeightTable(String file, double[][] weights) {

    private static final String SEPARATOR = "\\s*,\\s*|\\s+";

    /**
     * Reads a file.
     *
     * @throws InstanceException if the file cannot be read or breaks the form
     */
    public static WeightTable read(Path file) {
        InstanceLines lines = new InstanceLines(file);
        List<double[]> rows = new ArrayList<>();
        lines.forEach(entry -> {
            String[] fields = entry.split(SEPARATOR, -1);
            if (rows.isEmpty() && Arrays.stream(fields).allMatch(field -> field.matches("\"?[A-Za-z_].*"))) {
                throw lines.bad("must be numbers, without a line of names above them: found=" + Excerpt.of(entry));
            }
            int n = rows.isEmpty() ? fields.length : rows.get(0).length;
            if (fields.length != n) {
                throw lines.bad("must have as many numbers as the first row, " + n + ": found=" + fields.length);
            }
            if (rows.size() == n) {
                throw lines.bad("must not be a further row of a square table: n=" + n);
            }
            lines.checkMemory((double) Double.BYTES * n * (rows.size() + 1), "rows=" + (rows.size() + 1));
            double[] row = IntStream.range(0, n)
                    .mapToDouble(k -> lines.weight(fields[k]))
                    .toArray();
            rows.add(row);
        });
        if (rows.isEmpty()) {
            throw lines.bad("must be a row of weights: the file has none");
        }
        int n = rows.get(0).length;
        if (n < 2) {
            throw lines.bad("must have at least 2 rows and columns: n=" + n);
        }
        if (rows.size() < n) {
            throw lines.bad("must not be the last row of a square table: n=" + n + ", rows=" + rows.size());
        }
        return new WeightTable(lines.name(), rows.toArray(double[][]::new));
    }
}

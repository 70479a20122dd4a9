package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.files.TextBytes;
import dev.lbp.internal.select.data.ZScores;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.StringTokenizer;

/**
 * Reads a file of correlations for {@link VariableSelection#summary}, such as a matrix of linkage disequilibrium: text
 * in UTF-8, perhaps packed by gzip, a line for each row, with commas, semicolons, tabs or spaces between values. A
 * first line of names and a first value that is a name are read where they are there; PLINK's {@code --r square}
 * writes none, {@code write.csv} of R both.
 */
public final class CorrelationFile {

    private static final String BETWEEN = ",; \t\"";

    private CorrelationFile() {}

    /** The bytes of heap that a selection among p columns needs, {@code 28 p^2}: 2.8 GB for 10,000. */
    public static double bytes(int p) {
        return ZScores.bytes(p);
    }

    /**
     * Reads a matrix.
     *
     * @param names of the p columns, in their order; names in the file have to be the same
     * @return [p][p]
     * @throws IllegalArgumentException before the file is read if a selection among p columns does not fit into the
     *     heap; if the file has another number of rows or values, other names or no numbers, with the line
     * @throws IOException if the file cannot be read
     */
    public static double[][] read(Path file, String... names) throws IOException {
        ZScores.checkMemory(Check.notNull("names", names).length, 0.0);
        try (BufferedReader text = TextBytes.utf8(file)) {
            return read(text, file, names);
        } catch (IOException e) {
            IllegalArgumentException fault = TextBytes.fault(file, "", e);
            if (fault != null) {
                throw fault;
            }
            throw e;
        }
    }

    /**
     * Reads the matrix and checks names where the file has them: in a first line, whose last value then is no number,
     * and as a first value of lines, which then have p + 1 values.
     */
    private static double[][] read(BufferedReader text, Path file, String[] names) throws IOException {
        int p = names.length;
        double[][] matrix = new double[p][];
        int row = 0;
        int line = 0;
        for (String at = text.readLine(); at != null; at = text.readLine()) {
            line++;
            String[] values = Collections.list(new StringTokenizer(at, BETWEEN)).toArray(String[]::new);
            if (values.length == 0) {
                continue;
            }
            int labels = values.length - p; // 1 if the line begins with a name, else 0
            if (labels != 0 && labels != 1) {
                throw new IllegalArgumentException("must have " + p + " values, one for each z-score: " + file
                        + ", line " + line + " has " + values.length);
            }
            if (line == 1 && Double.isNaN(number(values[values.length - 1]))) { // a line of names
                for (int j = 0; j < p; j++) {
                    checkName(values[labels + j], names[j], file, line);
                }
                continue;
            }
            if (row == p) {
                throw new IllegalArgumentException("must have " + p + " rows, one for each z-score: " + file + ", line "
                        + line + " is one more" + "; a first row of names must not be numbers");
            }
            if (labels == 1) {
                checkName(values[0], names[row], file, line);
            }
            matrix[row] = numbers(values, labels, file, line);
            row++;
        }
        if (row < p) {
            throw new IllegalArgumentException(
                    "must have " + p + " rows, one for each z-score: " + file + " has " + row);
        }
        return matrix;
    }

    /** The numbers of a line, from value {@code from} on. */
    private static double[] numbers(String[] values, int from, Path file, int line) {
        double[] row = new double[values.length - from];
        for (int j = 0; j < row.length; j++) {
            row[j] = number(values[from + j]);
            if (!Double.isFinite(row[j])) {
                throw new IllegalArgumentException("must be a number: " + file + ", line " + line + ", value "
                        + (from + j + 1) + "=" + ForeignText.onOneLine(values[from + j]));
            }
        }
        return row;
    }

    private static void checkName(String found, String name, Path file, int line) {
        if (!found.equals(name)) {
            throw new IllegalArgumentException(
                    ForeignText.onOneLine("must have the names of the z-scores, in their order: " + file + ", line "
                            + line + " has " + found + " for " + name));
        }
    }

    /** The value of a decimal number; NaN for other texts, also 2D and 0x1p4, which Java would read. */
    private static double number(String text) {
        if (Character.isLetter(text.charAt(text.length() - 1)) || text.indexOf('x') >= 0) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}

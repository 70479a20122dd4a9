package dev.lbp.select.data;

import dev.lbp.internal.Check;
import dev.lbp.internal.html.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The rows of a table in two: those to select variables with, and those held out, which {@code
 * SelectionResult.scoredOn} predicts.
 *
 * @param training the first ones
 * @param heldOut the others
 */
public record TableSplit(Table training, Table heldOut) {

    /**
     * Holds random rows out.
     *
     * @param part of the rows to hold out, in (0, 1)
     * @param seed any; the same one holds the same rows out
     * @throws IllegalArgumentException if no row would be held out, or none left
     */
    public static TableSplit random(Table table, double part, long seed) {
        return split(table, List.of(IntStream.range(0, table.rows()).toArray()), part, seed);
    }

    /**
     * Holds random rows out, of each value of a column the same part.
     *
     * @param column of numbers, such as a response of 0 and 1
     */
    public static TableSplit stratified(Table table, String column, double part, long seed) {
        double[] values = table.column(column);
        Map<Double, List<Integer>> strata = new TreeMap<>();
        for (int t = 0; t < values.length; t++) {
            strata.computeIfAbsent(values[t], value -> new ArrayList<>()).add(t);
        }
        return split(
                table,
                strata.values().stream()
                        .map(rows -> rows.stream().mapToInt(Integer::intValue).toArray())
                        .toList(),
                part,
                seed);
    }

    /** Holds out a random part of the rows of each stratum, rounded to whole rows. */
    private static TableSplit split(Table table, List<int[]> strata, double part, long seed) {
        Check.that(part > 0.0 && part < 1.0, "be in (0, 1)", "part", part);
        Random random = new Random(seed); // its numbers are specified, so a seed gives the same rows on every Java
        boolean[] isHeldOut = new boolean[table.rows()];
        for (int[] rows : strata) {
            int count = (int) Math.rint(part * rows.length);
            for (int k = 0; k < count; k++) { // the first steps of a Fisher-Yates shuffle
                int other = k + random.nextInt(rows.length - k);
                int row = rows[other];
                rows[other] = rows[k];
                isHeldOut[row] = true;
            }
        }
        return of(table, isHeldOut, "part=" + part);
    }

    /**
     * Holds out the rows that a column marks. Neither part has this column.
     *
     * @param column of 0 and 1, or a factor of {@code train} and {@code test}; 1 and test are held out
     * @throws IllegalArgumentException if it has another value; the message names the row
     */
    public static TableSplit by(Table table, String column) {
        String[] values = table.isFactor(column)
                ? table.factor(column)
                : Arrays.stream(table.column(column))
                        .mapToObj(Numbers::shortest)
                        .toArray(String[]::new);
        boolean[] isHeldOut = new boolean[values.length];
        for (int t = 0; t < values.length; t++) {
            switch (values[t].toLowerCase(Locale.ROOT)) {
                case "0", "train" -> isHeldOut[t] = false;
                case "1", "test" -> isHeldOut[t] = true;
                default ->
                    throw new IllegalArgumentException(
                            "must be 0 or 1, or train or test: " + table.place(column, t) + "=" + values[t]);
            }
        }
        return of(table.without(column), isHeldOut, "column=" + column);
    }

    /** The split by a mark for each row; {@code argument} is named where one of its sides would be empty. */
    private static TableSplit of(Table table, boolean[] isHeldOut, String argument) {
        int[] held =
                IntStream.range(0, isHeldOut.length).filter(t -> isHeldOut[t]).toArray();
        int[] kept =
                IntStream.range(0, isHeldOut.length).filter(t -> !isHeldOut[t]).toArray();
        if (held.length == 0 || kept.length == 0) {
            throw new IllegalArgumentException(
                    "must hold out some of the " + table.rows() + " rows, and leave some: " + argument);
        }
        return new TableSplit(table.rows(kept), table.rows(held));
    }
}

package dev.lbp.internal.select.data;

import dev.lbp.internal.Check;
import dev.lbp.select.data.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads new observations in the form of the data that a selection was made with.
 *
 * @param variables all variables in the order of the data
 * @param always names of those that are always in
 * @param offset a known part of the linear predictor; null if there is none
 * @param outcome where the response is
 */
public record NewData(
        Map<String, Source> variables,
        Set<String> always,
        @Nullable Source offset,
        ResponseColumns outcome) {

    /**
     * Values of new observations.
     *
     * @param base [columns that are always in][rows]
     * @param columns [columns of candidates][rows]
     * @param offset [rows]
     * @param weights [rows], by which the variance of a linear regression's noise is divided
     */
    public record Rows(double[][] base, double[][] columns, double[] offset, double[] weights) {

        /** These rows with other weights. */
        public Rows weighted(double[] by) {
            return new Rows(base, columns, offset, by);
        }

        public int count() {
            return offset.length;
        }

        /** Some of the rows. */
        public Rows only(int... rows) {
            return new Rows(
                    only(base, rows), only(columns, rows), RowValues.only(offset, rows), RowValues.only(weights, rows));
        }

        private static double[][] only(double[][] of, int[] rows) {
            return Arrays.stream(of).map(column -> RowValues.only(column, rows)).toArray(double[][]::new);
        }

        /** The values of a row in the columns that are always in. */
        public double[] always(int row) {
            return Arrays.stream(base).mapToDouble(column -> column[row]).toArray();
        }
    }

    /** A reader of new observations that have the variables of given ones. */
    public static NewData like(Predictors predictors, Set<String> always, @Nullable Source offset) {
        Map<String, Source> variables = new LinkedHashMap<>();
        for (String name : predictors.variables().keySet()) {
            variables.put(name, Objects.requireNonNull(predictors.sources().get(name)));
        }
        return new NewData(variables, always, offset, predictors.outcome());
    }

    /** The names of a variable's columns. */
    public List<String> columnNames(String variable) {
        return Objects.requireNonNull(variables.get(variable)).columnNames();
    }

    /** Reads rows of an array, [rows][variables]; their offsets are 0. */
    public Rows of(double[][] x) {
        if (!variables.values().stream().allMatch(Source.Column.class::isInstance)) {
            throw new IllegalStateException("must be a table to predict from: the data have factors or a formula");
        }
        Check.notNull("x", x);
        String[] names = variables.keySet().toArray(String[]::new);
        for (int t = 0; t < x.length; t++) {
            Check.length(names.length, "x[" + t + "]", Check.notNull("x[" + t + "]", x[t]).length);
            Check.finite("x[" + t + "]", x[t]);
        }
        return of(Table.of(names, x), new double[x.length]);
    }

    /** Reads the rows of a table. */
    public Rows of(Table table) {
        Check.notNull("table", table);
        return of(
                table,
                offset == null
                        ? new double[table.rows()]
                        : offset.columns(table).get(0));
    }

    /** Reads the columns of all variables from a table of new rows; their weights are 1. */
    private Rows of(Table table, double[] offsets) {
        List<double[]> base = new ArrayList<>();
        List<double[]> columns = new ArrayList<>();
        variables.forEach((name, source) -> (always.contains(name) ? base : columns).addAll(source.columns(table)));
        return new Rows(
                base.toArray(double[][]::new),
                columns.toArray(double[][]::new),
                offsets,
                RowValues.ones(offsets.length));
    }

    /** The response of rows, column by column. */
    public List<RowValues> outcomes(Table table) {
        if (outcome.columns().isEmpty()) {
            throw new IllegalStateException("must be of a table to be compared with rows that are held out");
        }
        return outcome.columns().stream().map(name -> RowValues.of(table, name)).toList();
    }

    /** The weights of rows, from the column that had those of the data; 1 if the data had none. */
    public double[] weights(Table table) {
        String column = outcome.weights();
        double[] ones = RowValues.ones(table.rows());
        return column == null ? ones : RowValues.of(table, column).weights(ones);
    }
}

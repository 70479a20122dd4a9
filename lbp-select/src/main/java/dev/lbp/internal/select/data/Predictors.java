package dev.lbp.internal.select.data;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.select.data.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The variables of a regression, each one column of numbers or the columns of a factor: for every level but the first,
 * in alphabetical order, a column that is 1 where the factor has this level.
 *
 * @param variables columns of each variable, by its name, in order
 * @param levels of the factors, by name, in alphabetical order
 * @param outcome where the response of new rows is
 * @param notes for a summary, each a line
 */
public record Predictors(
        Map<String, List<double[]>> variables,
        Map<String, List<String>> levels,
        ResponseColumns outcome,
        List<String> notes) {

    private Predictors(ResponseColumns outcome, List<String> notes) {
        this(new LinkedHashMap<>(), new LinkedHashMap<>(), outcome, notes);
    }

    /** Columns of numbers, called x1, x2, .. if there are no names. */
    public static Predictors of(double[][] rows, int n) {
        Check.length(n, "x", Check.notNull("x", rows).length);
        int p = Check.notNull("x[0]", rows[0]).length;
        Check.atLeast(1, "p, the number of columns of x", p);
        double[][] columns = new double[p][n];
        for (int t = 0; t < n; t++) {
            Check.length(p, "x[" + t + "]", Check.notNull("x[" + t + "]", rows[t]).length);
            Check.finite("x[" + t + "]", rows[t]);
            for (int j = 0; j < p; j++) {
                columns[j][t] = rows[t][j];
            }
        }
        return ofColumns(columns);
    }

    /** Columns of numbers, called x1, x2, ..; not copied. */
    public static Predictors ofColumns(double[]... columns) {
        Predictors made = new Predictors(ResponseColumns.NONE, List.of());
        for (int j = 0; j < columns.length; j++) {
            made.add("x" + (j + 1), columns[j]);
        }
        return made;
    }

    /**
     * All columns of a table but those of the response.
     *
     * @param response the columns of the response
     */
    public static Predictors of(Table table, String... response) {
        ResponseColumns outcome = new ResponseColumns(List.of(response), null);
        Predictors made = new Predictors(outcome, table.notes());
        for (String name : table.names()) {
            if (outcome.columns().contains(name)) {
                continue;
            }
            if (table.isFactor(name)) {
                made.addFactor(name, table.factor(name), table.place(name));
            } else {
                made.add(name, table.column(name));
            }
        }
        if (made.variables.isEmpty()) {
            throw new IllegalArgumentException(
                    "must have a column beside the response: " + String.join(", ", response));
        }
        return made;
    }

    private void add(String name, double[] column) {
        variables.put(name, List.of(column));
    }

    private void addFactor(String name, String[] values, String place) {
        List<String> distinct = new ArrayList<>(new TreeSet<>(Arrays.asList(values)));
        if (distinct.size() < 2) {
            throw new IllegalArgumentException("must not be constant: factor " + name + "=" + distinct.get(0));
        }
        if (distinct.size() == values.length) {
            throw new IllegalArgumentException(
                    "must not be another text in each row: " + place + "; leave it out (Table.without, --without)");
        }
        levels.put(name, distinct);
        variables.put(name, indicators(distinct, values));
    }

    /** For every level but the first, a column that is 1 where the factor has it. */
    static List<double[]> indicators(List<String> levels, String[] values) {
        List<double[]> columns = new ArrayList<>();
        for (String level : levels.subList(1, levels.size())) {
            double[] column = new double[values.length];
            Arrays.setAll(column, t -> values[t].equals(level) ? 1.0 : 0.0);
            columns.add(column);
        }
        return columns;
    }

    /** The names of a variable's columns: its own, or {@code factor=level}. */
    static List<String> columnNames(String variable, List<String> levels) {
        return levels.isEmpty()
                ? List.of(variable)
                : levels.stream().skip(1).map(level -> variable + "=" + level).toList();
    }

    /** The variables but for one, which another part of the regression uses. */
    public Predictors without(String name) {
        Predictors made = new Predictors(new LinkedHashMap<>(variables), levels, outcome, notes);
        if (made.variables.remove(name) == null || made.variables.isEmpty()) {
            throw new IllegalArgumentException("must be a candidate, and leave another one: column=" + name);
        }
        return made;
    }

    /** The variables but for one, a column of weights. */
    public Predictors weighted(String name) {
        Predictors left = without(name);
        return new Predictors(left.variables, levels, new ResponseColumns(outcome.columns(), name), notes);
    }

    /** These columns under other names. */
    public Predictors named(String[] names) {
        Check.length(variables.size(), "names", Check.notNull("names", names).length);
        Check.that(
                Arrays.stream(names).distinct().count() == names.length,
                "be distinct",
                "names",
                Arrays.toString(names));
        Predictors made = new Predictors(outcome, notes);
        int k = 0;
        for (List<double[]> columns : variables.values()) {
            made.add(Check.notNull("names", names[k++]), columns.get(0));
        }
        return made;
    }

    /**
     * The names of variables that are in every model, in the given order.
     *
     * @throws IllegalArgumentException if there is no variable of a name, or no other variable
     */
    public Set<String> alwaysIn(String... names) {
        Set<String> given = new LinkedHashSet<>(Arrays.asList(Check.notNull("variables", names)));
        for (String name : given) {
            if (!variables.containsKey(name)) {
                throw new IllegalArgumentException("must be a variable, of "
                        + ForeignText.shortened(List.copyOf(variables.keySet())) + ": always=" + name);
            }
        }
        if (given.size() == variables.size()) {
            throw new IllegalArgumentException("must leave a candidate: always=" + String.join(",", given));
        }
        return given;
    }
}

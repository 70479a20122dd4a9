package dev.lbp.internal.select.data;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.select.data.Table;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The variables of a regression, each one column of numbers or the columns of a factor: for every level but the first,
 * in alphabetical order, a column that is 1 where the factor has this level.
 *
 * @param variables columns of each variable, by its name, in order
 * @param sources of each variable
 * @param operands of each term of a formula, by its name; empty if there is no formula
 * @param outcome where the response of new rows is
 * @param notes for a summary, each a line
 */
public record Predictors(
        Map<String, List<double[]>> variables,
        Map<String, Source> sources,
        Map<String, BitSet> operands,
        ResponseColumns outcome,
        List<String> notes) {

    private Predictors(ResponseColumns outcome, List<String> notes) {
        this(new LinkedHashMap<>(), new LinkedHashMap<>(), Map.of(), outcome, notes);
    }

    /**
     * Columns of numbers, called x1, x2, ..
     *
     * @param rows [n][p], finite; copied
     */
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
                made.addFactor(name, table);
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

    /** Refuses reference levels of candidates that are no factors. */
    public void checkReferences(Table table) {
        table.references().forEach((column, level) -> {
            if (sources.get(column) instanceof Source.Column) {
                throw new IllegalArgumentException("must be of a factor, by its name in the reading of the table or"
                        + " factor() in a formula: " + table.place(column) + ", reference=" + level);
            }
        });
    }

    private void add(String name, double[] column) {
        variables.put(name, List.of(column));
        sources.put(name, new Source.Column(name));
    }

    private void addFactor(String name, Table table) {
        List<String> distinct = table.levels(name);
        if (distinct.size() == table.rows()) {
            throw new IllegalArgumentException("must not be another text in each row: " + table.place(name)
                    + "; leave it out (Table.without, --without), or if it has numbers, do not name it as a factor");
        }
        add(name, new Source.Factor(name, name, distinct), table);
    }

    private void add(String name, Source source, Table table) {
        variables.put(name, source.columns(table));
        sources.put(name, source);
    }

    /**
     * A copy with other variables of the same table. Notes on columns that are neither candidates nor of the
     * response are dropped.
     *
     * @param terms operands of each variable, by its name
     * @param always names that the new variables must include
     */
    public Predictors replaced(Map<String, Source> by, Map<String, BitSet> terms, Table table, Set<String> always) {
        String[] unused = table.names().stream()
                .filter(name -> !by.containsKey(name) && !outcome.columns().contains(name))
                .toArray(String[]::new);
        List<String> left = table.without(unused).notes();
        Predictors made = new Predictors(new LinkedHashMap<>(), new LinkedHashMap<>(), terms, outcome, left);
        by.forEach((name, source) -> made.add(name, source, table));
        try {
            made.alwaysIn(always.toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + "; give the formula before the variables of always", e);
        }
        return made;
    }

    /** Some of the rows. */
    public Predictors rows(int... rows) {
        Predictors made = new Predictors(new LinkedHashMap<>(), sources, operands, outcome, notes);
        variables.forEach((name, columns) -> made.variables.put(
                name,
                columns.stream().map(column -> RowValues.only(column, rows)).toList()));
        return made;
    }

    /** All variables but {@code name}, which another part of the regression uses. */
    public Predictors without(String name) {
        Predictors made = new Predictors(new LinkedHashMap<>(variables), sources, operands, outcome, notes);
        if (made.variables.remove(name) == null || made.variables.isEmpty()) {
            throw new IllegalArgumentException("must be a candidate, and leave another one: column=" + name);
        }
        return made;
    }

    /** All variables but {@code name}, which is a column of weights. */
    public Predictors weighted(String name) {
        Check.that(outcome.weights() == null, "be given once", "weights", name);
        Predictors left = without(name);
        return new Predictors(left.variables, sources, operands, new ResponseColumns(outcome.columns(), name), notes);
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

package dev.lbp.internal.infer.table;

import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * A graph reduced by evidence. Its variables are the sites with more than one remaining value, and its tables have only
 * the entries of remaining values. A table whose variables all belong to another table is multiplied into that table.
 */
public final class Problem {

    private final int[][] values; // by site
    private final int[] variableOf; // by site; -1 if the site has one value
    private final int[] siteOf; // by variable
    private final int[] sizes; // by variable
    private final List<Table> tables = new ArrayList<>();
    private double logConstant;

    private Problem(FactorGraph graph, Domains domains) {
        int sites = graph.sites();
        values = new int[sites][];
        variableOf = new int[sites];
        int[] free = new int[sites];
        int count = 0;
        for (int i = 0; i < sites; i++) {
            values[i] = domains.values(i);
            variableOf[i] = values[i].length == 1 ? -1 : count;
            if (values[i].length > 1) {
                free[count++] = i;
            }
        }
        siteOf = Arrays.copyOf(free, count);
        sizes = Arrays.stream(siteOf).map(i -> values[i].length).toArray();
    }

    /** The problem of a graph whose domains are possible. */
    public static Problem of(FactorGraph graph, Domains domains) {
        return of(graph, domains, value -> value);
    }

    /** A problem that counts states: each entry above 0 is replaced by 1. */
    public static Problem counting(FactorGraph graph, Domains domains) {
        return of(graph, domains, value -> value == Double.NEGATIVE_INFINITY ? value : 0.0); // log 1 = 0
    }

    /**
     * Reduces a graph to its domains.
     *
     * @param logValue applied to the logarithm of each entry
     */
    private static Problem of(FactorGraph graph, Domains domains, DoubleUnaryOperator logValue) {
        Problem problem = new Problem(graph, domains);
        List<Table> reduced = new ArrayList<>();
        for (Factor factor : graph.factors()) {
            double[] logs = Arrays.stream(problem.indices(graph, factor))
                    .mapToDouble(k -> logValue.applyAsDouble(factor.logValue(k)))
                    .toArray();
            reduced.add(scaled(problem.variables(factor), logs));
        }
        problem.merge(reduced);
        return problem;
    }

    /** The table with these logarithms of entries, scaled so that the largest entry is 1. */
    private static Table scaled(int[] variables, double[] logs) {
        double largest = Arrays.stream(logs).reduce(Double.NEGATIVE_INFINITY, Math::max);
        double scale = largest == Double.NEGATIVE_INFINITY ? 0.0 : largest;
        double[] entries = new double[logs.length];
        double lost = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < logs.length; k++) {
            double log = logs[k] - scale;
            entries[k] = Math.exp(log);
            lost = log == Double.NEGATIVE_INFINITY ? lost : Math.max(lost, Table.lostBelow(log));
        }
        return Table.of(variables, entries, scale, lost);
    }

    /** The variables of a factor, ascending. */
    public int[] variables(Factor factor) {
        return Arrays.stream(factor.sites())
                .map(i -> variableOf[i])
                .filter(v -> v >= 0)
                .sorted()
                .toArray();
    }

    /**
     * The indices in a factor of its remaining entries. They are in the order of combinations of values of the
     * ascending variables, the last variable fastest.
     */
    public int[] indices(FactorGraph graph, Factor factor) {
        return Table.indices(factor.sites(), graph::values, i -> variableOf[i], i -> values[i]);
    }

    /** Multiplies each table into one that has all of its variables, if there is one. The widest tables come first. */
    private void merge(List<Table> reduced) {
        List<Table> byWidth = new ArrayList<>(reduced);
        byWidth.sort(Comparator.comparingInt((Table table) -> -table.variables().length));
        List<List<Integer>> tablesOf = Stream.<List<Integer>>generate(() -> new ArrayList<>(0))
                .limit(sizes.length)
                .toList();
        for (Table table : byWidth) {
            int[] variables = table.variables();
            if (variables.length == 0) {
                logConstant += table.values()[0] > 0.0 ? table.log() : Double.NEGATIVE_INFINITY;
                continue;
            }
            // a table that has all variables has the rarest one, so only few tables need a look
            int rarest = variables[0];
            for (int v : variables) {
                rarest = tablesOf.get(v).size() < tablesOf.get(rarest).size() ? v : rarest;
            }
            Optional<Integer> container = tablesOf.get(rarest).stream()
                    .filter(a -> contains(tables.get(a).variables(), variables))
                    .findFirst();
            if (container.isPresent()) {
                tables.set(container.get(), tables.get(container.get()).times(table, sizes));
            } else {
                for (int v : variables) {
                    tablesOf.get(v).add(tables.size());
                }
                tables.add(table);
            }
        }
    }

    /** Whether {@code large} has all entries of {@code small}; both ascending. */
    private static boolean contains(int[] large, int[] small) {
        int at = 0;
        for (int v : large) {
            at += at < small.length && small[at] == v ? 1 : 0;
        }
        return at == small.length;
    }

    /** The number of values of each variable, at least 2. The caller must not change the array. */
    public int[] sizes() {
        return sizes;
    }

    /** The tables; each has at least one variable. */
    public List<Table> tables() {
        return tables;
    }

    /** The logarithm of the product of the tables without variables. Negative infinity if the product is 0. */
    public double logConstant() {
        return logConstant;
    }

    /** The variable of a site. -1 if the site has one remaining value. */
    public int variable(int site) {
        return variableOf[site];
    }

    /** The site of a variable. */
    public int site(int variable) {
        return siteOf[variable];
    }

    /** The remaining values of a site, ascending. The caller must not change the array. */
    public int[] values(int site) {
        return values[site];
    }

    /**
     * The state of all sites.
     *
     * @param values the value of variable v at index {@code place(v)}, from 0 to its number of values less 1
     * @param place gives the index of a variable in {@code values}
     */
    public int[] state(int[] values, IntUnaryOperator place) {
        int[] state = new int[variableOf.length];
        for (int i = 0; i < state.length; i++) {
            state[i] = this.values[i][variableOf[i] < 0 ? 0 : values[place.applyAsInt(variableOf[i])]];
        }
        return state;
    }
}

package dev.lbp.models.factor;

import dev.lbp.internal.Check;
import dev.lbp.target.Target;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A log-probability that is declared as a sum of terms of a few sites each, {@code log pi(x) = sum_a f_a(x_a)}. Its
 * tracker, graph and colouring follow from the terms.
 *
 * <pre>{@code
 * FactorBits tray = FactorModel.bits(48)
 *         .term(x -> x[0] == x[1] ? 0.8 : 0.0, 0, 1)            // any function of a few sites
 *         .table(new int[] {1, 2}, new double[] {0, 0, 0, 1})   // log-values; the last site runs fastest
 *         .count(pool, ones -> ones > 0 ? -0.1 : -3.9)          // of how many of these sites are 1
 *         .sum(items, weights, load -> load > 50 ? Double.NEGATIVE_INFINITY : 0.0)
 *         .build();
 * }</pre>
 *
 * <p>A log-ratio costs O(terms of the site), a change of a site also O(sites that it meets in terms). Finite terms of
 * one or two sites are kept as fields, so that their log-ratios cost O(1). Log-values are rounded to a grid of exact
 * sums, of about 2^-50 of the largest log-ratio.
 *
 * <p>Immutable; any number of threads may use it at once.
 */
public sealed interface FactorModel extends Target permits FactorBits, FactorCategories {

    /**
     * The number of values of a site, at least 2.
     *
     * @param site 0 to N - 1
     */
    int values(int site);

    /**
     * The model as a graph of tables, for exact inference. A count or a sum of many sites becomes tables with hidden
     * counters: variables after the N of the model. Each is a function of the N variables, so sums over all states stay
     * the same.
     *
     * @throws IllegalStateException if the range of a sum is too wide for tables
     */
    FactorGraph factorGraph();

    /**
     * Declares a model of bits.
     *
     * @param n the number of sites N, at least 1
     */
    static FactorBuilder<FactorBits> bits(int n) {
        int[] values = new int[Check.sites("n", n)];
        Arrays.fill(values, 2);
        return new FactorBuilder<>(values, FactorBits::new);
    }

    /**
     * Declares a model of categories.
     *
     * @param values the number of values of each site, at least 2
     */
    static FactorBuilder<FactorCategories> values(int... values) {
        int[] own = Check.notNull("values", values).clone();
        Check.sites("values.length", own.length);
        for (int i = 0; i < own.length; i++) {
            Check.atLeast(2, "values[" + i + "]", own[i]);
        }
        return new FactorBuilder<>(own, FactorCategories::new);
    }

    /**
     * The target of a graph: {@link FactorBits} if all variables have 2 values, else {@link FactorCategories}.
     *
     * @throws IllegalArgumentException if a variable has 1 value, or log-values are too large for exact sums
     */
    static FactorModel of(FactorGraph graph) {
        int n = Check.notNull("graph", graph).sites();
        return IntStream.range(0, n).allMatch(i -> graph.values(i) == 2)
                ? bits(n).tables(graph).build()
                : categories(graph);
    }

    /**
     * The target of a graph as categories, even if all variables have 2 values.
     *
     * @throws IllegalArgumentException if a variable has 1 value, or log-values are too large for exact sums
     */
    static FactorCategories categories(FactorGraph graph) {
        return values(IntStream.range(0, graph.sites()).map(graph::values).toArray())
                .tables(graph)
                .build();
    }
}

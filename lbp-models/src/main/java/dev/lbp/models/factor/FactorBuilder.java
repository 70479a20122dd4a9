package dev.lbp.models.factor;

import dev.lbp.internal.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * Collects the terms of a {@link FactorModel}. The sites of a term are distinct; log-values are finite, or negative
 * infinity for impossible combinations. Each method refuses other arguments.
 *
 * @param <M> the type of the model
 */
public final class FactorBuilder<M extends FactorModel> {

    private static final int MOST_CALLS = 1 << 16;

    /** The largest number of entries in the table of a count or a sum. */
    private static final int MOST_ENTRIES = 1 << 24;

    private final int[] values;
    private final Function<Terms, M> model;
    private final List<Term> terms = new ArrayList<>();
    private FactorGraph names;

    FactorBuilder(int[] values, Function<Terms, M> model) {
        this.values = values;
        this.model = model;
        this.names = FactorGraph.of(values, List.of()); // a graph without factors, only for the names
    }

    /**
     * Names the sites.
     *
     * @param names N distinct names
     */
    public FactorBuilder<M> names(String... names) {
        this.names = this.names.named(List.of(names), this.names.valueNames());
        return this;
    }

    /**
     * Names the values of all sites.
     *
     * @param names for each site one distinct name for each of its values
     */
    public FactorBuilder<M> valueNames(List<List<String>> names) {
        this.names = this.names.named(this.names.names(), names);
        return this;
    }

    /**
     * Adds a function of a few sites. It is called once, here, for each combination of their values.
     *
     * @param logValue of the values of these sites, in their order
     * @param sites at least 1, with at most 2^16 combinations of values
     */
    public FactorBuilder<M> term(ToDoubleFunction<int[]> logValue, int... sites) {
        Check.notNull("logValue", logValue);
        double size = 1.0;
        for (int site : checked(sites)) {
            size *= values[site];
        }
        Check.that(
                size <= MOST_CALLS,
                "have at most 2^16 combinations of values, else be a count or a sum",
                "combinations of sites=" + Arrays.toString(sites),
                size);
        double[] table = new double[(int) size];
        for (int k = 0; k < table.length; k++) {
            table[k] = logValue.applyAsDouble(valuesOfEntry(k, sites));
        }
        return table(sites, table);
    }

    /** The values of the sites to which entry k of a table belongs; the last site's value runs fastest. */
    private int[] valuesOfEntry(int k, int[] sites) {
        int[] state = new int[sites.length];
        int rest = k;
        for (int s = sites.length - 1; s >= 0; s--) {
            state[s] = rest % values[sites[s]];
            rest /= values[sites[s]];
        }
        return state;
    }

    /**
     * Adds a table.
     *
     * @param logValues one for each combination of the sites' values; the value of the last site runs fastest. Copied
     */
    public FactorBuilder<M> table(int[] sites, double[] logValues) {
        Factor factor = Factor.of(sites, Check.notNull("logValues", logValues).clone());
        FactorGraph.check("the table", factor, values);
        terms.add(Term.of(factor, values));
        return this;
    }

    /** Adds the factors and names of a graph with the same numbers of values. */
    FactorBuilder<M> tables(FactorGraph graph) {
        names = names.named(graph.names(), graph.valueNames());
        graph.factors().forEach(factor -> terms.add(Term.of(factor, values)));
        return this;
    }

    /**
     * Adds a function of the number of given sites that have the value 1. There may be any number of sites.
     *
     * @param logValue of a number from 0 to {@code sites.length}, called once for each
     */
    public FactorBuilder<M> count(int[] sites, IntToDoubleFunction logValue) {
        return count(sites, 1, logValue);
    }

    /**
     * Adds a function of the number of given sites that have a value. There may be any number of sites.
     *
     * @param value the value that is counted, which each of these sites has
     * @param logValue of a number from 0 to {@code sites.length}, called once for each
     */
    public FactorBuilder<M> count(int[] sites, int value, IntToDoubleFunction logValue) {
        for (int site : checked(sites)) {
            Check.that(value >= 0 && value < values[site], "be a value of site " + site, "value", value);
        }
        int[] weights = new int[sites.length];
        Arrays.fill(weights, 1);
        return addLinear(sites, weights, value, logValue);
    }

    /**
     * Adds a function of a weighted sum of the values of given sites. There may be any number of sites.
     *
     * @param weights one for each site, of any sign; the range of the sum is below 2^24
     * @param logValue of the sum, called once for each whole number in its range
     */
    public FactorBuilder<M> sum(int[] sites, int[] weights, IntToDoubleFunction logValue) {
        Check.length(checked(sites).length, "weights", Check.notNull("weights", weights).length);
        return addLinear(sites, weights.clone(), Term.ANY_VALUE, logValue);
    }

    /**
     * Adds a function of {@code sum_k weights_k u(x_k)}, with {@code u(x) = x} if {@code counted} is
     * {@link Term#ANY_VALUE}, else 1 at the counted value and 0 at others.
     */
    private FactorBuilder<M> addLinear(int[] sites, int[] weights, int counted, IntToDoubleFunction logValue) {
        Check.notNull("logValue", logValue);
        double least = 0.0;
        double largest = 0.0;
        for (int k = 0; k < sites.length; k++) {
            double most = weights[k] * (counted == Term.ANY_VALUE ? values[sites[k]] - 1.0 : 1.0);
            least += Math.min(most, 0.0);
            largest += Math.max(most, 0.0);
        }
        Check.that(
                largest - least < MOST_ENTRIES && largest < Integer.MAX_VALUE && least > Integer.MIN_VALUE,
                "have a range below 2^24",
                "range of the sum",
                largest - least);
        int from = (int) least;
        double[] table = new double[(int) (largest - least) + 1];
        Arrays.setAll(table, k -> logValue.applyAsDouble(from + k));
        Factor.of(new int[0], table); // checks the entries
        // a function that is linear in the sum splits into a term of each site
        Term term = new Term(sites.clone(), weights, counted, -from, table);
        terms.addAll(term.isLinear() ? term.ofEachSite(values) : List.of(term));
        return this;
    }

    private int[] checked(int[] sites) {
        // the factor is thrown away: it checks that sites are distinct and at least 0
        Check.atLeast(1, "sites.length", Factor.of(sites, new double[0]).width());
        for (int k = 0; k < sites.length; k++) {
            Check.that(sites[k] < values.length, "be below N=" + values.length, "sites[" + k + "]", sites[k]);
        }
        return sites;
    }

    /**
     * The model.
     *
     * @throws IllegalArgumentException if log-ratios can reach 2^30, or log-probabilities 2^41, or a term is impossible
     *     for all values of its sites
     */
    public M build() {
        for (Term term : terms) {
            Check.that(
                    Arrays.stream(term.table()).anyMatch(value -> value != Double.NEGATIVE_INFINITY),
                    "have a possible log-value",
                    "the term of sites",
                    Arrays.toString(term.sites()));
        }
        return model.apply(new Terms(names, terms));
    }
}

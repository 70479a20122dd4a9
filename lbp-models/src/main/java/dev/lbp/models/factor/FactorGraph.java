package dev.lbp.models.factor;

import dev.lbp.internal.Check;
import dev.lbp.internal.Names;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Variables with their own numbers of values, and a log-probability that is a sum of tables over a few of them each:
 * {@code log pi(x) = sum_a f_a(x_a)}. Readers of files make graphs, exact inference works on them, and
 * {@link FactorModel#of} makes targets of them. Immutable.
 */
public final class FactorGraph implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int[] values;
    private final List<Factor> factors;
    private final List<String> names;
    private final List<List<String>> valueNames;

    private FactorGraph(int[] values, List<Factor> factors, List<String> names, List<List<String>> valueNames) {
        this.values = values;
        this.factors = factors;
        this.names = names;
        this.valueNames = valueNames;
    }

    /**
     * A graph without names.
     *
     * @param values the number of values of each variable, at least 1; a variable of 1 value is fixed
     * @param factors their variables are 0 to {@code values.length - 1}, and each has one entry for each combination
     * @throws IllegalArgumentException if an argument is not as described
     */
    public static FactorGraph of(int[] values, List<Factor> factors) {
        int[] own = Check.notNull("values", values).clone();
        Check.sites("values.length", own.length);
        for (int i = 0; i < own.length; i++) {
            if (own[i] < 1) {
                throw new IllegalArgumentException("must be >= 1: values[" + i + "]=" + own[i]);
            }
        }
        List<Factor> all = List.copyOf(Check.notNull("factors", factors));
        for (int a = 0; a < all.size(); a++) {
            check("factors[" + a + "]", all.get(a), own);
        }
        return new FactorGraph(own, all, List.of(), List.of());
    }

    /** Refuses a factor that does not fit variables with these numbers of values. */
    static void check(String name, Factor factor, int[] values) {
        double size = 1.0;
        for (int k = 0; k < factor.width(); k++) {
            int site = factor.site(k);
            if (site >= values.length) {
                throw new IllegalArgumentException(
                        "must be a variable, 0 to " + (values.length - 1) + ": " + site + " of " + name);
            }
            size *= values[site];
        }
        Check.that(
                factor.size() == size,
                "have one entry for each combination of values, " + (long) size + ": " + name + " has "
                        + factor.size());
    }

    /**
     * This graph with names.
     *
     * @param names one for each variable, distinct; or none
     * @param valueNames for each variable one for each value, distinct; or none
     * @throws IllegalArgumentException if an argument is not as described
     */
    public FactorGraph named(List<String> names, List<List<String>> valueNames) {
        List<String> all = List.copyOf(Check.notNull("names", names));
        checkNames("names", all, values.length);
        List<List<String>> ofValues = Check.notNull("valueNames", valueNames).stream()
                .map(List::copyOf)
                .toList();
        if (!ofValues.isEmpty()) {
            Check.length(values.length, "valueNames", ofValues.size());
            for (int i = 0; i < values.length; i++) {
                checkNames("valueNames[" + i + "]", ofValues.get(i), values[i]);
            }
        }
        return new FactorGraph(values, factors, all, ofValues);
    }

    /** Checks that there are no names, or as many distinct ones as expected. */
    private static void checkNames(String argument, List<String> names, int expected) {
        if (!names.isEmpty()) {
            Check.length(expected, argument, names.size());
            Check.that(names.stream().distinct().count() == names.size(), "have distinct names", argument, names);
        }
    }

    /** The number of variables N, at least 1. */
    public int sites() {
        return values.length;
    }

    /**
     * The number of values of a variable, at least 1.
     *
     * @param site 0 to N - 1
     */
    public int values(int site) {
        return values[site];
    }

    /** The factors, not modifiable. */
    public List<Factor> factors() {
        return factors;
    }

    /** The names of variables, empty if they have none; not modifiable. */
    public List<String> names() {
        return names;
    }

    /** The names of the values of each variable, empty if they have none; not modifiable. */
    public List<List<String>> valueNames() {
        return valueNames;
    }

    /** The name of a variable; its number if variables have no names. */
    public String name(int site) {
        return names.isEmpty() ? Integer.toString(site) : names.get(site);
    }

    /** The name of a value; its number if values have no names. */
    public String valueName(int site, int value) {
        return valueNames.isEmpty()
                ? Integer.toString(value)
                : valueNames.get(site).get(value);
    }

    /**
     * The variable of a name, or of a number if variables have no names.
     *
     * @throws IllegalArgumentException if there is none; the message lists the nearest names
     */
    public int site(String name) {
        return Names.find("a variable", Check.notNull("name", name), values.length, this::name);
    }

    /**
     * The value of a name, or of a number if values have no names.
     *
     * @throws IllegalArgumentException if there is none; the message lists the nearest names
     */
    public int value(int site, String name) {
        return Names.find(
                "a value of " + name(site), Check.notNull("name", name), values[site], k -> valueName(site, k));
    }

    /**
     * The log-probability of a state, not normalised: the sum of the factors' entries.
     *
     * @param state N values
     */
    public double logProb(int[] state) {
        Check.length(values.length, "state", Check.notNull("state", state).length);
        double sum = 0.0;
        for (Factor factor : factors) {
            int index = 0;
            for (int k = 0; k < factor.width(); k++) {
                int site = factor.site(k);
                index = index * values[site] + state[site];
            }
            sum += factor.logValue(index);
        }
        return sum;
    }

    /** The numbers of variables and factors, and the largest number of values. */
    @Override
    public String toString() {
        return "factor graph, N = " + values.length + ", factors = " + factors.size() + ", values up to "
                + Arrays.stream(values).max().orElseThrow();
    }
}

package dev.lbp.target;

import dev.lbp.internal.Check;
import dev.lbp.internal.Values;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * What a design of sites of C values must keep: a price for each mutation of a wild type, a largest number of
 * mutations, and values that a site must not have. {@link #on} makes a target of a model,
 *
 * <p>{@code pi(x) = p(x) exp(-mu d(x)) [d(x) <= k] prod_i [x_i is allowed at i]},
 *
 * <p>where p is the model and d the number of sites that differ from the wild type. It is a target like any other, so
 * every sampler is exact on it. Values that would leave the allowed states have logit -Infinity in each state, on the
 * way there and on the way back. A path of several sites may still leave the ball of k mutations, as its sites are
 * weighed one by one; then the step is rejected. A batched sampler whose steps change more than k sites each is
 * refused: it would stay at the wild type, and never reach k mutations. The price is linear in the cells, so its
 * log-ratios are exact. It keeps a chain near the wild type without a wall, and is the one to try first.
 *
 * <p>Sites that keep their value are frozen in a run, {@link dev.lbp.ValueRun#frozen}.
 *
 * <p>Immutable: each method returns other constraints. The cost is O(N C) for a batched state and O(C) for a local
 * move; a local move between k - 1 and k mutations changes all labels.
 */
public final class SiteConstraints implements Serializable {

    private static final long serialVersionUID = 1L;

    /** With 10,000 mutations log pi is then -10^10, and has an error of 10^-6. */
    private static final double LARGEST_PRICE = 1e6;

    private final int sites;
    private final int values;

    /** The value that a mutation changes; null without price and limit. */
    private final int @Nullable [] wildType;

    private final double price;

    /** The largest number of mutations; N if there is no limit. */
    private final int most;

    /** [N * C] */
    private final boolean[] forbidden;

    private SiteConstraints(
            int sites, int values, int @Nullable [] wildType, double price, int most, boolean[] forbidden) {
        this.sites = sites;
        this.values = values;
        this.wildType = wildType;
        this.price = price;
        this.most = most;
        this.forbidden = forbidden;
    }

    /**
     * No constraints yet.
     *
     * @param sites the number of sites N, at least 1
     * @param values the number of values C of a site, at least 2; N C at most 10^9
     */
    public static SiteConstraints of(int sites, int values) {
        Check.atLeast(1, "sites", sites);
        Check.atLeast(2, "values", values);
        Check.sites("sites * values", (int) Math.min((long) sites * values, Integer.MAX_VALUE));
        return new SiteConstraints(sites, values, null, 0.0, sites, new boolean[sites * values]);
    }

    /**
     * Adds a price {@code mu} for each mutation, in the units of log pi, and returns the new constraints.
     *
     * @param wildType N values from 0 to C - 1; the same as in {@link #within}
     * @param mu in [0, 10^6]: a larger one would leave too few digits of log pi to the model
     */
    public SiteConstraints price(int[] wildType, double mu) {
        Check.finite("price", Check.notNegative("price", mu));
        Check.that(mu <= LARGEST_PRICE, "be at most 1000000, for log pi to keep its digits", "price", mu);
        return new SiteConstraints(sites, values, checked(wildType), mu, most, forbidden);
    }

    /**
     * Allows at most {@code k} mutations, and returns the new constraints.
     *
     * @param wildType N values from 0 to C - 1; the same as in {@link #price}
     * @param k at least 1, and at least the number of sites whose wild type is forbidden
     */
    public SiteConstraints within(int[] wildType, int k) {
        SiteConstraints limited = new SiteConstraints(
                sites, values, checked(wildType), price, Math.min(sites, Check.atLeast(1, "within", k)), forbidden);
        limited.checkNotEmpty();
        return limited;
    }

    private int[] checked(int[] given) {
        int[] state = Values.checked("wildType", given, sites, values);
        Check.that(
                wildType == null || Arrays.equals(wildType, state),
                "be the same for the price and the limit",
                "wildType",
                Arrays.toString(state));
        return state;
    }

    /**
     * Forbids a site some values, besides those forbidden before, and returns the new constraints.
     *
     * @param site 0 to N - 1
     * @param ofSite values from 0 to C - 1; at least one must stay allowed
     */
    public SiteConstraints forbid(int site, int... ofSite) {
        Check.that(site >= 0 && site < sites, "be in [0, N - 1=" + (sites - 1) + "]", "site", site);
        boolean[] more = forbidden.clone();
        for (int value : Check.notNull("values", ofSite)) {
            Check.that(value >= 0 && value < values, "be in [0, C - 1=" + (values - 1) + "]", "value", value);
            more[site * values + value] = true;
        }
        boolean possible = IntStream.range(0, values).anyMatch(c -> !more[site * values + c]);
        Check.that(possible, "leave a value of site " + site, "forbidden values", Arrays.toString(ofSite));
        SiteConstraints stricter = new SiteConstraints(sites, values, wildType, price, most, more);
        stricter.checkNotEmpty();
        return stricter;
    }

    /** Forbids all sites some values, such as a gap, and returns the new constraints. */
    public SiteConstraints forbidEverywhere(int... ofSites) {
        SiteConstraints stricter = this;
        for (int site = 0; site < sites; site++) {
            stricter = stricter.forbid(site, ofSites);
        }
        return stricter;
    }

    private void checkNotEmpty() {
        long forced = IntStream.range(0, sites)
                .filter(i -> wildType != null && forbidden[i * values + wildType[i]])
                .count();
        Check.that(forced <= most, "be at least the " + forced + " sites whose wild type is forbidden", "within", most);
    }

    /**
     * The target of a batched model with these constraints.
     *
     * @param model of N sites and C values
     */
    public CategoricalEnergyModel on(CategoricalEnergyModel model) {
        checkSizes(Check.notNull("model", model).dimension(), model.values());
        return new ConstrainedCells(model, this);
    }

    /**
     * The target of a local model with these constraints.
     *
     * @param model of N sites and C values; a value that a site does not have must be forbidden there
     */
    public CategoricalModel on(CategoricalModel model) {
        checkSizes(Check.notNull("model", model).dimension(), model.values());
        for (int i = 0; i < sites; i++) {
            for (int c = model.values(i); c < values; c++) {
                Check.that(
                        isForbidden(i, c), "be forbidden, since the model does not have it", "value of site " + i, c);
            }
        }
        return new ConstrainedCategories(model, this);
    }

    /**
     * Whether a site may have a value.
     *
     * @param site 0 to N - 1
     * @param value 0 to C - 1
     */
    public boolean allows(int site, int value) {
        Check.that(site >= 0 && site < sites, "be in [0, N - 1=" + (sites - 1) + "]", "site", site);
        Check.that(value >= 0 && value < values, "be in [0, C - 1=" + (values - 1) + "]", "value", value);
        return !isForbidden(site, value);
    }

    /**
     * A state with the fewest changes that has no forbidden value: a forbidden value becomes the first allowed one.
     * From the wild type it keeps all constraints.
     *
     * @param state N values from 0 to C - 1
     * @return N values
     */
    public int[] nearest(int[] state) {
        int[] near = Values.checked("state", state, sites, values).clone();
        for (int i = 0; i < sites; i++) {
            int site = i;
            if (isForbidden(site, near[site])) {
                near[site] = IntStream.range(0, values)
                        .filter(value -> !isForbidden(site, value))
                        .findFirst()
                        .orElseThrow();
            }
        }
        return near;
    }

    private void checkSizes(int ofModel, int valuesOfModel) {
        Check.that(ofModel == sites, "be N=" + sites + " as of the constraints", "model.dimension()", ofModel);
        Check.that(
                valuesOfModel == values, "be C=" + values + " as of the constraints", "model.values()", valuesOfModel);
    }

    int sites() {
        return sites;
    }

    int values() {
        return values;
    }

    /** The largest number of mutations; N if there is no limit. */
    int most() {
        return most;
    }

    /** The number of sites that differ from the wild type; 0 without one. */
    int mutations(int[] state) {
        int count = 0;
        for (int i = 0; i < sites; i++) {
            count += isMutation(i, state[i]) ? 1 : 0;
        }
        return count;
    }

    boolean isMutation(int site, int value) {
        return wildType != null && wildType[site] != value;
    }

    boolean isForbidden(int site, int value) {
        return forbidden[site * values + value];
    }

    /** The number of sites with a value that they must not have. */
    int forbidden(int[] state) {
        return (int)
                IntStream.range(0, sites).filter(i -> isForbidden(i, state[i])).count();
    }

    /** The log-probability of a number of mutations, up to a constant. */
    double logProb(int mutations) {
        return mutations > most ? Double.NEGATIVE_INFINITY : -price * mutations;
    }

    /** How the log-probability changes from one number of mutations to another; the first one is taken as allowed. */
    double logRatio(int from, int to) {
        return to > most && from <= most ? Double.NEGATIVE_INFINITY : price * (from - to);
    }

    /** Whether a state with this number of mutations has no neighbour with more. */
    boolean isFull(int mutations) {
        return mutations >= most && most < sites;
    }

    /** Whether there is no price, no limit and no forbidden value. */
    public boolean isEmpty() {
        return !hasPrice()
                && most >= sites
                && IntStream.range(0, forbidden.length).noneMatch(k -> forbidden[k]);
    }

    boolean hasPrice() {
        return price > 0.0;
    }

    /**
     * A state of the model with each constraint repaired: by allowed values, and by the wild type where it is allowed.
     */
    int[] repaired(int[] state, UniformRandomProvider rng) {
        for (int i = 0; i < sites; i++) {
            while (isForbidden(i, state[i])) {
                state[i] = rng.nextInt(values);
            }
        }
        for (int count = mutations(state); count > most; ) {
            int site = rng.nextInt(sites);
            if (wildType != null && state[site] != wildType[site] && !isForbidden(site, wildType[site])) {
                state[site] = wildType[site];
                count--;
            }
        }
        return state;
    }

    /** The entries of a target's {@link Target#identity}, with those of its model. */
    Map<String, String> identity(Map<String, String> ofModel) {
        Map<String, String> identity = new TreeMap<>(ofModel);
        identity.put("wild type", wildType == null ? "none" : Arrays.toString(wildType));
        identity.put("price of a mutation", Double.toString(price));
        identity.put("most mutations", Integer.toString(most));
        identity.put(
                "forbidden labels",
                IntStream.range(0, forbidden.length)
                        .filter(k -> forbidden[k])
                        .boxed()
                        .toList()
                        .toString());
        return identity;
    }

    /** What is constrained, for the text of a target. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (hasPrice()) {
            text.append(", price ").append(price).append(" of a mutation");
        }
        if (most < sites) {
            text.append(", at most ").append(most).append(" mutations");
        }
        long count =
                IntStream.range(0, forbidden.length).filter(k -> forbidden[k]).count();
        if (count > 0) {
            text.append(", forbidden values: ").append(count);
        }
        return text.isEmpty() ? "no constraints" : text.substring(2);
    }
}

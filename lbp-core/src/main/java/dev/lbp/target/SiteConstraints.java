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
 * Constraints on designs with N sites of C values: a price for each mutation of a wild type, a largest number of
 * mutations, and forbidden values of sites. {@link #on} constrains a model: its target is
 *
 * <p>{@code pi(x) = p(x) exp(-mu d(x)) [d(x) <= k] prod_i [x_i is allowed at i]},
 *
 * <p>where p is the model and d the number of sites that differ from the wild type. It is a target like any other, so
 * every sampler is exact on it. A move out of the allowed states has logit -Infinity. A path of several sites may still
 * exceed k mutations, because each site is weighted alone; then the step is rejected. A batched sampler whose steps
 * change more than k sites each is refused: it would stay at the wild type, and never reach k mutations. Try a price
 * first: it keeps a chain near the wild type and forbids no state. It is linear in the cells, so its log-ratios are
 * exact.
 *
 * <p>To keep the value of a site, freeze it in the run, {@link dev.lbp.ValueRun#frozen}.
 *
 * <p>Immutable: each method returns other constraints. The cost is O(N C) for a batched state and O(C) for a local
 * move; a local move between k - 1 and k mutations changes all labels.
 */
public final class SiteConstraints implements Serializable {

    private static final long serialVersionUID = 1L;

    /** At this price 10,000 mutations give log pi = -10^10, with a rounding error of 10^-6. */
    private static final double LARGEST_PRICE = 1e6;

    private final int sites;
    private final int values;

    /** The value of each site that is not mutated; null without price and limit. */
    private final int @Nullable [] wildType;

    private final double price;

    /** The largest number of mutations; N if there is no limit. */
    private final int most;

    /** Whether value c is forbidden at site i, at {@code i C + c}. */
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
        return new SiteConstraints(sites, values, checkedWildType(wildType), mu, most, forbidden);
    }

    /**
     * Allows at most {@code k} mutations, and returns the new constraints.
     *
     * @param wildType N values from 0 to C - 1; the same as in {@link #price}
     * @param k at least 1, and at least the number of sites whose wild type is forbidden
     */
    public SiteConstraints within(int[] wildType, int k) {
        int[] centre = checkedWildType(wildType);
        int limit = Math.min(sites, Check.atLeast(1, "within", k));
        SiteConstraints limited = new SiteConstraints(sites, values, centre, price, limit, forbidden);
        limited.checkNotEmpty();
        return limited;
    }

    private int[] checkedWildType(int[] given) {
        int[] state = Values.checked("wildType", given, sites, values);
        Check.that(
                wildType == null || Arrays.equals(wildType, state),
                "be the same for the price and the limit",
                "wildType",
                Arrays.toString(state));
        return state;
    }

    /**
     * Forbids more values at a site, and returns the new constraints.
     *
     * @param site 0 to N - 1
     * @param ofSite values from 0 to C - 1; at least one must stay allowed
     */
    public SiteConstraints forbid(int site, int... ofSite) {
        Check.that(site >= 0 && site < sites, "be in [0, N - 1=" + (sites - 1) + "]", "site", site);
        boolean[] stricterForbidden = forbidden.clone();
        for (int value : Check.notNull("values", ofSite)) {
            Check.that(value >= 0 && value < values, "be in [0, C - 1=" + (values - 1) + "]", "value", value);
            stricterForbidden[site * values + value] = true;
        }
        boolean possible = IntStream.range(0, values).anyMatch(c -> !stricterForbidden[site * values + c]);
        Check.that(possible, "leave a value of site " + site, "forbidden values", Arrays.toString(ofSite));
        SiteConstraints stricter = new SiteConstraints(sites, values, wildType, price, most, stricterForbidden);
        stricter.checkNotEmpty();
        return stricter;
    }

    /** Forbids values, such as a gap, at all sites, and returns the new constraints. */
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
     * @param model of N sites and C values; values that the model does not have at a site must be forbidden there
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

    private void checkSizes(int modelSites, int modelValues) {
        Check.that(modelSites == sites, "be N=" + sites + " as of the constraints", "model.dimension()", modelSites);
        Check.that(modelValues == values, "be C=" + values + " as of the constraints", "model.values()", modelValues);
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
    int forbiddenCount(int[] state) {
        return (int)
                IntStream.range(0, sites).filter(i -> isForbidden(i, state[i])).count();
    }

    /** The log-probability of a number of mutations, up to a constant. */
    double logProb(int mutations) {
        return mutations > most ? Double.NEGATIVE_INFINITY : -price * mutations;
    }

    /**
     * The change of the log-probability between two numbers of mutations; -Infinity if only the new one is too large.
     */
    double logRatio(int from, int to) {
        return to > most && from <= most ? Double.NEGATIVE_INFINITY : price * (from - to);
    }

    /** Whether a state with this number of mutations is at the limit, so that no move may add one. */
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
     * Repairs a state in place: random allowed values replace forbidden ones; then random sites take their wild type,
     * if it is allowed, until at most k differ.
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

    /** The {@link Target#identity} of a constrained target: the entries of its model and one for each constraint. */
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

    /** The constraints in words, for the name of a target. */
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

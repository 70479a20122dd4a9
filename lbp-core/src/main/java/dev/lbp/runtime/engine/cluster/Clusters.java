package dev.lbp.runtime.engine.cluster;

import dev.lbp.internal.TrackerTolerance;
import dev.lbp.internal.kernel.Exp;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.HeatBath;
import dev.lbp.runtime.model.Annealed;
import dev.lbp.target.PairBonds;
import dev.lbp.target.SiteGraph;
import dev.lbp.target.Target;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The clusters of a chain. Each pair of equal neighbours has a bond with probability {@code 1 - e^-J}, and the sites
 * that bonds join are a cluster. The search for a cluster draws bonds only to neighbours that are in no cluster yet, so
 * it draws each pair once. It costs O(degree) for each site.
 *
 * <p>Given the bonds, a cluster may take any value c, with probability in proportion to {@code exp(sum h_i(c))} over
 * its sites (Fortuin and Kasteleyn 1972, Edwards and Sokal 1988, doi:10.1103/PhysRevD.38.2009). A cluster that holds a
 * frozen site keeps its value.
 */
final class Clusters {

    private final ClusterMethod.Kind kind;
    private final int sites;
    private final int values;

    /** The value of each site. In a step, its bitwise complement marks a site whose cluster has been found. */
    private final int[] valueOrMark;

    /**
     * The sites of clusters, in the order in which they are found. There is one element more than there are sites,
     * because {@link #grow} writes a neighbour before it knows whether the neighbour joins.
     */
    private final int[] queue;

    /** For each value the sum of its fields over a cluster, and then its weight, the exponential of the sum. */
    private final double[] weights;

    /** Reads the pairs and fields of the chain's model, at the chain's temperature. */
    private final Supplier<PairBonds> source;

    private PairBonds bonds;
    private SiteGraph graph;

    /** The chain's tracker when pairs and fields were read. */
    private @Nullable Object tracker;

    /** The chain's inverse temperature when pairs and fields were read. */
    private double beta;

    /** The probability of a bond between equal neighbours, by entry of the graph, in units of 2^-53. */
    private long[] probabilities = new long[0];

    /** Whether all values have equal weight for every cluster: no fields, no frozen sites. */
    private boolean fair;

    /** log pi minus the sum of pairs and fields. The difference does not depend on the state. */
    private double constant;

    /** The free sites, where a cluster of {@link #drawOne} may begin. */
    private int[] seeds = new int[0];

    private double acceptanceProbability = 1.0;
    private boolean accepted = true;

    /**
     * @param source returns the pairs and fields at the model's present inverse temperature
     */
    Clusters(ClusterMethod.Kind kind, Supplier<PairBonds> source) {
        this.kind = kind;
        this.source = source;
        this.bonds = source.get();
        this.graph = bonds.graph();
        this.sites = graph.sites();
        this.values = bonds.values();
        this.valueOrMark = new int[sites];
        this.queue = new int[sites + 1];
        this.weights = new double[values];
    }

    /** Sets the value of a site, which must have no mark. */
    void set(int site, int value) {
        valueOrMark[site] = value;
    }

    int value(int site) {
        return valueOrMark[site];
    }

    /** The probability that the last step was accepted. */
    double acceptanceProbability() {
        return acceptanceProbability;
    }

    /** Whether the last step was accepted. */
    boolean accepted() {
        return accepted;
    }

    /**
     * Reads pairs and fields again, if the tracker or the inverse temperature has changed since the last reading.
     *
     * @param model the chain's model
     * @param newTracker the chain's tracker, another one if the model may have changed
     * @param logProb log pi at the present values
     */
    void readBondsIfChanged(Target model, Object newTracker, double logProb) {
        double newBeta = model instanceof Annealed annealed ? annealed.beta() : 1.0;
        if (newTracker == tracker && newBeta == beta) {
            return;
        }
        bonds = source.get();
        graph = bonds.graph();
        probabilities = new long[graph.start(sites)];
        for (int k = 0; k < probabilities.length; k++) {
            // of a bond, as a threshold for random integers of 53 bits
            probabilities[k] = (long) Math.ceil(-StrictMath.expm1(-bonds.coupling(k)) * 0x1p53);
        }
        seeds = IntStream.range(0, sites).filter(site -> !bonds.holds(site)).toArray();
        boolean allFree = seeds.length == sites;
        fair = allFree && IntStream.range(0, sites).allMatch(this::hasEqualFields);
        constant = logProb - sumOfTerms();
        tracker = newTracker;
        beta = newBeta;
    }

    private boolean hasEqualFields(int site) {
        return IntStream.range(1, values).allMatch(c -> bonds.field(site, c) == bonds.field(site, 0));
    }

    /** The sum of pairs and fields at the present values. */
    private double sumOfTerms() {
        double sum = 0.0;
        for (int i = 0; i < sites; i++) {
            sum += bonds.field(i, valueOrMark[i]);
            // half a coupling, because each pair is met from both of its sites
            for (int k = graph.start(i); k < graph.start(i + 1); k++) {
                sum += valueOrMark[graph.neighbour(k)] == valueOrMark[i] ? 0.5 * bonds.coupling(k) : 0.0;
            }
        }
        return sum;
    }

    /**
     * Checks that pairs and fields are all terms of the log-probability.
     *
     * @param logProb log pi at the present values
     */
    void check(double logProb) {
        double sum = constant + sumOfTerms(); // the constant was found when pairs and fields were read
        if (!TrackerTolerance.close(logProb, sum, TrackerTolerance.FEW_FLIPS, Math.abs(constant) + Math.abs(logProb))) {
            throw new IllegalStateException("must be the pairs and fields of the log-probability, which add up to "
                    + sum + " where logProb() is " + logProb + ": bonds()");
        }
    }

    /**
     * Makes a step.
     *
     * @param changed receives the sites whose value the step proposes to change
     * @return the number of these sites
     */
    int step(int[] changed, UniformRandomProvider rng) {
        return kind == ClusterMethod.Kind.ALL ? drawAll(changed, rng) : drawOne(changed, rng);
    }

    /**
     * A step of Swendsen and Wang (1987, doi:10.1103/PhysRevLett.58.86): draws all bonds, and a value for each cluster.
     */
    private int drawAll(int[] changed, UniformRandomProvider rng) {
        int n = 0;
        for (int seed = 0; seed < sites; seed++) {
            int value = valueOrMark[seed];
            if (value < 0) { // is in a cluster already
                continue;
            }
            int end = grow(seed, n, rng);
            int next = drawValue(value, n, end, rng);
            if (next != value) { // else the next cluster takes this one's part of the queue
                for (; n < end; n++) {
                    changed[n] = queue[n];
                    valueOrMark[changed[n]] = ~next;
                }
            }
        }
        for (int i = 0; i < sites; i++) { // removes the marks
            valueOrMark[i] = ~valueOrMark[i];
        }
        return n;
    }

    /**
     * A step of Wolff (1989, doi:10.1103/PhysRevLett.62.361): grows the cluster of a uniform site that may change,
     * proposes a uniformly drawn other value for it, and accepts with probability {@code min(1, e^d)}, where d is the
     * change of the sum of its fields.
     */
    private int drawOne(int[] changed, UniformRandomProvider rng) {
        int seed = seeds[rng.nextInt(seeds.length)];
        int value = valueOrMark[seed];
        int next = (value + 1 + (values > 2 ? rng.nextInt(values - 1) : 0)) % values;
        int n = grow(seed, 0, rng);
        System.arraycopy(queue, 0, changed, 0, n);
        double change = 0.0;
        for (int k = 0; k < n && !fair; k++) {
            int site = changed[k];
            // a frozen site of the cluster forbids the change
            change += bonds.holds(site) ? Double.NEGATIVE_INFINITY : bonds.field(site, next) - bonds.field(site, value);
        }
        acceptanceProbability = change >= 0.0 ? 1.0 : Exp.exp(change);
        accepted = AcceptRule.accepts(acceptanceProbability, rng);
        for (int k = 0; k < n; k++) { // removes the marks
            valueOrMark[changed[k]] = accepted ? next : value;
        }
        return n;
    }

    /**
     * Finds the cluster of a site, appends its sites to {@link #queue} and marks them in {@link #valueOrMark}.
     *
     * @param from the index in {@link #queue} for its first site
     * @return the index after its last site
     */
    private int grow(int seed, int from, UniformRandomProvider rng) {
        SiteGraph rows = graph;
        int[] state = valueOrMark;
        int[] found = queue;
        long[] likely = probabilities;
        int value = state[seed];
        int end = from;
        found[end++] = seed;
        state[seed] = ~value;
        for (int at = from; at < end; at++) {
            int site = found[at];
            int last = rows.start(site + 1);
            for (int k = rows.start(site); k < last; k++) { // without branches, which no processor could predict
                int other = rows.neighbour(k);
                int differs = state[other] ^ value;
                long below = (rng.nextLong() >>> 11) - likely[k]; // negative for a bond, as nextDouble() < p
                int joins =
                        (int) (below >>> 63) & ~((differs | -differs) >> 31); // 1 if differs is 0 and below negative
                found[end] = other;
                end += joins;
                state[other] ^= -joins; // marks it if it joins: value ^ -1 = ~value
            }
        }
        return end;
    }

    /**
     * Draws a value for the cluster at the indices {@code from} to {@code to - 1} of {@link #queue} (heat bath). A
     * cluster with a frozen site keeps {@code value}.
     */
    private int drawValue(int value, int from, int to, UniformRandomProvider rng) {
        if (fair) { // no site is frozen or prefers a value
            return rng.nextInt(values);
        }
        Arrays.fill(weights, 0.0);
        for (int at = from; at < to; at++) {
            int site = queue[at];
            if (bonds.holds(site)) {
                return value;
            }
            for (int c = 0; c < values; c++) {
                weights[c] += bonds.field(site, c);
            }
        }
        double total = HeatBath.exponentiate(weights, values);
        return HeatBath.draw(weights, values, total, rng);
    }
}

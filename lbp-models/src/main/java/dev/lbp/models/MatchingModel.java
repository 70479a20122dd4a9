package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import dev.lbp.internal.models.tracker.CandidateLinks;
import dev.lbp.internal.models.tracker.MatchingTracker;
import dev.lbp.internal.models.tracker.Quantum;
import dev.lbp.internal.models.tracker.UniformMatchings;
import dev.lbp.target.MoveModel;
import dev.lbp.target.UniformStates;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ArraySampler;

/**
 * Matchings of two sets, as in record linkage: every left site is linked with at most one right site and the other way
 * round, {@code log pi = sum of the weights of the links}. Only candidate links occur. In record linkage a weight is
 * the log-likelihood ratio of a pair of records, less a cost of a link.
 *
 * <p><b>State.</b> A site for each left one; its value is 0 if it is free and j + 1 if it is linked with right site j.
 *
 * <p><b>Moves.</b> A label is a candidate link (i, j), in order of i and then of j. It acts as in Zanella, "Informed
 * proposals for local MCMC in discrete spaces" (2020, doi:10.1080/01621459.2019.1585255):
 *
 * <ul>
 *   <li><i>delete</i> if i and j are linked with each other;
 *   <li><i>add</i> if both are free;
 *   <li><i>switch</i> if one of them is linked: that link is deleted and (i, j) added;
 *   <li><i>double switch</i> if i is linked with j' and j with i': both links are deleted, (i, j) and (i', j') added.
 *       It is illegal unless (i', j') is a candidate too.
 * </ul>
 *
 * <p>A log-ratio costs O(1), of a double switch O(log degree). A move touches the links of the sites whose partners
 * change, at most four, so it costs O(degree). A sampler that weighs all moves keeps a double for each candidate link
 * and chain. Weights are rounded to a grid of exact sums, of about 2^-50 of the largest log-ratio.
 *
 * <p>Immutable; any number of threads may use it at once.
 */
public final class MatchingModel implements MoveModel {

    private static final long serialVersionUID = 1L;

    private final int n1;
    private final int n2;
    private final CandidateLinks links;
    private final double quantum;

    private MatchingModel(int n1, int n2, CandidateLinks links) {
        this.n1 = n1;
        this.n2 = n2;
        this.links = links;
        double largest = 0.0;
        for (double weight : links.weight()) {
            largest = Math.max(largest, Math.abs(weight));
        }
        // a move adds or removes at most four links, a state has at most min(n1, n2)
        this.quantum = Quantum.checked("weights", 4.0 * largest, Math.min(n1, n2) * largest);
        for (int e = 0; e < links.count(); e++) {
            links.weight()[e] = Quantum.rounded(links.weight()[e], quantum);
        }
    }

    /**
     * From a list of candidate links, each once, in any order.
     *
     * @param n1 the number of left sites, at least 1
     * @param n2 the number of right sites, at least 1
     * @param from the left site of each link, 0 to n1 - 1
     * @param to the right site of each link, 0 to n2 - 1
     * @param weights the log-weight of each link, finite; at least one link
     * @throws IllegalArgumentException if an argument is not as described, the model and a chain's numbers do not fit
     *     into memory, or a weight's magnitude reaches 2^28 or 2^41 / min(n1, n2), so that sums are not exact
     */
    public static MatchingModel of(int n1, int n2, int[] from, int[] to, double[] weights) {
        Check.sites("n1", n1);
        Check.sites("n2", n2);
        return new MatchingModel(n1, n2, CandidateLinks.of(n1, n2, from, to, weights));
    }

    /**
     * All pairs are candidates.
     *
     * @param weights [n1][n2] log-weights, finite, at least one row and column
     * @throws IllegalArgumentException as for {@link #of}
     */
    public static MatchingModel complete(double[][] weights) {
        int n1 = Check.notNull("weights", weights).length;
        Check.atLeast(1, "weights.length", n1);
        int n2 = Check.notNull("weights[0]", weights[0]).length;
        Check.atLeast(1, "weights[0].length", n2);
        CandidateLinks.checkMemory(
                (double) n1 * n2, (double) n1 + n2, "weights.length=" + n1 + ", weights[0].length=" + n2);
        int[] from = new int[n1 * n2];
        int[] to = new int[n1 * n2];
        double[] all = new double[n1 * n2];
        for (int i = 0; i < n1; i++) {
            String row = "weights[" + i + "]";
            Check.length(n2, row, Check.notNull(row, weights[i]).length);
            Check.finite(row, weights[i]);
            for (int j = 0; j < n2; j++) {
                from[i * n2 + j] = i;
                to[i * n2 + j] = j;
                all[i * n2 + j] = weights[i][j];
            }
        }
        return of(n1, n2, from, to, all);
    }

    /** The name, n1, n2 and the number of candidate links. */
    @Override
    public String toString() {
        return name() + ", n1 = " + n1 + ", n2 = " + n2 + ", links = " + links.count();
    }

    /** n1, the number of left sites. */
    @Override
    public int dimension() {
        return n1;
    }

    /** n2 + 1: a left site has the value 0 without a link, else the number of its right site plus 1. */
    @Override
    public int values() {
        return n2 + 1;
    }

    /** The number of candidate links. */
    @Override
    public int moves() {
        return links.count();
    }

    /** The number of links of a state. */
    public int links(int[] state) {
        Check.length(n1, "state", Check.notNull("state", state).length);
        int count = 0;
        for (int i = 0; i < n1; i++) {
            int value = state[i];
            Check.that(value >= 0 && value < values(), "be in [0, " + (values() - 1) + "]", "state[" + i + "]", value);
            count += value == 0 ? 0 : 1;
        }
        return count;
    }

    /** A matching: candidate links in random order, each with probability 1/2 added if both its sites are free. */
    @Override
    public int[] randomState(UniformRandomProvider rng) {
        int[] state = new int[n1];
        boolean[] taken = new boolean[n2];
        for (int e : ArraySampler.shuffle(rng, States.sites(links.count()))) {
            if (rng.nextBoolean() && state[links.left()[e]] == 0 && !taken[links.right()[e]]) {
                state[links.left()[e]] = links.right()[e] + 1;
                taken[links.right()[e]] = true;
            }
        }
        return state;
    }

    /** All matchings, if every pair is a candidate; else none, because it is not known how to draw one uniformly. */
    @Override
    public Optional<UniformStates> uniformStates() {
        return links.count() == (long) n1 * n2 ? Optional.of(new UniformMatchings(n1, n2)) : Optional.empty();
    }

    @Override
    public Tracker newTracker() {
        return new MatchingTracker(n1, n2, links, quantum);
    }
}

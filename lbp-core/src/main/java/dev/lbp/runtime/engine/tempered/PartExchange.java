package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.TrackerTolerance;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.model.AnnealedTracker;
import dev.lbp.runtime.model.Components;
import dev.lbp.runtime.space.Space;
import dev.lbp.target.SiteGraph;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Exchanges parts of the states of two replicas. Let the log-probability be a sum of terms, and let a graph join the
 * sites of each term. The sites where two states x and y differ fall into connected components C of that graph. A term
 * with sites in C has no sites in another component, and x and y agree at its sites outside C. So an exchange of x_C
 * and y_C exchanges exactly the values of the terms with sites in C. Each component is exchanged with a probability of
 * its own,
 *
 * <pre>{@code
 * min(1, exp((beta_y - beta_x) (V(y with x_C) - V(y)))),    V = log p - log base
 * }</pre>
 *
 * <p>and {@code log p(x) + log p(y)} does not change. With a single component this is the exchange of whole states. V
 * is computed at the colder replica y, whose state is possible.
 *
 * <p>Sources: replica Monte Carlo, R. Swendsen and J.-S. Wang 1986, doi:10.1103/PhysRevLett.57.2607, for Ising models;
 * J. Houdayer 2001, doi:10.1007/PL00011151, between replicas of one temperature; Z. Zhu, A. Ochoa and H. Katzgraber
 * 2015, <a href="https://arxiv.org/abs/1501.05630">arXiv:1501.05630</a>.
 *
 * @param <S> the array of a state
 */
final class PartExchange<S> {

    /** The largest number of pairs of sites that {@link #fault} tries. */
    private static final long MOST_PAIRS = 4_000_000;

    /** With more neighbours per site, the sites where two states differ are mostly one component. */
    private static final double MOST_NEIGHBOURS = 12.0;

    private final SiteGraph graph;
    private final Space<S> space;
    private final Components components;

    /** The sites where the states of both replicas differ, ascending. */
    private final int[] differing;

    /** The number of sites where the states of both replicas differ. */
    private int differ;

    /** The sites of one component. */
    private final int[] part;

    /** The exchanged sites, then the differing sites that are not exchanged. */
    private final int[] sites;

    /** The number of exchanged sites. */
    private int moved;

    /** The expected number of sites that are exchanged. */
    private double mobile;

    /** Receives the sites or labels that trackers touch. */
    private final int[] touched;

    /**
     * @param touched the length of the array that trackers need for the sites or labels that they touch
     */
    PartExchange(SiteGraph graph, Space<S> space, int touched) {
        this.graph = graph;
        this.space = space;
        this.components = new Components(graph);
        this.differing = new int[graph.sites()];
        this.part = new int[graph.sites()];
        this.sites = new int[graph.sites()];
        this.touched = new int[touched];
    }

    /** Whether differing sites may form several components in a graph. */
    static boolean mayDivide(SiteGraph graph) {
        return 2.0 * graph.pairs() <= MOST_NEIGHBOURS * graph.sites();
    }

    /** Finds the components of the sites where two states differ. Returns their number. */
    int split(S hotter, S colder) {
        differ = space.differences(hotter, colder, differing);
        return components.split(differing, differ);
    }

    /** The number of sites where the states of both replicas differ. */
    int differ() {
        return differ;
    }

    /**
     * Decides on each component in turn, and makes its exchange in the colder replica's tracker.
     *
     * @param step beta_y - beta_x
     * @param hotter the state x
     * @param colder the tracker of y
     * @return the number of exchanged sites, which come first in {@link #sites}
     */
    int decide(double step, S hotter, AnnealedTracker<S> colder, UniformRandomProvider rng) {
        moved = 0;
        mobile = 0.0;
        int kept = differ;
        double presentRatio = ratio(colder);
        for (int c = 0; c < components.count(); c++) {
            int n = components.copy(c, part, 0);
            colder.save();
            colder.assign(part, n, hotter, touched);
            double exchangedRatio = ratio(colder);
            double alpha = Math.exp(Math.min(0.0, step * (exchangedRatio - presentRatio)));
            mobile += n * alpha;
            if (alpha >= 1.0 || rng.nextDouble() < alpha) {
                moved += components.copy(c, sites, moved);
                presentRatio = exchangedRatio;
            } else {
                colder.restore();
                kept -= components.copy(c, sites, kept - n);
            }
        }
        return moved;
    }

    /**
     * Exchanges each component but the largest with probability 1/2, as is right between replicas of one temperature.
     * The caller decides on the largest: it exchanges the whole states or not. An exchange of the largest component is
     * one of whole states and of all other components, so the sites of the largest need not be changed one by one in a
     * tracker.
     *
     * @return the number of sites to exchange, which come first in {@link #sites}
     */
    int decideFreely(UniformRandomProvider rng) {
        int largest = 0;
        for (int c = 1; c < components.count(); c++) {
            largest = components.size(c) > components.size(largest) ? c : largest;
        }
        moved = 0;
        int kept = differ;
        for (int c = 0; c < components.count(); c++) {
            if (c != largest && rng.nextBoolean()) {
                moved += components.copy(c, sites, moved);
            } else {
                kept -= components.copy(c, sites, kept - components.size(c));
            }
        }
        return moved;
    }

    /** The expected number of sites that the last {@link #decide} exchanged. */
    double mobile() {
        return mobile;
    }

    /** V of a tracker's state. */
    private static double ratio(AnnealedTracker<?> tracker) {
        return AcceptRule.checked(tracker.targetLogProb()) - tracker.baseLogProb();
    }

    /** The exchanged sites, then the differing sites that are not exchanged. */
    int[] sites() {
        return sites;
    }

    /** Changes a tracker from one state to another. */
    void assignAll(AnnealedTracker<S> tracker, S from, S to) {
        tracker.assign(differing, space.differences(from, to, differing), to, touched);
    }

    /** Changes a tracker at the exchanged sites to their values in a state. */
    void assignExchanged(AnnealedTracker<S> tracker, S from) {
        tracker.assign(sites, moved, from, touched);
    }

    /**
     * Words for the failure of a graph: an exchange of parts has changed the sum of both replicas' log-probabilities.
     * They name a pair of sites that the graph fails to join, if one is found between x and y.
     *
     * @param tracker a tracker that may be changed
     * @param x the state of one replica before the exchange
     * @param y the state of the other
     */
    String fault(AnnealedTracker<S> tracker, S x, S y) {
        String duty = "must join each two sites that meet in a term of the log-probability: graph()";
        tracker.moveTo(x);
        double[] alone = Arrays.stream(differing, 0, differ)
                .mapToDouble(site -> gain(tracker, site, y))
                .toArray();
        int rows = (int) Math.min(differ, MOST_PAIRS / differ);
        for (int a = 0; a < rows; a++) {
            tracker.moveTo(x);
            tracker.assign(new int[] {differing[a]}, 1, y, touched);
            for (int b = 0; b < differ; b++) {
                if (b != a && !graph.joins(differing[a], differing[b])) {
                    double beside = gain(tracker, differing[b], y);
                    double scale = Math.abs(tracker.targetLogProb());
                    if (!TrackerTolerance.close(alone[b], beside, TrackerTolerance.FEW_FLIPS, scale)) {
                        return duty + ", which has no pair of sites " + differing[a] + " and " + differing[b];
                    }
                }
            }
        }
        return duty;
    }

    /**
     * The change of the target's log-probability if one site takes its value in a state. Leaves the tracker as it was.
     */
    private double gain(AnnealedTracker<S> tracker, int site, S values) {
        double before = tracker.targetLogProb();
        tracker.save();
        tracker.assign(new int[] {site}, 1, values, touched);
        double gain = tracker.targetLogProb() - before;
        tracker.restore();
        return gain;
    }
}

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
 * that touches C touches no other component, and agrees in x and y elsewhere. So exchanging x_C and y_C exchanges the
 * values of exactly the terms that touch C: the components can be exchanged one by one, each on a coin of its own,
 *
 * <pre>{@code
 * min(1, exp((beta_y - beta_x) (V(y with x_C) - V(y)))),    V = log p - log base
 * }</pre>
 *
 * <p>and {@code log p(x) + log p(y)} stays as it is. The exchange of whole states is the case of a single component.
 * V is taken at the colder replica y, whose state is possible.
 *
 * <p>Sources: replica Monte Carlo, R. Swendsen and J.-S. Wang 1986, doi:10.1103/PhysRevLett.57.2607, for Ising models;
 * J. Houdayer 2001, doi:10.1007/PL00011151, between replicas of one temperature; Z. Zhu, A. Ochoa and H. Katzgraber
 * 2015, <a href="https://arxiv.org/abs/1501.05630">arXiv:1501.05630</a>.
 *
 * @param <S> the array of a state
 */
final class PartExchange<S> {

    /** The most pairs of sites that are tried to name one that a graph lacks. */
    private static final long MOST_PAIRS = 4_000_000;

    /** In a graph of more neighbours the sites where two states differ are mostly one part. */
    private static final double MOST_NEIGHBOURS = 12.0;

    private final SiteGraph graph;
    private final Space<S> space;
    private final Components components;

    /** The sites where the two states differ, ascending. */
    private final int[] differing;

    private int differ;

    /** The sites of one component. */
    private final int[] part;

    /** The sites that were exchanged, and then those that were not. */
    private final int[] sites;

    private int moved;

    /** The expected number of sites that are exchanged. */
    private double mobile;

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

    /** Whether a graph may leave states in parts. */
    static boolean mayDivide(SiteGraph graph) {
        return 2.0 * graph.pairs() <= MOST_NEIGHBOURS * graph.sites();
    }

    /** Finds the components of the sites where two states differ. Returns their number. */
    int split(S hotter, S colder) {
        differ = space.differences(hotter, colder, differing);
        return components.split(differing, differ);
    }

    /** The number of sites where the two states differ. */
    int differ() {
        return differ;
    }

    /**
     * Decides on each component in turn, and gives the colder replica's tracker those that are exchanged.
     *
     * @param step beta_y - beta_x
     * @param hotter the state x
     * @param colder the tracker of y
     * @return the number of sites that are exchanged, at the beginning of {@link #sites}
     */
    int decide(double step, S hotter, AnnealedTracker<S> colder, UniformRandomProvider rng) {
        moved = 0;
        mobile = 0.0;
        int kept = differ;
        double here = ratio(colder);
        for (int c = 0; c < components.count(); c++) {
            int n = components.copy(c, part, 0);
            colder.save();
            colder.assign(part, n, hotter, touched);
            double there = ratio(colder);
            double alpha = Math.exp(Math.min(0.0, step * (there - here)));
            mobile += n * alpha;
            if (alpha >= 1.0 || rng.nextDouble() < alpha) {
                moved += components.copy(c, sites, moved);
                here = there;
            } else {
                colder.restore();
                kept -= components.copy(c, sites, kept - n);
            }
        }
        return moved;
    }

    /**
     * Decides on each component but the largest by a coin of 1/2, as between replicas of one law. To exchange some
     * components is to exchange the states as a whole and the others back, so the coin of the largest decides on the
     * whole, and its sites never need to be given to a tracker one by one.
     *
     * @return the number of sites to exchange then, at the beginning of {@link #sites}
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

    /** Those that are exchanged, and then those that differ and are not. */
    int[] sites() {
        return sites;
    }

    /** Brings a tracker from one state to another. */
    void become(AnnealedTracker<S> tracker, S from, S to) {
        tracker.assign(differing, space.differences(from, to, differing), to, touched);
    }

    /** Gives another tracker the exchanged sites of a state. */
    void follow(AnnealedTracker<S> tracker, S from) {
        tracker.assign(sites, moved, from, touched);
    }

    /**
     * What is wrong with a graph whose exchange has changed the sum of the two log-probabilities: a pair of sites that
     * it does not join, if one shows between the two states.
     *
     * @param tracker any, free to use
     * @param x one of the two states before the exchange
     * @param y the other
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

    /** The gain of the target's log-probability if one site changes. The tracker stays where it is. */
    private double gain(AnnealedTracker<S> tracker, int site, S values) {
        double before = tracker.targetLogProb();
        tracker.save();
        tracker.assign(new int[] {site}, 1, values, touched);
        double gain = tracker.targetLogProb() - before;
        tracker.restore();
        return gain;
    }
}

package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.TrackerTolerance;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.model.AnnealedTracker;
import dev.lbp.runtime.model.Components;
import dev.lbp.runtime.space.Space;
import dev.lbp.runtime.tempering.RoundTrips;
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

    /**
     * The most neighbours per site for exchanges of parts: with more, the sites where two states differ are nearly
     * always one component, so there are no parts.
     */
    private static final double MOST_NEIGHBOURS = 12.0;

    private final SiteGraph graph;
    private final Space<S> space;
    private final Components components;

    /** The sites where the states of both replicas differ, ascending. */
    private final int[] differing;

    /** The number of sites where the states of both replicas differ. */
    private int differ;

    /** Holds the sites of one component during the decisions, and afterwards the sites of {@link #changing()}. */
    private final int[] part;

    /** The number of sites of {@link #changing()}. */
    private int changing;

    /** The exchanged sites from the front, and the differing sites that are not exchanged from {@link #kept} on. */
    private final int[] sites;

    /** The number of exchanged sites. */
    private int moved;

    /** The index in {@link #sites} of the first site that is not exchanged. */
    private int kept;

    /** The expected number of sites that are exchanged: the sum of size times probability over components. */
    private double mobile;

    /** A buffer that trackers fill with the sites or labels that a change touches; its contents are not used. */
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

    /** Whether a graph is so sparse that differing sites often form several components. */
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
     * Decides on each component. The tracker of the colder replica y tries each component but the largest, and keeps
     * the values of those that are exchanged. The changes of V of all components add up to V(x) - V(y), so that of the
     * largest is computed as the difference. If the largest is exchanged, the tracker returns to y.
     *
     * @param step beta_y - beta_x
     * @param x the state of the hotter replica
     * @param hotter the tracker of x
     * @param y the state of the colder replica
     * @param colder the tracker of y
     * @return whether the largest component is exchanged
     */
    boolean decide(
            double step, S x, AnnealedTracker<S> hotter, S y, AnnealedTracker<S> colder, UniformRandomProvider coins) {
        int largest = beginDecisions();
        double present = ratio(colder);
        double changeByLargest = ratio(hotter) - present; // by all components; the loop subtracts the others
        boolean xIsPossible = changeByLargest > Double.NEGATIVE_INFINITY; // false only for some draws of slot 0
        for (int c = 0; c < components.count(); c++) {
            if (c != largest) {
                double changed = ratioAfterTrial(c, x, colder);
                changeByLargest -= xIsPossible ? changed - present : 0.0;
                if (accepts(c, step * (changed - present), coins)) {
                    present = changed;
                    putSites(c, true);
                } else {
                    colder.restore();
                    putSites(c, false);
                }
            }
        }
        if (!xIsPossible) {
            changeByLargest = ratioAfterTrial(largest, x, colder) - present;
            colder.restore();
        }
        boolean exchanged = accepts(largest, step * changeByLargest, coins);
        if (exchanged) {
            colder.assign(sites, moved, y, touched);
        }
        return endDecisions(largest, exchanged);
    }

    /** Saves the tracker, gives it the values of x at the sites of a component, and returns V there. */
    private double ratioAfterTrial(int component, S x, AnnealedTracker<S> tracker) {
        tracker.save();
        tracker.assign(part, components.copy(component, part, 0), x, touched);
        return ratio(tracker);
    }

    /** Decides on a component, and adds its expected exchanged sites to {@link #mobile}. */
    private boolean accepts(int component, double logAlpha, UniformRandomProvider coins) {
        double alpha = Math.exp(Math.min(0.0, logAlpha));
        mobile += components.size(component) * alpha;
        return alpha >= 1.0 || coins.nextDouble() < alpha;
    }

    /**
     * Decides on each component with a fair coin: between replicas of one temperature every exchange has probability 1,
     * and any choice that ignores the states leaves their law unchanged.
     *
     * @return whether the largest component is exchanged
     */
    boolean decideFreely(UniformRandomProvider coins) {
        int largest = beginDecisions();
        for (int c = 0; c < components.count(); c++) {
            if (c != largest) {
                putSites(c, coins.nextBoolean());
            }
        }
        return endDecisions(largest, coins.nextBoolean());
    }

    /** Begins the decisions. Returns the number of the largest component. */
    private int beginDecisions() {
        moved = 0;
        kept = differ; // the list of kept sites is filled from its end
        mobile = 0.0;
        int largest = 0;
        for (int c = 1; c < components.count(); c++) {
            largest = components.size(c) > components.size(largest) ? c : largest;
        }
        return largest;
    }

    /** Writes the sites of a component into {@link #sites}: behind the exchanged ones, or before the kept ones. */
    private void putSites(int component, boolean exchanged) {
        if (exchanged) {
            moved += components.copy(component, sites, moved);
        } else {
            kept -= components.copy(component, sites, kept - components.size(component));
        }
    }

    /** Ends the decisions with that on the largest component, and returns the latter. */
    private boolean endDecisions(int largest, boolean exchanged) {
        putSites(largest, exchanged);
        // if the largest is exchanged, whole states are, and the sites that are kept change back
        changing = exchanged ? differ - moved : moved;
        // the exchanged sites come first in the array, the others after them
        System.arraycopy(sites, exchanged ? moved : 0, part, 0, changing);
        return exchanged;
    }

    /**
     * The sites, {@link #changes} of them, whose values the caller must exchange. If the largest component is not
     * exchanged, they are the sites of the exchanged components. If it is, the caller exchanges the whole states first,
     * and they are the sites of the components that are not exchanged.
     */
    int[] changing() {
        return part;
    }

    /** The number of sites of {@link #changing()}. */
    int changes() {
        return changing;
    }

    /** The expected number of sites that the decisions of the last {@link #decide} exchange. */
    double mobile() {
        return mobile;
    }

    /** V = log p - log base at a tracker's state. */
    private static double ratio(AnnealedTracker<?> tracker) {
        return AcceptRule.checked(tracker.targetLogProb()) - tracker.baseLogProb();
    }

    /**
     * Exchanges the labels by which round trips are counted at the exchanged sites of two slots, of one ladder or of
     * two.
     */
    void exchangeLabels(RoundTrips one, int slot, RoundTrips other, int otherSlot) {
        RoundTrips.exchange(one, slot, other, otherSlot, sites, differ, moved);
    }

    /** Changes a tracker from state {@code from} to state {@code to}. Overwrites the sites found by {@link #split}. */
    void assignAll(AnnealedTracker<S> tracker, S from, S to) {
        tracker.assign(differing, space.differences(from, to, differing), to, touched);
    }

    /** Gives a tracker the values of state {@code from} at the sites of {@link #changing()}. */
    void assignChanging(AnnealedTracker<S> tracker, S from) {
        tracker.assign(part, changing, from, touched);
    }

    /**
     * The message for a wrong graph, after an exchange of parts has changed the sum of both replicas'
     * log-probabilities. It names two sites that the graph should join, if a search finds them: the change of the
     * log-probability by one site then depends on whether the other has its value in x or in y.
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
        int tried = (int) Math.min(differ, MOST_PAIRS / differ);
        for (int a = 0; a < tried; a++) {
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

package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.target.LocalEnergyModel;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A sweep with the transition probabilities of a plain sweep that skips sites which hardly ever flip. A site is cold if
 * its flip probability p is at most p0, hot otherwise. Each place, an index in the order of the sweep, is a candidate
 * with probability p0, independently of the state and of the other places. At its turn a site flips
 *
 * <pre>{@code with probability p       if it is hot,
 * with probability p / p0  if it is cold and a candidate,
 * never                    if it is cold and no candidate.}</pre>
 *
 * <p>So a cold site also flips with probability {@code p0 (p / p0) = p}. {@link Gaps} find the candidates, {@link
 * HotSites} the hot sites. A flip updates which of the sites that it touches are hot. In practice a site of log-ratio
 * log t counts as hot if t > p0. For any other site, {@code t / (1 + t) < min(1, t) <= p0} bounds p for Gibbs and for
 * Metropolis.
 *
 * <p>Cost: O(N / 64) for the search, one log-ratio and one random number per visit, one log-ratio per touched site.
 */
final class SkippingSweep {

    private final double rate;
    private final double threshold;
    private final HotSites hot;
    private final Gaps gaps;

    /** The place of the next candidate, counted from the beginning of the next sweep. */
    private long candidate;

    /** One site and its log-ratio, as arrays for the tracker. */
    private final int[] singleSite = new int[1];

    private final double[] ratio = new double[1];

    private final double[] ratios;

    private final ExpTable table = new ExpTable();

    /** Counts of visited sites, of candidates among them and of computed log-ratios, by which the work is estimated. */
    private long visits;

    private long candidates;
    private long computed;

    /**
     * @param order the free sites in the order of a sweep
     * @param dimension the number N of sites
     * @param rate p0, in (0, 1)
     * @param gaps draws the numbers of sites between candidates of this rate
     */
    SkippingSweep(int[] order, int dimension, double rate, Gaps gaps) {
        this.rate = rate;
        this.threshold = Math.log(rate); // of log-ratios d, since a flip has probability at most e^d
        this.hot = new HotSites(order, dimension);
        this.gaps = gaps;
        this.ratios = new double[dimension];
        this.candidate = gaps.next();
    }

    /** Computes which sites are hot. */
    void findHotSites(LocalEnergyModel.Tracker tracker) {
        updateHotSites(tracker, hot.order(), hot.order().length);
    }

    /** Computes which of the first {@code n} of {@code sites} are hot, from their log-ratios in the present state. */
    private void updateHotSites(LocalEnergyModel.Tracker tracker, int[] sites, int n) {
        tracker.logRatios(sites, n, ratios);
        LogRatios.check(ratios, 0, n);
        hot.update(sites, n, ratios, threshold);
        computed += n;
    }

    /**
     * Makes a sweep.
     *
     * @param touched receives the sites that a flip touches, N long
     * @param flipped receives the flipped sites
     * @return the number of flipped sites
     */
    int sweep(
            LocalEnergyModel.Tracker tracker, SiteRule rule, UniformRandomProvider rng, int[] touched, int[] flipped) {
        int[] order = hot.order();
        int n = 0;
        int from = 0;
        while (true) {
            int nextHot = hot.next(from);
            int place = (int) Math.min(nextHot, candidate);
            if (place >= order.length) {
                break;
            }
            // p0 already decided that a cold site is a candidate, so it flips with probability p / p0
            double bound = place == nextHot ? 1.0 : rate;
            if (place == candidate) {
                candidate += 1 + gaps.next();
                candidates++;
            }
            singleSite[0] = order[place];
            tracker.logRatios(singleSite, 1, ratio);
            if (rng.nextDouble() * bound < rule.probability(LogRatios.checked(ratio[0]), table)) {
                flipped[n++] = singleSite[0];
                flip(tracker, singleSite[0], touched);
            }
            visits++;
            from = place + 1;
        }
        candidate -= order.length;
        return n;
    }

    /** Flips a site in the tracker, and finds which of the touched sites are hot now. */
    private void flip(LocalEnergyModel.Tracker tracker, int site, int[] touched) {
        int count = TouchedSites.checked("flip()", tracker.flip(site, touched), touched, touched.length);
        if (count == LocalEnergyModel.Tracker.ALL_SITES) {
            findHotSites(tracker);
        } else {
            updateHotSites(tracker, touched, count);
        }
    }

    /**
     * Checks that sites are hot or cold as the current log-ratios say.
     *
     * @param loose the largest accepted error of a log-ratio
     */
    void check(LocalEnergyModel.Tracker tracker, double loose) {
        int[] order = hot.order();
        tracker.logRatios(order, order.length, ratios);
        for (int k = 0; k < order.length; k++) {
            boolean isHot = hot.next(k) == k; // the first hot place from k on is k itself
            if (isHot != ratios[k] > threshold && Math.abs(ratios[k] - threshold) > loose) {
                throw new IllegalStateException(
                        "must tell every site whose log-ratio a flip changes: flip(), touched, site " + order[k]);
            }
        }
    }

    /** Writes or reads the next candidate. Which sites are hot is a function of the state. */
    void transcribe(Transcript transcript) {
        candidate = transcript.of(candidate);
    }

    /** The work since the last call, in units of {@link SkippingChoice}. */
    long takeWork() {
        long work = SkippingChoice.work(visits, candidates, computed);
        visits = 0;
        candidates = 0;
        computed = 0;
        return work;
    }
}

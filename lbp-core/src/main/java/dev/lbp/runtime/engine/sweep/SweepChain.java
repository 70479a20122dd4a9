package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.chain.TrackerAudit;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;

/**
 * A chain of sweeps in systematic order. A step is a sweep over all free sites, class by class of the model's
 * colouring; without a colouring, each site is a class. The sites of a class are independent given all other sites, so
 * one call computes their log-ratios.
 */
class SweepChain extends LocalSiteChain {

    private final int[][] classes;
    private final double[] ratios;
    private final double[] probabilities;

    /** True once the classes have been checked, at the first sweep. */
    private boolean checked;

    SweepChain(LocalEnergyModel model, BitStart start, int index, Sweeps sweeps, int[][] classes, StepMix mix) {
        super(model, start, index, sweeps, mix);
        this.classes = classes;
        this.ratios =
                new double[Arrays.stream(classes).mapToInt(c -> c.length).max().orElse(1)];
        this.probabilities = new double[ratios.length];
        begin();
    }

    /**
     * Also checks the classes: a flip must change no log-ratio of another site in its class. About half of the sites of
     * a class flip at once, a different half at each check, so a check costs about as much as a sweep.
     */
    @Override
    public void checkFresh(TrackerAudit.Peer fresh, long turn) {
        super.checkFresh(fresh, turn);
        if (!exact) {
            return;
        }
        LocalEnergyModel.Tracker other = (LocalEnergyModel.Tracker) fresh.tracker();
        int log2 = 63 - Long.numberOfLeadingZeros(turn); // most checks follow a step whose number is a power of two
        for (int[] sites : classes) {
            if (sites.length > 1) {
                // takes the binary digits of the indices in the class in turn: those with digit 1 flip
                checkClass(other, sites, log2 % (32 - Integer.numberOfLeadingZeros(sites.length - 1)));
            }
        }
    }

    /**
     * Flips the sites of a class whose index k has {@code bit} set and whose flip is possible, checks all log-ratios of
     * the class, and flips back. Any two indices differ in some bit, so the checks together cover all pairs.
     */
    private void checkClass(LocalEnergyModel.Tracker other, int[] sites, int bit) {
        other.logRatios(sites, sites.length, ratios);
        double[] before = Arrays.copyOf(ratios, sites.length);
        for (int k = 0; k < sites.length; k++) {
            if (flipsInCheck(k, bit, before[k])) {
                other.flip(sites[k], touched);
            }
        }
        other.logRatios(sites, sites.length, ratios);
        for (int k = 0; k < sites.length; k++) {
            boolean flips = flipsInCheck(k, bit, before[k]);
            checkUnchanged(sites[k], flips ? -before[k] : before[k], ratios[k]);
            if (flips) {
                other.flip(sites[k], touched);
            }
        }
    }

    /** Whether a check flips the site at index k of its class. */
    private static boolean flipsInCheck(int k, int bit, double ratio) {
        return (k >> bit & 1) == 1
                && ratio != Double.NEGATIVE_INFINITY; // log-ratios of an impossible state have no meaning
    }

    /** Throws if the log-ratio of a site, after flips in its class, is not the expected one up to rounding. */
    private static void checkUnchanged(int site, double expected, double ratio) {
        // != lets equal infinities pass, whose difference is NaN; !(<=) refuses NaN
        if (expected != ratio && !(Math.abs(expected - ratio) <= LOOSE * Math.max(1.0, Math.abs(expected)))) {
            throw new IllegalStateException(
                    "must have classes whose sites do not touch each other: colouring(), site " + site);
        }
    }

    /** Updates class after class; the sites of a class at once if log-ratios are exact. */
    @Override
    void sweep(SiteRule rule) {
        int n = 0;
        for (int[] sites : classes) {
            n = exact && sites.length > 1 ? sweepAtOnce(sites, n, rule) : sweepOneByOne(sites, n, rule);
        }
        checked = true;
        endSweep(n);
    }

    /** Updates the sites of a class together, after {@code count} flips of the sweep. Returns the new count. */
    private int sweepAtOnce(int[] sites, int count, SiteRule rule) {
        int n = count;
        tracker.logRatios(sites, sites.length, ratios);
        LogRatios.check(ratios, 0, sites.length);
        rule.probabilities(ratios, sites.length, probabilities);
        for (int k = 0; k < sites.length; k++) { // without a branch on a draw, which no processor can predict
            flipped[n] = sites[k];
            n += rng.nextDouble() < probabilities[k] ? 1 : 0;
        }
        for (int k = count; k < n; k++) {
            tracker.flip(flipped[k], touched);
        }
        if (!checked) {
            checkIndependent(sites, count, n);
        }
        return n;
    }

    /** Checks that flips in a class only changed the sign of the log-ratios of the flipped sites. */
    private void checkIndependent(int[] sites, int from, int to) {
        double[] before = Arrays.copyOf(ratios, sites.length);
        tracker.logRatios(sites, sites.length, ratios);
        int at = from;
        for (int k = 0; k < sites.length; k++) {
            boolean flips = at < to && flipped[at] == sites[k]; // flipped sites are in the order of the class
            at += flips ? 1 : 0;
            checkUnchanged(sites[k], flips ? -before[k] : before[k], ratios[k]);
        }
    }

    /**
     * Updates the sites of a class one after another, after {@code count} flips of the sweep. Returns the new count.
     */
    private int sweepOneByOne(int[] sites, int count, SiteRule rule) {
        int n = count;
        for (int site : sites) {
            if (update(site, rule)) {
                flipped[n++] = site;
            }
        }
        return n;
    }
}

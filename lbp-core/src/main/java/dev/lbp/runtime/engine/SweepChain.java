package dev.lbp.runtime.engine;

import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.Logistic;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;

/**
 * A Gibbs chain with systematic scan. A step is a sweep over all free sites, class by class of the model's colouring; without
 * one, each site is a class. The sites of a class are independent given the others, so one call computes their log-ratios.
 */
final class SweepChain extends LocalGibbsChain {

    private final int[][] classes;
    private final double[] ratios;
    private final double[] probabilities;

    /** True once the classes have been checked, at the first sweep. */
    private boolean checked;

    SweepChain(LocalEnergyModel model, Start start, int index, int[][] classes) {
        super(model, start, index);
        this.classes = classes;
        this.ratios =
                new double[Arrays.stream(classes).mapToInt(c -> c.length).max().orElse(1)];
        this.probabilities = new double[ratios.length];
        begin();
    }

    /** Checks the classes too: a flip must change the log-ratio of no other site of its class. */
    @Override
    void checkFresh(TrackerAudit.Peer fresh, long turn) {
        super.checkFresh(fresh, turn);
        if (!exact) {
            return;
        }
        LocalEnergyModel.Tracker other = ((BitPeer) fresh).tracker();
        for (int[] sites : classes) {
            int flips = sites.length > 1 ? Math.min(sites.length, CHECKED_FLIPS) : 0;
            other.logRatios(sites, flips == 0 ? 0 : sites.length, ratios);
            double[] before = Arrays.copyOf(ratios, sites.length);
            for (int k = 0; k < flips; k++) {
                int at = (int) ((turn * flips + k) % sites.length);
                if (before[at] != Double.NEGATIVE_INFINITY) { // log-ratios of an impossible state have no meaning
                    checkIndependent(other, sites, at, before);
                }
            }
        }
    }

    private void checkIndependent(LocalEnergyModel.Tracker other, int[] sites, int flips, double[] before) {
        other.flip(sites[flips], flipTouched);
        other.logRatios(sites, sites.length, ratios);
        other.flip(sites[flips], flipTouched);
        for (int k = 0; k < sites.length; k++) {
            if (k != flips) {
                checkUnchanged(sites[k], before[k], ratios[k]);
            }
        }
    }

    private static void checkUnchanged(int site, double expected, double ratio) {
        if (expected != ratio && !(Math.abs(expected - ratio) <= LOOSE * Math.max(1.0, Math.abs(expected)))) {
            throw new IllegalStateException(
                    "must have classes whose sites do not touch each other: colouring(), site " + site);
        }
    }

    @Override
    void advanceLocally() {
        int n = 0;
        for (int[] sites : classes) {
            n = exact && sites.length > 1 ? sweepAtOnce(sites, n) : sweepOneByOne(sites, n);
        }
        checked = true;
        endSweep(n);
    }

    private int sweepAtOnce(int[] sites, int count) {
        int n = count;
        tracker.logRatios(sites, sites.length, ratios);
        LogRatios.check(ratios, 0, sites.length);
        Logistic.probabilities(ratios, sites.length, probabilities); // of flips: 1 / (1 + e^-d)
        for (int k = 0; k < sites.length; k++) {
            if (rng.nextDouble() < probabilities[k]) {
                tracker.flip(sites[k], flipTouched);
                flipped[n++] = sites[k];
            }
        }
        if (!checked) {
            checkIndependent(sites, count, n);
        }
        return n;
    }

    /** Checks that flips in a class changed its log-ratios only by the sign of the flipped sites. */
    private void checkIndependent(int[] sites, int from, int to) {
        double[] before = Arrays.copyOf(ratios, sites.length);
        tracker.logRatios(sites, sites.length, ratios);
        int at = from;
        for (int k = 0; k < sites.length; k++) {
            boolean flips = at < to && flipped[at] == sites[k];
            at += flips ? 1 : 0;
            checkUnchanged(sites[k], flips ? -before[k] : before[k], ratios[k]);
        }
    }

    private int sweepOneByOne(int[] sites, int count) {
        int n = count;
        for (int site : sites) {
            if (update(site)) {
                flipped[n++] = site;
            }
        }
        return n;
    }
}

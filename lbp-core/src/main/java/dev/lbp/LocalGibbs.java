package dev.lbp;

import java.util.Arrays;

/**
 * A Gibbs chain of the local engine. A step is a sweep over all free sites, class by class of the model's colouring (each site
 * a class of its own if it has none): the sites of a class are independent given the others, so their log-ratios are asked
 * for at once. Where log-ratios are first-order only, each is the difference of two log-probabilities instead.
 */
final class LocalGibbs extends LocalChain {

    private final int[][] classes;
    private final boolean exact;
    private final int[] flipTouched;
    private final double[] ratios;
    private final double[] probabilities;

    LocalGibbs(LocalEnergyModel model, Start start, int index, int[][] classes) {
        super(model, start, index, new FixedScale(start.freeCount()));
        this.classes = classes;
        this.exact = model.exactFlips();
        this.flipTouched = new int[start.dimension()];
        this.ratios =
                new double[Arrays.stream(classes).mapToInt(c -> c.length).max().orElse(1)];
        this.probabilities = new double[ratios.length];
        begin();
    }

    @Override
    void refresh() {
        // Nothing is kept from one sweep to the next.
    }

    @Override
    void advance() {
        int n = 0;
        for (int[] sites : classes) {
            n = exact ? sweepExact(sites, n) : sweepByDifference(sites, n);
        }
        toggle(n);
        logProb = AcceptRule.checked(tracker.logProb());
        finish(dial.draw(rng), 1.0, true, n);
    }

    private int sweepExact(int[] sites, int count) {
        int n = count;
        tracker.logRatios(sites, sites.length, ratios);
        AcceptRule.checkRatios(ratios, 0, sites.length);
        WeightFunction.BARKER.weights(
                ratios, 0, sites.length, 0.0, probabilities); // 1 / (1 + e^-d), by the fast kernel
        for (int k = 0; k < sites.length; k++) {
            if (rng.nextDouble() < probabilities[k]) {
                tracker.flip(sites[k], flipTouched);
                flipped[n++] = sites[k];
            }
        }
        return n;
    }

    private int sweepByDifference(int[] sites, int count) {
        int n = count;
        for (int site : sites) {
            double here = tracker.logProb();
            tracker.save();
            tracker.flip(site, flipTouched);
            if (AcceptRule.gibbsFlips(tracker.logProb() - here, rng)) {
                flipped[n++] = site;
            } else {
                tracker.restore();
            }
        }
        return n;
    }
}

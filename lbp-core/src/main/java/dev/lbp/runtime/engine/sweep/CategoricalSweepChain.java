package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.States;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.proposal.FixedScale;
import dev.lbp.runtime.engine.chain.LocalMoveChain;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.HeatBath;
import dev.lbp.target.CategoricalModel;
import java.util.Arrays;

/**
 * A chain of single sites of C values. A step makes N updates: of all sites in ascending order, or of sites drawn
 * uniformly with replacement. A Gibbs update draws the site's value from its conditional distribution given all others:
 * {@code P(c)} in proportion to {@code e^d_c}, where d_c is the log-ratio of the change to value c, 0 for the present
 * value. A Metropolis update changes the value more often, see {@link HeatBath#metropolised}. An update costs C
 * log-ratios and one uniform number.
 */
final class CategoricalSweepChain extends LocalMoveChain {

    private final int sites;
    /** The number of values of each site. */
    private final int[] values;

    private final Sweeps sweeps;
    private final boolean randomScan;

    /** The labels of one site. */
    private final int[] labels;

    /** The log-ratios of {@link #labels}, then their weights. */
    private final double[] weights;

    CategoricalSweepChain(CategoricalModel model, ValueStart start, int index, Sweeps sweeps, boolean randomScan) {
        super(model, start, index, new FixedScale(start.dimension())); // the number of updates of a step
        this.sites = start.dimension();
        this.values = new int[sites];
        Arrays.setAll(values, model::values);
        this.sweeps = sweeps;
        this.randomScan = randomScan;
        this.labels = new int[start.values()];
        this.weights = new double[start.values()];
        begin();
    }

    @Override
    public int[] comparedLabels() {
        return States.sites(moves);
    }

    /** Makes N updates, and then moves to the state that the tracker has. */
    @Override
    public void advance() {
        SiteRule rule = sweeps.rule(moves());
        for (int k = 0; k < sites; k++) {
            update(randomScan ? rng.nextInt(sites) : k, rule);
        }
        double newLogProb = AcceptRule.checked(tracker.logProb());
        int n = collectFlipped();
        moveTo(newLogProb, n);
        finish(scale.draw(rng), 1.0, true, n); // a sweep counts as a move that was accepted with probability 1
    }

    /** Draws a new value of a site by a rule. */
    private void update(int site, SiteRule rule) {
        int present = valueNow(site);
        int count = values[site];
        for (int c = 0; c < count; c++) {
            labels[c] = site * labels.length + c; // there are C labels for each site
        }
        tracker.logRatios(labels, count, weights);
        weights[present] = 0.0; // the log-ratio of no change
        LogRatios.check(weights, 0, count);
        int drawn = draw(count, present, rule);
        if (drawn != present) {
            propose(labels[drawn]);
            apply(labels[drawn]);
        }
    }

    /** Draws a value, given the log-ratios in {@link #weights}. An impossible value is never drawn. */
    private int draw(int count, int present, SiteRule rule) {
        double total = HeatBath.exponentiate(weights, count);
        return rule == SiteRule.METROPOLIS
                ? HeatBath.metropolised(weights, count, total, present, rng)
                : HeatBath.draw(weights, count, total, rng);
    }
}

package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.States;
import dev.lbp.internal.kernel.Exp;
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
 * uniformly with replacement. An update by Gibbs draws a site's value from its conditional distribution given all
 * others, {@code P(c)} in proportion to {@code e^d_c} with the log-ratio d_c of giving it value c, which is 0 for the
 * value that it has (heat bath). One by Metropolis prefers another value than that, see {@link HeatBath#metropolised}.
 * Each costs C log-ratios and one uniform number.
 */
final class CategoricalSweepChain extends LocalMoveChain {

    private final int sites;
    private final int[] values;
    private final Sweeps sweeps;
    private final boolean randomScan;

    /** The labels of one site, and e^d of each. */
    private final int[] labels;

    private final double[] weights;

    CategoricalSweepChain(CategoricalModel model, ValueStart start, int index, Sweeps sweeps, boolean randomScan) {
        super(model, start, index, new FixedScale(start.dimension()));
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

    @Override
    public void advance() {
        SiteRule rule = sweeps.rule(moves());
        for (int k = 0; k < sites; k++) {
            update(randomScan ? rng.nextInt(sites) : k, rule);
        }
        double there = AcceptRule.checked(tracker.logProb());
        int n = settle();
        moveTo(there, n);
        finish(scale.draw(rng), 1.0, true, n);
    }

    private void update(int site, SiteRule rule) {
        int now = valueNow(site);
        int count = values[site];
        for (int c = 0; c < count; c++) {
            labels[c] = site * labels.length + c;
        }
        tracker.logRatios(labels, count, weights);
        weights[now] = 0.0;
        LogRatios.check(weights, 0, count);
        int next = draw(count, now, rule);
        if (next != now) {
            propose(labels[next]);
            apply(labels[next]);
        }
    }

    /** Draws a value, with the log-ratios in {@link #weights}. An impossible value is never drawn. */
    private int draw(int count, int now, SiteRule rule) {
        double largest = 0.0;
        for (int c = 0; c < count; c++) {
            largest = Math.max(largest, weights[c]);
        }
        double total = 0.0;
        for (int c = 0; c < count; c++) {
            weights[c] = weights[c] == Double.NEGATIVE_INFINITY ? 0.0 : Exp.exp(weights[c] - largest);
            total += weights[c];
        }
        return rule == SiteRule.METROPOLIS
                ? HeatBath.metropolised(weights, count, total, now, rng)
                : HeatBath.draw(weights, count, total, rng);
    }
}

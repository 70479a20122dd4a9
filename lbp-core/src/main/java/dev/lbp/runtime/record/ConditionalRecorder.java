package dev.lbp.runtime.record;

import dev.lbp.internal.States;
import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.Transcript;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.Logistic;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.List;

/**
 * Rao-Blackwellised marginals of one chain: for every free site the average over draws of {@code P(x_i = 1 | the others) = 1 /
 * (1 + e^-eta_i)} with {@code eta_i = log pi(x with x_i = 1) - log pi(x with x_i = 0)}. The recorder updates its own tracker at
 * each draw, and the tracker reports the sites whose eta may have changed. The cost is O(R * degree) per draw, for every N.
 *
 * <p>At a change of a site's value, the recorder adds the old value minus the first one, for all draws since the last change.
 * So a site with a constant value, as in a model of independent sites, has a sum of exactly 0.
 */
final class ConditionalRecorder {

    private final LocalEnergyModel model;
    private final LocalEnergyModel.Tracker tracker;
    private final boolean[] frozen;
    private final int[] all;
    private final int[] touched;
    private final double[] ratios;

    /** For each site: the value at the first draw, the current value, and the first draw that {@link #sum} does not count. */
    private final double[] first;

    private final double[] value;
    private final int[] since;

    /** For each site, the sum of (value - first) over the draws before {@link #since}. */
    private final double[] sum;

    private final GrowingBatches batches;
    private boolean begun;

    /**
     * @param frozen true for sites that never change; their marginal is their value
     */
    ConditionalRecorder(LocalEnergyModel model, boolean[] frozen, GrowingBatches batches) {
        int n = frozen.length;
        this.model = model;
        this.tracker = ModelCalls.call(model, "newTracker()", model::newTracker);
        this.frozen = frozen;
        this.all = States.sites(n);
        this.touched = new int[2 * n];
        this.ratios = new double[n];
        this.first = new double[n];
        this.value = new double[n];
        this.since = new int[n];
        this.sum = new double[n];
        this.batches = batches;
    }

    /**
     * Records a draw.
     *
     * @param flipped its first {@code count} elements are the sites that differ from the previous draw, each once
     * @param draw its number, from 0
     * @throws dev.lbp.target.ModelException if the model fails
     */
    void record(ChainState<byte[]> chain, int[] flipped, int count, int draw) {
        try {
            if (begun) {
                int n = count == 0
                        ? 0
                        : TouchedSites.checked(
                                "flipAll()", tracker.flipAll(flipped, count, touched), touched, all.length);
                update(chain.state, n == LocalEnergyModel.Tracker.ALL_SITES ? all : touched, n, draw);
            } else {
                ModelCalls.reset(tracker, chain.state);
                update(chain.state, all, LocalEnergyModel.Tracker.ALL_SITES, draw);
                System.arraycopy(value, 0, first, 0, first.length);
                begun = true;
            }
        } catch (Throwable e) { // checked exceptions too, as in a step of the chain
            throw ModelCalls.failure(model, "chain " + chain.index + " at step " + (chain.steps() - 1), e);
        }
        batches.drawn(draw + 1);
    }

    private void update(byte[] state, int[] sites, int count, int draw) {
        int n = count == LocalEnergyModel.Tracker.ALL_SITES ? all.length : count;
        tracker.logRatios(sites, n, ratios);
        LogRatios.check(ratios, 0, n);
        for (int k = 0; k < n; k++) { // the other value may be impossible, and kernels do not accept +Infinity
            ratios[k] = Math.min((1 - 2 * state[sites[k]]) * ratios[k], Double.MAX_VALUE);
        }
        Logistic.probabilities(ratios, n, ratios);
        for (int k = 0; k < n; k++) {
            int site = sites[k];
            double now = frozen[site] ? state[site] : ratios[k];
            if (now != value[site]) {
                addUpTo(site, draw);
                value[site] = now;
            }
        }
    }

    private void addUpTo(int site, int draw) {
        double excess = value[site] - first[site];
        int from = since[site];
        if (batches.behind(from)) {
            batches.close(site, excess, from, sum[site]);
        }
        sum[site] += excess * (draw - from);
        since[site] = draw;
    }

    /** Switches to longer batches if there are enough, after {@code made} draws. */
    void growBatches(int made) {
        for (int site : all) {
            addUpTo(site, made);
        }
        batches.grow(made, i -> sum[i]);
    }

    /**
     * @param lastDraw the state at the last draw, for the tracker; any state if there is no draw
     */
    void transcribe(Transcript transcript, byte[] lastDraw) {
        begun = transcript.of(begun);
        transcript.of(first, first.length);
        transcript.of(value, value.length);
        transcript.of(since, since.length);
        transcript.of(sum, sum.length);
        batches.transcribe(transcript);
        if (transcript.isReading() && begun) {
            ModelCalls.call(model, "Tracker.reset()", () -> {
                ModelCalls.reset(tracker, lastDraw);
                return lastDraw;
            });
        }
    }

    /** The average over the draws of all chains, with its error. */
    static SampleResult.Conditionals pooled(List<ConditionalRecorder> chains, int[] draws) {
        double[] means = new double[chains.get(0).first.length];
        long total = Arrays.stream(draws).asLongStream().sum();
        for (int i = 0; i < means.length; i++) {
            double level = chains.get(0).first[i];
            double excess = 0.0;
            for (int c = 0; c < draws.length; c++) {
                ConditionalRecorder chain = chains.get(c);
                chain.addUpTo(i, draws[c]);
                excess += (chain.first[i] - level) * draws[c] + chain.sum[i];
            }
            means[i] = level + excess / total;
        }
        double[][] levels = chains.stream().map(chain -> chain.first).toArray(double[][]::new);
        List<MarginalBatches> batches =
                chains.stream().map(chain -> chain.batches.batches()).toList();
        return new SampleResult.Conditionals(
                means, MarginalBatches.analysis(batches, 1, levels, total).errors());
    }
}

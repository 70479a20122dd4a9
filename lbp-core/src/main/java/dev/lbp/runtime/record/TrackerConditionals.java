package dev.lbp.runtime.record;

import static dev.lbp.target.LocalEnergyModel.Tracker.ALL_SITES;

import dev.lbp.internal.States;
import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.Logistic;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;

/**
 * Conditional probabilities from a tracker of the recorder's own. It makes the flips between two draws and reports the
 * sites whose probability may have changed. The cost is O(R * degree) per draw, for every N.
 */
final class TrackerConditionals extends ConditionalRecorder {

    private final LocalEnergyModel model;
    private final LocalEnergyModel.Tracker tracker;
    private final boolean[] frozen;
    private final int[] allSites;
    private final int[] touched;
    private final double[] ratios;

    /** Whether the numbers of the tracker depend on earlier flips until it is refreshed. */
    private boolean drifts;

    /** If the tracker drifts: its state at the last refresh, and its calls since then, which a resumed run repeats. */
    private final byte[] refreshed;

    private final FlipLog calls = new FlipLog();

    /**
     * @param frozen true for sites that never change; their marginal is their value
     */
    TrackerConditionals(LocalEnergyModel model, boolean[] frozen, GrowingBatches batches) {
        super(frozen.length, batches);
        int n = frozen.length;
        this.model = model;
        this.tracker = ModelCalls.call(model, "newTracker()", model::newTracker);
        this.frozen = frozen;
        this.allSites = States.sites(n);
        this.touched = new int[2 * n]; // the length that flipAll() demands
        this.ratios = new double[n];
        this.refreshed = new byte[n];
    }

    @Override
    void begin(ChainState<byte[]> chain) {
        try {
            ModelCalls.reset(tracker, chain.state);
            setProbabilities(chain.state, allSites, allSites.length, 0);
            refresh(chain.state); // last, as in update(), so that repeatCalls() makes the same calls in the same order
        } catch (Throwable e) {
            throw failure(chain, e);
        }
    }

    @Override
    void update(ChainState<byte[]> chain, int[] flipped, int count, int draw) {
        if (count == 0) {
            return;
        }
        try {
            int n = flip(flipped, count);
            boolean all = n == ALL_SITES;
            setProbabilities(chain.state, all ? allSites : touched, all ? allSites.length : n, draw);
            if (drifts) {
                calls.add(flipped, count);
                if (calls.length() >= LocalEnergyModel.Tracker.REFRESH_AFTER) {
                    refresh(chain.state);
                }
            }
        } catch (Throwable e) {
            throw failure(chain, e);
        }
    }

    private int flip(int[] sites, int count) {
        return TouchedSites.checked("flipAll()", tracker.flipAll(sites, count, touched), touched, allSites.length);
    }

    /** Refreshes the tracker. A resumed run begins at this state and repeats the calls that follow. */
    private void refresh(byte[] state) {
        drifts = tracker.refresh(); // the same answer at each call
        System.arraycopy(state, 0, refreshed, 0, refreshed.length);
        calls.clear();
    }

    /** Makes the exception that reports a failure of the model, checked exceptions included. */
    private RuntimeException failure(ChainState<byte[]> chain, Throwable thrown) {
        return ModelCalls.failure(model, chain.name() + " at step " + (chain.steps() - 1), thrown);
    }

    /**
     * Sets P(x_i = 1 | the others) of the first {@code n} sites, from the tracker's log-ratios of their flips; of a
     * frozen site its value.
     */
    private void setProbabilities(byte[] state, int[] sites, int n, int draw) {
        tracker.logRatios(sites, n, ratios);
        LogRatios.check(ratios, 0, n);
        for (int k = 0; k < n; k++) { // log-odds of a 1; kernels refuse +Infinity, which they are if 0 is impossible
            ratios[k] = Math.min((1 - 2 * state[sites[k]]) * ratios[k], Double.MAX_VALUE);
        }
        Logistic.probabilities(ratios, n, ratios);
        for (int k = 0; k < n; k++) {
            int site = sites[k];
            means.set(site, frozen[site] ? state[site] : ratios[k], draw);
        }
    }

    /**
     * Writes or reads the tracker. A reader resets it to the last draw; if that shows that the tracker drifts, it goes
     * back to the state of the last refresh and repeats the calls since then.
     */
    @Override
    void transcribeSource(Transcript transcript, byte[] lastDraw, boolean drawn) {
        if (!drawn) {
            return;
        }
        if (transcript.isReading()) {
            ModelCalls.call(model, "Tracker.reset()", () -> {
                ModelCalls.reset(tracker, lastDraw);
                refresh(lastDraw); // sets drifts
                return lastDraw; // not used: call() wants a value
            });
        }
        if (drifts) {
            transcript.of(refreshed, refreshed.length);
            calls.transcribe(transcript);
            if (transcript.isReading()) {
                ModelCalls.call(model, "Tracker.flipAll()", () -> {
                    repeatCalls();
                    return refreshed;
                });
            }
        }
    }

    /**
     * Repeats the calls of the tracker since its last refresh, also those whose answers are not needed: its rounding
     * errors are then those of the saved run.
     */
    private void repeatCalls() {
        ModelCalls.reset(tracker, refreshed);
        tracker.refresh();
        calls.forEach((sites, count) -> {
            int n = flip(sites, count);
            tracker.logRatios(n == ALL_SITES ? allSites : touched, n == ALL_SITES ? allSites.length : n, ratios);
        });
    }
}

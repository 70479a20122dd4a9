package dev.lbp.runtime.record;

import dev.lbp.internal.Transcript;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.ConditionalFlips;
import dev.lbp.target.LocalEnergyModel;

/**
 * Conditional probabilities from the weights of the chain, which are those of its flips: {@code P(x_i = 1 | the others)
 * = |x_i - w_i|}. The model is not called. The cost is one addition per touched site of a draw. Where they are
 * estimates, one draw has the correction of its step, see {@link ConditionalFlips}.
 */
final class WeightConditionals extends ConditionalRecorder {

    private final ConditionalFlips flips;

    /** The state at the last draw: 0 or 1 for each site. */
    private final double[] state;

    /** The sites that steps have touched since the last draw, with repetitions. */
    private final int[] touched;

    /** Their number, or {@code ALL_SITES}. */
    private int count;

    /** The site whose value has a correction, which the next draw takes away; -1 if none has. */
    private int corrected = -1;

    WeightConditionals(ConditionalFlips flips, GrowingBatches batches) {
        super(flips.probabilities().length, batches);
        this.flips = flips;
        this.state = new double[flips.probabilities().length];
        this.touched = new int[state.length];
    }

    @Override
    public void step() {
        int more = flips.count();
        if (more == LocalEnergyModel.Tracker.ALL_SITES || count + more > touched.length) {
            count = LocalEnergyModel.Tracker.ALL_SITES;
        } else if (count != LocalEnergyModel.Tracker.ALL_SITES) {
            System.arraycopy(flips.touched(), 0, touched, count, more);
            count += more;
        }
    }

    @Override
    void begin(ChainState<byte[]> chain) {
        copy(chain.state);
        means.setAll(state, flips.probabilities(), 0);
        count = 0;
    }

    @Override
    void update(ChainState<byte[]> chain, int[] flipped, int flippedCount, int draw) {
        for (int k = 0; k < flippedCount; k++) {
            state[flipped[k]] = 1.0 - state[flipped[k]];
        }
        double[] probabilities = flips.probabilities();
        if (count == LocalEnergyModel.Tracker.ALL_SITES) {
            means.setAll(state, probabilities, draw);
        }
        for (int k = 0; k < count; k++) {
            int site = touched[k];
            means.set(site, value(site), draw);
        }
        count = 0;
    }

    @Override
    void correct(int draw) {
        if (corrected >= 0) {
            means.set(corrected, value(corrected), draw);
        }
        corrected = flips.proposed();
        if (corrected >= 0) {
            means.set(corrected, value(corrected) + flips.correction(), draw);
        }
    }

    private double value(int site) {
        return Math.abs(state[site] - flips.probabilities()[site]);
    }

    private void copy(byte[] from) {
        for (int i = 0; i < state.length; i++) {
            state[i] = from[i];
        }
    }

    @Override
    void transcribeSource(Transcript transcript, byte[] lastDraw, boolean drawn) {
        count = transcript.of(count);
        transcript.of(touched, Math.max(count, 0));
        corrected = flips.areCorrected() ? transcript.of(corrected) : -1;
        if (transcript.isReading()) {
            copy(lastDraw);
        }
    }
}

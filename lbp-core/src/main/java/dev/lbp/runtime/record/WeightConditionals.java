package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.step.ConditionalFlips;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;
import org.jspecify.annotations.Nullable;

/**
 * Conditional probabilities from the weights of the chain, which are probabilities of flips: {@code P(x_i = 1 | the
 * others) = |x_i - w_i|}. The cost is one addition per touched site of a draw. The model is called only if the weights
 * are estimates: then each draw adds the correction of its step, and some draws compute an exact value, see
 * {@link ConditionalFlips}.
 */
final class WeightConditionals extends ConditionalRecorder {

    private final ConditionalFlips flips;

    /** The state at the last draw: 0 or 1 for each site. */
    private final double[] state;

    /** The sites that steps have touched since the last draw, with repetitions. */
    private final int[] touched;

    /** The number of entries of {@link #touched}, or {@code ALL_SITES}. */
    private int count;

    /** The site whose value includes a correction until the next draw; -1 if none does. */
    private int corrected = -1;

    private final boolean[] frozen;
    private final @Nullable ExactValues exact;

    WeightConditionals(ConditionalFlips flips, boolean[] frozen, GrowingBatches batches) {
        super(flips.probabilities().length, batches);
        this.flips = flips;
        this.state = new double[flips.probabilities().length];
        this.touched = new int[state.length];
        this.frozen = frozen;
        this.exact = flips.areCorrected() ? new ExactValues(state.length) : null;
    }

    @Override
    @Nullable ExactValues exactValues() {
        return exact;
    }

    /** Lists the sites whose weights changed since the last draw; beyond N entries it says all sites instead. */
    @Override
    public void step() {
        int newlyTouched = flips.count();
        if (newlyTouched == LocalEnergyModel.Tracker.ALL_SITES || count + newlyTouched > touched.length) {
            count = LocalEnergyModel.Tracker.ALL_SITES;
        } else if (count != LocalEnergyModel.Tracker.ALL_SITES) {
            System.arraycopy(flips.touched(), 0, touched, count, newlyTouched);
            count += newlyTouched;
        }
    }

    @Override
    void begin(ChainState<byte[]> chain) {
        copyState(chain.state);
        means.setAll(state, flips.probabilities(), /* draw= */ 0); // |x_i - w_i|
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
        for (int k = 0; k < count; k++) { // ALL_SITES is negative: no round
            int site = touched[k];
            means.set(site, value(site), draw);
        }
        count = 0;
    }

    /**
     * If the weights are estimates, corrects the value of the site that the last step proposed, for this draw alone.
     * At every fourth draw it also computes the exact value of one site, so that sites which are rarely proposed are
     * corrected too.
     */
    @Override
    void correct(ChainState<byte[]> chain, int draw) {
        if (exact == null) {
            return;
        }
        if (corrected >= 0) { // the correction of the last draw was for that draw alone
            means.set(corrected, value(corrected), draw);
        }
        corrected = flips.proposed();
        if (corrected >= 0) {
            means.set(corrected, value(corrected) + flips.correction(), draw);
            exact.proposed(corrected);
        }
        int site = exact.site(draw, chain.number());
        if (draw % ConditionalFlips.EVERY == 0 && !frozen[site]) {
            try {
                exact.add(site, flips.computedCorrection(site, chain.state[site] == 1, chain.logProb));
            } catch (Throwable e) {
                throw ModelCalls.failure(chain.model, chain.name() + " at step " + (chain.steps() - 1), e);
            }
        }
    }

    private double value(int site) {
        return Math.abs(state[site] - flips.probabilities()[site]);
    }

    /** Copies bytes to the doubles of {@link #state}. */
    private void copyState(byte[] from) {
        for (int i = 0; i < state.length; i++) {
            state[i] = from[i];
        }
    }

    @Override
    void transcribeSource(Transcript transcript, byte[] lastDraw, boolean drawn) {
        count = transcript.of(count);
        transcript.of(touched, Math.max(count, 0)); // ALL_SITES is negative: no list
        if (exact != null) {
            corrected = transcript.of(corrected);
            exact.transcribe(transcript);
        }
        if (transcript.isReading()) {
            copyState(lastDraw);
        }
    }
}

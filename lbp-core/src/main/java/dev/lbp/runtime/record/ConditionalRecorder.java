package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.step.ConditionalFlips;
import dev.lbp.target.LocalEnergyModel;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rao-Blackwellised marginals of one chain: for every free site the average over draws of {@code P(x_i = 1 | the
 * others) = 1 / (1 + e^-eta_i)} with {@code eta_i = log pi(x with x_i = 1) - log pi(x with x_i = 0)}. The probabilities
 * come from a subclass, {@link WeightConditionals} or {@link TrackerConditionals}.
 */
abstract class ConditionalRecorder implements RecordPart<byte[]> {

    final ConditionalMeans means;
    private boolean begun;

    ConditionalRecorder(int dimension, GrowingBatches batches) {
        this.means = new ConditionalMeans(dimension, batches);
    }

    /**
     * The recorder of a chain: from the chain's weights if they are probabilities of flips, else from a second
     * tracker.
     */
    static ConditionalRecorder of(ChainState<byte[]> chain, boolean[] frozen, GrowingBatches batches) {
        ConditionalFlips flips = chain.conditionalFlips();
        return flips != null
                ? new WeightConditionals(flips, frozen, batches)
                : new TrackerConditionals((LocalEnergyModel) chain.model, frozen, batches);
    }

    /** Computes the probabilities at the first draw, and updates them at each later one. Draws are numbered from 0. */
    @Override
    public final void draw(ChainState<byte[]> chain, int[] flipped, int count, int draw) {
        if (begun) {
            update(chain, flipped, count, draw);
        } else {
            begin(chain);
            means.begin();
            begun = true;
        }
        correct(chain, draw);
        means.drawn(draw + 1);
    }

    /** Sets the values of the first draw. */
    abstract void begin(ChainState<byte[]> chain);

    /** Sets the values of a later draw; see {@link #draw}. */
    abstract void update(ChainState<byte[]> chain, int[] flipped, int count, int draw);

    /** Adds the corrections of a draw's step to its values, if the values are estimates. */
    void correct(ChainState<byte[]> chain, int draw) {
        // none by default: the probabilities are exact
    }

    /** The exact values that correct estimated probabilities; null if all probabilities are computed exactly. */
    @Nullable ExactValues exactValues() {
        return null;
    }

    @Override
    public final void lengthenBatches(int made) {
        means.growBatches(made);
    }

    @Override
    public final void transcribe(Transcript transcript, byte[] lastDraw) {
        begun = transcript.of(begun);
        means.transcribe(transcript);
        transcribeSource(transcript, lastDraw, begun);
    }

    /**
     * Writes or reads the fields of the subclass.
     *
     * @param drawn whether there is a last draw
     */
    abstract void transcribeSource(Transcript transcript, byte[] lastDraw, boolean drawn);

    /** The average over the draws of all chains, with its error. */
    static SampleResult.Conditionals pooled(List<ConditionalRecorder> chains, int[] draws) {
        SampleResult.Conditionals averages = ConditionalMeans.pooled(
                chains.stream().map(chain -> chain.means).toList(), draws);
        List<ExactValues> exact = chains.stream()
                .map(ConditionalRecorder::exactValues)
                .filter(Objects::nonNull)
                .toList();
        return exact.isEmpty() ? averages : ExactValues.corrected(averages, exact);
    }
}

package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;

/**
 * An optional record of a chain, kept if the user asks for it.
 *
 * @param <S> the array of a state
 */
interface RecordPart<S> {

    /** Records a step of the chain. If the step makes a draw, this call comes before {@link #draw}. */
    default void step() {
        // most parts need only draws
    }

    /**
     * Records a draw.
     *
     * @param changed its first {@code count} elements are the sites that differ from the previous draw, each once
     * @param draw its number, from 0
     * @throws dev.lbp.target.ModelException if the model fails
     */
    void draw(ChainState<S> chain, int[] changed, int count, int draw);

    /** Switches to the longer batches if enough of them are complete, after {@code made} draws. */
    default void lengthenBatches(int made) {
        // not every part has batches
    }

    /**
     * Writes or reads the part.
     *
     * @param lastDraw the state at the last draw; any state if there is no draw
     */
    void transcribe(Transcript transcript, S lastDraw);
}

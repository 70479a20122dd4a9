package dev.lbp.internal.solve;

import dev.lbp.internal.bytes.Transcript;
import org.jspecify.annotations.Nullable;

/** How the array of a state is written and read. */
@FunctionalInterface
public interface StateKind<S> {

    /** States of bits. When reading, the state is null, and the transcript makes the array. */
    StateKind<byte[]> BITS = (transcript, state) -> transcript.of(state == null ? new byte[0] : state);

    /** States of whole numbers. */
    StateKind<int[]> VALUES = (transcript, state) -> {
        int length = transcript.of(state == null ? 0 : state.length);
        int[] array = state == null ? new int[length] : state;
        transcript.of(array, length);
        return array;
    };

    /**
     * Writes a state, or reads one.
     *
     * @param state the state to write; null when reading
     * @return the state that was written or read
     */
    S transcribe(Transcript transcript, @Nullable S state);
}

package dev.lbp.internal.solve;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the array of a state is. */
public interface StateKind<S> {

    /** Bits. */
    StateKind<byte[]> BITS = new StateKind<>() {
        @Override
        public boolean same(byte[] one, byte[] other) {
            return Arrays.equals(one, other);
        }

        @Override
        public byte[] transcribe(Transcript transcript, byte @Nullable [] state) {
            return transcript.of(state == null ? new byte[0] : state);
        }
    };

    /** Whole numbers. */
    StateKind<int[]> VALUES = new StateKind<>() {
        @Override
        public boolean same(int[] one, int[] other) {
            return Arrays.equals(one, other);
        }

        @Override
        public int[] transcribe(Transcript transcript, int @Nullable [] state) {
            int length = transcript.of(state == null ? 0 : state.length);
            int[] array = state == null ? new int[length] : state;
            transcript.of(array, length);
            return array;
        }
    };

    /** Whether two states are equal. */
    boolean same(S one, S other);

    /**
     * Writes a state, or reads one.
     *
     * @param state the state to write; null when reading
     * @return the state that was written or read
     */
    S transcribe(Transcript transcript, @Nullable S state);
}

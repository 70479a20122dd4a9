package dev.lbp.runtime.space;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The states of one chain's draws in sequence, without gaps: with w bits per site, site i of draw d begins at bit (dN +
 * i) w.
 *
 * @param <S> the array of a state, which {@code accept} copies as the next draw
 */
abstract class PackedStates<S> implements Consumer<S> {

    long[] bits = {};

    /** The number of bits in use. */
    long end;

    /** Makes room for so many words in all, of 64 bits; keeps the bits. */
    final void makeRoom(int words) {
        if (words > bits.length) {
            bits = Arrays.copyOf(bits, words);
        }
    }

    /** The state whose first site begins at the bit {@code first}. */
    abstract S state(long first);

    /** Writes the draws to a checkpoint, or reads them from it: the number of bits, then as many words as they fill. */
    final void transcribe(Transcript transcript) {
        end = transcript.of(end);
        int words = (int) ((end + Long.SIZE - 1) / Long.SIZE);
        makeRoom(words);
        transcript.of(bits, words);
    }
}

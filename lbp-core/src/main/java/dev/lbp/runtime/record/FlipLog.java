package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;

/** A log of calls that flip several sites each, in their order. */
final class FlipLog {

    /** Entries that are read at once. */
    private static final int PIECE = 1 << 20;

    /** For each call the number of its sites, and then the sites. */
    private int[] entries = new int[16];

    private int length;

    /** Receives a logged call. */
    interface Call {
        void of(int[] sites, int count);
    }

    /** Appends a call: the number of its sites, and then the sites. */
    void add(int[] sites, int count) {
        if (length + 1 + count > entries.length) {
            entries = Arrays.copyOf(entries, 2 * (length + 1 + count));
        }
        entries[length] = count;
        System.arraycopy(sites, 0, entries, length + 1, count);
        length += 1 + count;
    }

    /** The number of calls plus the number of flips. */
    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    /** Repeats the logged calls in their order. */
    void forEach(Call call) {
        for (int k = 0; k < length; k += 1 + entries[k]) { // entries[k] is the number of sites; the sites follow
            call.of(Arrays.copyOfRange(entries, k + 1, k + 1 + entries[k]), entries[k]);
        }
    }

    /** Writes or reads the whole log. */
    void transcribe(Transcript transcript) {
        int count = transcript.of(length);
        if (!transcript.isReading()) {
            transcript.of(entries, length);
            return;
        }
        length = 0;
        while (length < count) { // in pieces: a wrong count in a damaged file allocates no memory
            int[] piece = new int[Math.min(count - length, PIECE)];
            transcript.of(piece, piece.length);
            entries = Arrays.copyOf(entries, Math.max(entries.length, length + piece.length));
            System.arraycopy(piece, 0, entries, length, piece.length);
            length += piece.length;
        }
    }
}

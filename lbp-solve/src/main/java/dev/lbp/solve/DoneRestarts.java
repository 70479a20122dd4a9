package dev.lbp.solve;

import dev.lbp.internal.bytes.Transcript;
import java.util.TreeSet;

/** The completed restarts: all below {@link #below}, and some above it, which faster threads completed. */
final class DoneRestarts {

    private long below;
    private final TreeSet<Long> above = new TreeSet<>();

    /** Adds a restart, then raises {@link #below} past all restarts that are done without a gap. */
    void add(long restart) {
        above.add(restart);
        while (above.remove(below)) {
            below++;
        }
    }

    boolean contains(long restart) {
        return restart < below || above.contains(restart);
    }

    long count() {
        return below + above.size();
    }

    /** The first restart that is not done. */
    long firstLeft() {
        return below;
    }

    /** Writes the restarts, or reads them into an empty object. */
    void transcribe(Transcript transcript) {
        below = transcript.of(below); // writes the number and returns it, or returns the one that it reads
        long[] numbers = new long[transcript.of(above.size())];
        int n = 0;
        for (long restart : above) {
            numbers[n++] = restart;
        }
        transcript.of(numbers, numbers.length);
        if (transcript.isReading()) {
            for (long restart : numbers) {
                above.add(restart);
            }
        }
    }
}

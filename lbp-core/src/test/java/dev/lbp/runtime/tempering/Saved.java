package dev.lbp.runtime.tempering;

import dev.lbp.internal.Transcript;
import dev.lbp.internal.TranscriptReader;
import dev.lbp.internal.TranscriptWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;

/** Writes one object's state and reads it into another. */
final class Saved {

    private Saved() {}

    static void copy(Consumer<Transcript> from, Consumer<Transcript> to) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        from.accept(new TranscriptWriter(bytes));
        ByteArrayInputStream in = new ByteArrayInputStream(bytes.toByteArray());
        to.accept(new TranscriptReader(in));
        if (in.available() > 0) {
            throw new AssertionError(in.available() + " bytes were not read");
        }
    }
}

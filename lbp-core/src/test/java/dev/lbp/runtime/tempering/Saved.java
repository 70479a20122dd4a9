package dev.lbp.runtime.tempering;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;

/** The state of objects as bytes. */
final class Saved {

    private Saved() {}

    static byte[] bytes(Consumer<Transcript> from) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        from.accept(new TranscriptWriter(bytes));
        return bytes.toByteArray();
    }

    static void copy(Consumer<Transcript> from, Consumer<Transcript> to) {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes(from));
        to.accept(new TranscriptReader(in));
        if (in.available() > 0) {
            throw new AssertionError(in.available() + " bytes were not read");
        }
    }
}

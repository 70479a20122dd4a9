package dev.lbp.runtime.engine.step;

import dev.lbp.internal.Failures;
import dev.lbp.internal.bytes.ObjectBytes;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.proposal.ScaleController;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.UncheckedIOException;

/**
 * The Java serialisation of a scale's adaptation, which may be a user's class. Only classes of the current adaptation's
 * package and plain classes of the JDK are read: a file must not choose the code that runs. {@link
 * dev.lbp.internal.bytes.SerialLimits} limits the memory and the time that reading may take.
 */
final class SavedAdaptation {

    /** The classes of the JDK that may be read, as patterns of an {@link ObjectInputFilter}. */
    private static final String PLAIN = "java.lang.*;java.util.*;java.util.concurrent.atomic.*;";

    private SavedAdaptation() {}

    /**
     * Writes the current adaptation and returns it, or reads one of the same package and returns that.
     *
     * @param present the chain's current adaptation; when reading, only its class is used
     */
    static ScaleController.Adaptation transcribe(Transcript transcript, ScaleController.Adaptation present) {
        try {
            if (!transcript.isReading()) {
                transcript.of(ObjectBytes.of("adaptation", present));
                return present;
            }
            return read(transcript.of(new byte[0]), present.getClass());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads an adaptation. It may have only classes of the package of {@code type}, and plain ones. */
    private static ScaleController.Adaptation read(byte[] bytes, Class<?> type) throws IOException {
        String own = type.getPackageName().isEmpty() ? type.getName() : type.getPackageName() + ".*";
        ObjectInputFilter classes = ObjectInputFilter.Config.createFilter(PLAIN + own + ";!*"); // refuses all others
        try {
            return (ScaleController.Adaptation)
                    ObjectBytes.read(new ByteArrayInputStream(bytes), bytes.length, type.getClassLoader(), classes);
        } catch (IOException
                | ClassNotFoundException
                | ClassCastException e) { // of bytes that no adaptation has written
            throw new IOException("the adaptation of a scale cannot be read: " + Failures.words(e), e);
        }
    }
}

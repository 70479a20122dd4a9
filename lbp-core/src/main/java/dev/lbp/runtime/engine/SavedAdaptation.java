package dev.lbp.runtime.engine;

import dev.lbp.internal.ObjectBytes;
import dev.lbp.internal.Transcript;
import dev.lbp.proposal.ScaleController;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.UncheckedIOException;

/**
 * The Java serialisation of a scale's adaptation, which may be a user's class. Only classes of the current adaptation's package
 * and plain classes of the JDK are read: a file must not choose the code that runs.
 */
final class SavedAdaptation {

    private static final String PLAIN = "java.lang.*;java.util.*;java.util.concurrent.atomic.*;";

    private SavedAdaptation() {}

    /**
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

    private static ScaleController.Adaptation read(byte[] bytes, Class<?> type) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
                return Class.forName(description.getName(), false, type.getClassLoader());
            }
        }) {
            String own = type.getPackageName().isEmpty() ? type.getName() : type.getPackageName() + ".*";
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter(PLAIN + own + ";!*"));
            return (ScaleController.Adaptation) in.readObject();
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IOException("the adaptation of a scale cannot be read: " + e, e);
        }
    }
}

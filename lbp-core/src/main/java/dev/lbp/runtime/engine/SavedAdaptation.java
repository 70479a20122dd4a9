package dev.lbp.runtime.engine;

import dev.lbp.internal.ObjectBytes;
import dev.lbp.internal.SerialLimits;
import dev.lbp.internal.Transcript;
import dev.lbp.proposal.ScaleController;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The Java serialisation of a scale's adaptation, which may be a user's class. Only classes of the current adaptation's
 * package and plain classes of the JDK are read: a file must not choose the code that runs. Nor may a few bytes fill
 * the memory or keep a processor busy: the length of the bytes limits arrays and depth, and there is a limit for tables
 * of hashes.
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
        try (AdaptationStream in = new AdaptationStream(bytes, type)) {
            return (ScaleController.Adaptation) in.readObject();
        } catch (IOException
                | ClassNotFoundException
                | RuntimeException
                | StackOverflowError
                | OutOfMemoryError e) { // of a stream that no adaptation has written
            throw new IOException("the adaptation of a scale cannot be read: " + e, e);
        }
    }

    /**
     * A stream with limits. Its length limits arrays. A table of hashes calls {@code hashCode} of its elements, which
     * call that of theirs, once for each reference: sets that are shared by two others on each of 100 levels would take
     * 2^100 calls. So beside a table of hashes no collection may be in two others, and the work is at most quadratic in
     * a length that is limited too.
     */
    private static final class AdaptationStream extends ObjectInputStream {

        /** The most bytes of a stream with a table of hashes. */
        private static final int MOST_HASHED = 1 << 20;

        private final ClassLoader loader;
        private final Set<Object> inOthers = Collections.newSetFromMap(new IdentityHashMap<>());
        private boolean hashes;
        private boolean shared;

        AdaptationStream(byte[] bytes, Class<?> type) throws IOException {
            super(new ByteArrayInputStream(bytes));
            loader = type.getClassLoader();
            String own = type.getPackageName().isEmpty() ? type.getName() : type.getPackageName() + ".*";
            ObjectInputFilter classes = ObjectInputFilter.Config.createFilter(PLAIN + own + ";!*");
            ObjectInputFilter limits = ObjectInputFilter.merge(new SerialLimits(bytes.length), info -> {
                hashes |= info.serialClass() != null && hashes(info.serialClass());
                return hashes && (shared || bytes.length > MOST_HASHED)
                        ? ObjectInputFilter.Status.REJECTED
                        : ObjectInputFilter.Status.UNDECIDED;
            });
            setObjectInputFilter(ObjectInputFilter.merge(limits, classes));
            enableResolveObject(true);
        }

        private static boolean hashes(Class<?> type) {
            return Set.class.isAssignableFrom(type)
                    || Map.class.isAssignableFrom(type)
                    || type.getName().equals("java.util.CollSer"); // of Set.of and Map.of
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
            return Class.forName(description.getName(), false, loader);
        }

        /** Java calls this once for each object, when it has been read. */
        @Override
        protected Object resolveObject(Object read) {
            for (Object element : elements(read)) {
                shared |= hasElements(element) && !inOthers.add(element);
            }
            return read;
        }

        private static boolean hasElements(@Nullable Object object) {
            return object instanceof Collection<?>
                    || object instanceof Map<?, ?>
                    || object instanceof Map.Entry<?, ?>
                    || object instanceof Object[];
        }

        private static Iterable<?> elements(Object of) {
            if (of instanceof Collection<?> collection) {
                return collection;
            }
            if (of instanceof Map<?, ?> map) {
                List<@Nullable Object> both = new ArrayList<>(map.keySet());
                both.addAll(map.values());
                return both;
            }
            if (of instanceof Map.Entry<?, ?> entry) {
                return Arrays.asList(entry.getKey(), entry.getValue());
            }
            return of instanceof Object[] array ? Arrays.asList(array) : List.of();
        }
    }
}

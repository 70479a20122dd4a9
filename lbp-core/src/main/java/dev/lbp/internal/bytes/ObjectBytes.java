package dev.lbp.internal.bytes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Java serialisation of objects that may hold classes of a user. The error names the field that cannot be serialised,
 * by its path. Bytes that are read must come from a trusted source: they choose which classes' code runs.
 */
public final class ObjectBytes {

    private ObjectBytes() {}

    /**
     * Serialises an object. Errors call it {@code name}.
     *
     * @throws NotSerializableException as {@link #of(Object, Map)} does
     */
    public static byte[] of(String name, Object object) throws NotSerializableException {
        return of(object, Map.of(name, object));
    }

    /**
     * Serialises an object.
     *
     * @param parts the parts of the object that may hold classes of a user, by the names that the user knows
     * @throws NotSerializableException if the object cannot be serialised: "must be serialisable: ", the path from a
     *     part to the object at fault, and its class
     */
    public static byte[] of(Object object, Map<String, ?> parts) throws NotSerializableException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(object, parts, bytes);
        return bytes.toByteArray();
    }

    /**
     * Serialises an object into a stream.
     *
     * @throws NotSerializableException as {@link #of(Object, Map)} does
     */
    public static void write(Object object, Map<String, ?> parts, ByteArrayOutputStream bytes)
            throws NotSerializableException {
        try {
            write(object, bytes);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw failure(e, parts);
        }
    }

    /**
     * Reads an object. Classes are loaded by {@code loader}, or if it has not got them by the loader of lbp.
     *
     * @param length the length of the stream in bytes, which limits what is read, see {@link SerialLimits}
     * @param loader null for the loader of lbp alone
     * @param filter refuses classes, besides the filter of the whole JVM
     * @throws ClassNotFoundException if a class is not known here
     * @throws IOException if the bytes are no serialised object, a class is refused or differs from the writer's, or
     *     the code of a class fails
     */
    public static Object read(InputStream bytes, long length, @Nullable ClassLoader loader, ObjectInputFilter filter)
            throws IOException, ClassNotFoundException {
        LimitedStream in = new LimitedStream(bytes, new SerialLimits(length), loader, filter);
        try (in) {
            return in.readObject();
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            // a missing class of a lambda shows only as a failed cast
            if (in.missing != null) {
                throw new ClassNotFoundException(in.missing, e);
            }
            throw new IOException(in.refused == null ? text(e) : in.refused + " is refused by the filter", e);
        }
    }

    private static String text(Throwable failure) {
        return failure instanceof IOException ? String.valueOf(failure.getMessage()) : failure.toString();
    }

    private static void write(Object object, OutputStream bytes) throws IOException {
        try (ObjectOutputStream out = new CheckedStream(bytes)) {
            out.writeObject(object);
        }
    }

    /**
     * The exception to throw in place of {@code e}: its message has the path to the object at fault, or if none is
     * found the name of the part that cannot be written.
     */
    private static NotSerializableException failure(Throwable e, Map<String, ?> parts) {
        Predicate<Object> atFault = object -> false;
        String reason = e.toString();
        if (e instanceof LostFields lost) {
            atFault = lost.type::isInstance;
            reason = String.valueOf(lost.getMessage());
        } else if (e instanceof NotSerializableException) {
            String type = String.valueOf(e.getMessage());
            atFault = object -> object.getClass().getName().equals(type);
            reason = UnserialisablePath.className(type);
        } else if (e instanceof StackOverflowError) {
            reason = "its objects refer to each other in too long a line";
        }
        String text = UnserialisablePath.find(parts, atFault, reason)
                .orElse("something in " + partAtFault(parts) + " (" + reason + ")");
        NotSerializableException named = new NotSerializableException("must be serialisable: " + text);
        named.initCause(e);
        return named;
    }

    /** The name of the first part that cannot be serialised alone. */
    private static String partAtFault(Map<String, ?> parts) {
        for (Map.Entry<String, ?> part : parts.entrySet()) {
            try {
                write(part.getValue(), OutputStream.nullOutputStream());
            } catch (IOException | RuntimeException | StackOverflowError e) {
                return part.getKey();
            }
        }
        return String.join(", ", parts.keySet());
    }

    /**
     * A stream that refuses objects whose superclass has fields and is not Serializable: Java would drop the fields
     * silently.
     */
    private static final class CheckedStream extends ObjectOutputStream {

        CheckedStream(OutputStream out) throws IOException {
            super(out);
        }

        /** Java calls this once for each class of the stream. */
        @Override
        protected void annotateClass(Class<?> type) throws IOException {
            if (UnserialisablePath.writesItself(type)) { // its own code may write the fields of the superclass
                return;
            }
            Class<?> loser = UnserialisablePath.superclassThatLosesFields(type);
            if (loser != null) {
                throw new LostFields(type, loser);
            }
        }
    }

    /** A Serializable class whose superclass would lose its fields. */
    private static final class LostFields extends NotSerializableException {

        private static final long serialVersionUID = 1L;

        private final transient Class<?> type;

        LostFields(Class<?> type, Class<?> loser) {
            super(type.getName() + ", whose superclass " + loser.getName() + " has fields and is not Serializable");
            this.type = type;
        }
    }

    /** A stream with limits that loads classes by a class loader. */
    private static final class LimitedStream extends ObjectInputStream {

        private final SerialLimits limits;
        private final @Nullable ClassLoader loader;

        /** The first class that was not found. */
        private @Nullable String missing;

        /** What the filter has refused, in words. */
        private @Nullable String refused;

        LimitedStream(InputStream in, SerialLimits limits, @Nullable ClassLoader loader, ObjectInputFilter filter)
                throws IOException {
            super(in);
            this.limits = limits;
            this.loader = loader;
            enableResolveObject(true); // else Java would not call resolveObject
            ObjectInputFilter both = ObjectInputFilter.merge(
                    ObjectInputFilter.merge(limits, filter), ObjectInputFilter.Config.getSerialFilter());
            // Keeps what is refused, for the message: Java's exception does not name it.
            setObjectInputFilter(info -> {
                ObjectInputFilter.Status status = both.checkInput(info);
                if (status == ObjectInputFilter.Status.REJECTED) {
                    Class<?> type = info.serialClass();
                    String name = type == null ? "a reference to an object" : "the class " + type.getTypeName();
                    refused = info.arrayLength() < 0 ? name : "an array of length " + info.arrayLength();
                }
                return status;
            });
        }

        /** Java calls this once for each object, when it has been read. */
        @Override
        protected Object resolveObject(Object read) throws IOException {
            limits.count(read);
            return read;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            for (ClassLoader some : Arrays.asList(loader, ObjectBytes.class.getClassLoader())) {
                try {
                    if (some != null) {
                        return Class.forName(description.getName(), false, some);
                    }
                } catch (ClassNotFoundException e) {
                    continue; // the next class loader may have the class
                }
            }
            try {
                return super.resolveClass(description); // knows primitive types, as int.class, which forName does not
            } catch (ClassNotFoundException e) {
                missing = missing == null ? description.getName() : missing;
                throw e;
            }
        }
    }
}

package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.ObjectBytes;
import dev.lbp.runtime.record.TracedStatistic;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run as bytes: a mark, the CRC-32C of what follows, the version of lbp, and the Java
 * serialisation. It carries every field of {@link RunSettings} that is not transient, and the sink's directory as
 * text. Left out are the number of threads, the listener and the plan for checkpoints, which are the reader's own.
 */
public final class RunBytes {

    private static final long MARK = 0x4c42502d52554e31L; // LBP-RUN1

    /** The number of bytes of the mark and the CRC. */
    private static final int HEAD = 2 * Long.BYTES;

    /** The packages of the JDK that have values and collections. */
    private static final Set<String> PLAIN = Set.of(("java.io java.lang java.lang.invoke java.math java.text java.time"
                    + " java.util java.util.concurrent java.util.concurrent.atomic java.util.concurrent.locks"
                    + " java.util.function java.util.regex")
            .split(" "));

    /** Classes of the JDK that do much work for few bytes: comparators of comparators, lists of equal elements. */
    private static final Set<String> WORKING = Set.of("java.util.Comparator", "java.util.Collections$CopiesList");

    /**
     * The serialised form of a run. It is refused within settings, because Java would read the inner run by lbp's own
     * filter and not by the caller's.
     */
    private static final String NESTED = "dev.lbp.SavedRun";

    private RunBytes() {}

    /**
     * The object that Java serialises. Statistics are in a list, because the reader limits users' objects in hash
     * tables.
     *
     * @param sink the directory of the sink; null for none
     * @param names the names of the statistics
     */
    private record Saved<S>(
            RunSettings<S> settings, @Nullable String sink, List<String> names, List<TracedStatistic<S>> statistics)
            implements Serializable {

        static <S> Saved<S> of(RunSettings<S> settings) {
            Path sink = settings.sink;
            return new Saved<>(
                    settings,
                    sink == null ? null : sink.toString(),
                    new ArrayList<>(settings.tracked.keySet()),
                    new ArrayList<>(settings.tracked.values()));
        }
    }

    /**
     * Writes settings.
     *
     * @throws IllegalArgumentException if a part cannot be serialised; the message names the field
     */
    public static byte[] of(RunSettings<?> settings) {
        return of(settings, String.valueOf(RunSettings.version()));
    }

    /** Writes settings as if by {@code version} of lbp. */
    static byte[] of(RunSettings<?> settings, String version) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("model", settings.model());
        parts.put("sampler", settings.method);
        settings.tracked.forEach((name, traced) -> parts.put("track(\"" + name + "\")", traced.statistic()));
        Saved<?> saved = Saved.of(settings);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(stream)) {
            out.writeLong(MARK);
            out.writeLong(0L); // the place of the checksum
            out.writeUTF(version);
            out.flush();
            ObjectBytes.write(saved, parts, stream);
        } catch (NotSerializableException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] bytes = stream.toByteArray();
        ByteBuffer.wrap(bytes).putLong(Long.BYTES, checksum(bytes));
        return bytes;
    }

    /**
     * A filter that permits the library's classes, the packages of the given classes, and the JDK's values and
     * collections.
     */
    public static ObjectInputFilter of(Class<?>... users) {
        Set<String> packages = Arrays.stream(users).map(Class::getPackageName).collect(Collectors.toSet());
        return info -> {
            Class<?> type = elementType(info.serialClass());
            boolean foreign = type != null
                    && !type.isPrimitive()
                    && !isOfJava(type)
                    && (!type.getName().startsWith("dev.lbp.") || type.getName().equals(NESTED)) // a run within a run
                    && !type.getName().equals("org.nd4j.linalg.api.buffer.DataType") // of batched models
                    && !packages.contains(type.getPackageName());
            return foreign ? ObjectInputFilter.Status.REJECTED : usual(info);
        };
    }

    /**
     * A filter that permits all classes of the class path, but of the JDK only values and collections: models do not
     * need its other classes, and an attacker could use them.
     */
    public static ObjectInputFilter.Status usual(ObjectInputFilter.FilterInfo info) {
        Class<?> type = elementType(info.serialClass());
        if (type == null || type.isPrimitive()) {
            return ObjectInputFilter.Status.UNDECIDED;
        }
        boolean refused = isOfJava(type) && !PLAIN.contains(type.getPackageName()) || WORKING.contains(type.getName());
        return refused ? ObjectInputFilter.Status.REJECTED : ObjectInputFilter.Status.UNDECIDED;
    }

    /** The type of the elements of an array of any depth; any other type itself. */
    private static @Nullable Class<?> elementType(@Nullable Class<?> type) {
        Class<?> element = type;
        while (element != null && element.isArray()) {
            element = element.getComponentType();
        }
        return element;
    }

    private static boolean isOfJava(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /**
     * Reads settings.
     *
     * @param classes refuses classes; the sizes of arrays and the depth of objects are limited by the number of bytes
     *     in any case
     * @throws IllegalArgumentException if the bytes are not of settings, not whole, of another version of lbp, or of
     *     classes that are missing, refused, differ or fail here
     */
    public static RunSettings<?> read(byte[] bytes, ObjectInputFilter classes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            checkHead(in, bytes);
            ClassLoader ofUsers = Thread.currentThread().getContextClassLoader(); // knows users' classes
            return restoredSettings((Saved<?>) ObjectBytes.read(in, bytes.length, ofUsers, classes));
        } catch (ClassNotFoundException e) {
            throw unreadable("the class " + e.getMessage() + " is not on the class path", e);
        } catch (IOException e) {
            throw unreadable(String.valueOf(e.getMessage()), e);
        } catch (NullPointerException
                | IndexOutOfBoundsException e) { // a forged stream: its checksum fits, but objects are missing
            throw unreadable("a setting is missing", e);
        } catch (ClassCastException | LinkageError e) { // another class loader loaded lbp, or native code is missing
            throw unreadable(e.toString(), e);
        }
    }

    /** Reads the mark, the checksum and the version from {@code in}, the stream of {@code bytes}, and checks them. */
    private static void checkHead(DataInputStream in, byte[] bytes) throws IOException {
        Check.that(
                bytes.length > HEAD && in.readLong() == MARK,
                "be those of Run.toBytes()",
                "bytes",
                bytes.length + " bytes of another kind");
        boolean whole = in.readLong() == checksum(bytes);
        Check.that(whole, "be whole, as Run.toBytes() made them", "bytes", "damaged, length " + bytes.length);
        String here = String.valueOf(RunSettings.version());
        String version = in.readUTF();
        Check.that(
                version.equals(here), "be of version " + here + " of lbp, as here", "bytes", "of version " + version);
    }

    /** Fills in the settings that are not serialised with the others. */
    private static <S> RunSettings<S> restoredSettings(Saved<S> saved) {
        RunSettings<S> settings = saved.settings;
        settings.tracked = new LinkedHashMap<>();
        for (int k = 0; k < saved.names.size(); k++) {
            settings.tracked.put(saved.names.get(k), Objects.requireNonNull(saved.statistics.get(k)));
        }
        settings.sink = saved.sink == null ? null : Path.of(saved.sink);
        settings.threads = RunSettings.defaultThreads();
        settings.listener = RunSettings.NO_LISTENER;
        // a forged stream may lack them
        Objects.requireNonNull(settings.space());
        Objects.requireNonNull(settings.model());
        Objects.requireNonNull(settings.method);
        return settings;
    }

    private static IllegalArgumentException unreadable(String reason, Throwable e) {
        return new IllegalArgumentException("must be of the classes that are here: bytes, " + reason, e);
    }

    /** The CRC-32C of what follows the head. */
    private static long checksum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, HEAD, bytes.length - HEAD);
        return sum.getValue();
    }
}

package dev.lbp.internal.bytes;

import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Limits on what a stream of Java's serialisation may make, from the stream's length. Objects that were really written
 * keep to them; a few bytes that were made to fill the memory do not.
 *
 * <p>Arrays: an element takes at least one byte of the stream, one of a primitive type takes its size. Collections
 * allocate from the size that they read, up to eight times as many places, and at least {@link #LEAST}. The sum over
 * all arrays is limited.
 *
 * <p>Depth: objects in objects, where a stack would overflow.
 *
 * <p>Work: a table of hashes computes the hash code of each key, and a list, a set or a record computes those of all
 * that it holds. Sets that two others share on each of 100 levels would take 2^100. So the hash codes that tables
 * compute are limited. They are counted when a large collection in a table has been read, and when a table has been. A
 * table may not refer to earlier objects if the hash code of one of them takes too long. Objects that no table holds
 * may share what they will.
 */
public final class SerialLimits implements ObjectInputFilter {

    /** A user's linked nodes are seldom deeper; a thread's default stack has room for about 2,000. */
    private static final int DEPTH = 1_000;

    /** Places of a hash table for each element, with the smallest load factor that Java accepts. */
    private static final int TABLE = 8;

    /** Bytes of arrays that need no bytes in the stream: empty tables of collections. */
    private static final long LEAST = 1 << 16;

    /** A collection whose hash code computes as many is small, and is counted with its table only. */
    private static final long SMALL = 10_000;

    /** Hash codes that tables may compute, besides as many as the limit of arrays: less than 1 s. */
    private static final long HASHES = 100_000_000;

    /** More than any limit, and its sums do not overflow. */
    private static final long ENDLESS = 1L << 40;

    private final long most;
    private long allocated;

    /** The hash codes that tables have computed. */
    private long counted;

    /** The most hash codes that the one of an object so far computes. */
    private long largest;

    /** The hash codes that the one of an object computes; 1 for objects that are not here. */
    private final Map<Object, Long> costs = new IdentityHashMap<>();

    /**
     * @param length of the stream, in bytes
     */
    public SerialLimits(long length) {
        this.most = LEAST + TABLE * length;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        if (info.depth() > DEPTH) {
            return Status.REJECTED;
        }
        Class<?> type = info.serialClass();
        if (type != null && info.arrayLength() >= 0) {
            allocated += info.arrayLength() * elementBytes(type.getComponentType());
            return allocated > most ? Status.REJECTED : Status.UNDECIDED;
        }
        boolean isReference = type == null;
        return isReference && largest > HASHES && isInTable() ? Status.REJECTED : Status.UNDECIDED;
    }

    /**
     * Notes an object that has been read, before it is put into another.
     *
     * @throws InvalidObjectException if hash codes would take too long
     */
    void read(Object object) throws InvalidObjectException {
        long cost = cost(parts(object));
        largest = Math.max(largest, cost);
        counted += object instanceof Map<?, ?> map ? cost(map.keySet()) : object instanceof Set<?> ? cost : 0L;
        counted += cost > SMALL && isInTable() ? cost : 0L;
        if (counted > HASHES + most) {
            throw new InvalidObjectException(
                    "its collections share each other so often that their hash codes take too long");
        }
        if (cost > 1) {
            costs.put(object, cost);
        }
    }

    /** The hash codes that the one of an object with these parts computes. */
    private long cost(Collection<?> parts) {
        long cost = 1;
        for (Object part : parts) {
            cost = Math.min(ENDLESS, cost + costs.getOrDefault(part, 1L));
        }
        return cost;
    }

    /** Whether a table of hashes is being read, which computes the hash codes of its keys when it has all. */
    private static boolean isInTable() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.anyMatch(
                        frame -> frame.getMethodName().equals("readObject") && isTable(frame.getDeclaringClass())));
    }

    private static boolean isTable(Class<?> type) {
        return Set.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || type.getName().equals("java.util.CollSer"); // of Set.of and Map.of
    }

    /** What the hash code of an object is computed of, if it is a collection of the JDK or a record. */
    private static Collection<?> parts(Object object) {
        boolean ofJava = object.getClass().getClassLoader() == null;
        if (object instanceof Record && !ofJava) {
            return Arrays.stream(object.getClass().getDeclaredFields())
                    .filter(field -> !Modifier.isStatic(field.getModifiers())
                            && !field.getType().isPrimitive()
                            && field.trySetAccessible())
                    .map(field -> valueOf(field, object))
                    .toList();
        }
        if (!ofJava) {
            return List.of();
        }
        if (object instanceof Map<?, ?> map) {
            List<@Nullable Object> both = new ArrayList<>(map.keySet());
            both.addAll(map.values());
            return both;
        }
        if (object instanceof Map.Entry<?, ?> entry) {
            return Arrays.asList(entry.getKey(), entry.getValue());
        }
        return object instanceof Collection<?> collection ? collection : List.of();
    }

    private static @Nullable Object valueOf(Field field, Object record) {
        try {
            return field.get(record);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // it has been made accessible
        }
    }

    /** The bytes that an element takes in the stream at least. */
    private static long elementBytes(Class<?> type) {
        if (type == long.class || type == double.class) {
            return Long.BYTES;
        }
        if (type == int.class || type == float.class) {
            return Integer.BYTES;
        }
        return type == short.class || type == char.class ? Short.BYTES : 1;
    }
}

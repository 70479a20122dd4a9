package dev.lbp.internal;

import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
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
 * that it holds. Sets that two others share on each of 100 levels would take 2^100. So the hash codes that the one of
 * an object computes are limited as arrays are, and so is the sum of those over all tables: where nothing is shared,
 * each takes at least one byte of the stream.
 */
public final class SerialLimits implements ObjectInputFilter {

    /** A user's linked nodes are seldom deeper; a thread's default stack has room for about 2,000. */
    private static final int DEPTH = 1_000;

    /** Places of a hash table for each element, with the smallest load factor that Java accepts. */
    private static final int TABLE = 8;

    /** Bytes of arrays that need no bytes in the stream: empty tables of collections. */
    private static final long LEAST = 1 << 16;

    private final long most;
    private long allocated;

    /** The hash codes that all tables so far have computed. */
    private long worked;

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
        return Status.UNDECIDED;
    }

    /**
     * Notes an object that has been read, before it is put into another.
     *
     * @throws InvalidObjectException if its hash code would take too long
     */
    void read(Object object) throws InvalidObjectException {
        long cost = 1;
        for (Object part : parts(object)) {
            cost += costs.getOrDefault(part, 1L);
        }
        worked += object instanceof Map || object instanceof Set ? cost : 0;
        if (cost > most || worked > most) {
            throw new InvalidObjectException(
                    "its collections share each other so often that their hash codes take too long");
        }
        if (cost > 1) {
            costs.put(object, cost);
        }
    }

    /** What the hash code of an object is computed of, if it is a collection of the JDK, an array or a record. */
    private static List<?> parts(Object object) {
        if (object instanceof Object[] array) {
            return Arrays.asList(array);
        }
        boolean ofJava = object.getClass().getClassLoader() == null;
        if (object instanceof Record && !ofJava) {
            return Arrays.stream(object.getClass().getRecordComponents())
                    .filter(component -> !component.getType().isPrimitive())
                    .map(component -> valueOf(component, object))
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
        return object instanceof Collection<?> collection ? new ArrayList<>(collection) : List.of();
    }

    private static @Nullable Object valueOf(RecordComponent component, Object record) {
        try {
            Method accessor = component.getAccessor();
            return accessor.trySetAccessible() ? accessor.invoke(record) : null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
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

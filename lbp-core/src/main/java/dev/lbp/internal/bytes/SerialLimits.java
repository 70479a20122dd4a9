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
 * Limits on what Java's deserialisation may allocate and compute, given the length of the stream. Streams of really
 * serialised objects keep to them; a few bytes made to fill the memory do not.
 *
 * <p>Arrays: an element takes at least one byte of the stream, an element of primitive type its size. Collections
 * allocate by the size that they read: up to eight places for each element, and at least {@link #LEAST} bytes. The sum
 * over all arrays is limited.
 *
 * <p>Depth of objects in objects: deeper ones would overflow the stack.
 *
 * <p>Work: a hash table computes the hash code of each key, and the hash code of a list, a set or a record computes
 * those of all its elements. If each of 100 levels has two sets that share both sets of the next level, that takes
 * 2^100 hash codes. So the number of hash codes that tables compute is limited. They are counted whenever a table, or a
 * large collection in a table, has been read. A table may not refer to earlier objects if the hash code of one of them
 * takes too long. Outside of tables, objects may share others without limit.
 */
public final class SerialLimits implements ObjectInputFilter {

    /** The largest depth. Linked nodes of users are seldom deeper; a default stack has room for about 2,000. */
    private static final int DEPTH = 1_000;

    /** The number of places of a hash table for each element, at the smallest load factor that Java accepts. */
    private static final int TABLE = 8;

    /** The number of bytes allowed for arrays without bytes in the stream: empty tables of collections. */
    private static final long LEAST = 1 << 16;

    /** A part of a hash table is counted by itself too if its hash code computes more than this many others. */
    private static final long SMALL = 10_000;

    /**
     * The number of hash codes that tables may compute, in less than 1 s, besides one per byte of the limit of arrays.
     */
    private static final long HASHES = 100_000_000;

    /** The largest cost that is stored. It is above every limit, yet sums of such costs do not overflow a long. */
    private static final long ENDLESS = 1L << 40;

    /** The most bytes of all arrays together. */
    private final long most;

    private long allocated;

    /** The number of hash codes that tables have computed so far. */
    private long counted;

    /** The largest cost of an object so far. */
    private long largest;

    /**
     * The cost of an object: how many hash codes Java computes to obtain its own, which for a collection needs those of
     * its elements. An object that is not a key here costs 1.
     */
    private final Map<Object, Long> costs = new IdentityHashMap<>();

    /**
     * @param length of the stream, in bytes
     */
    public SerialLimits(long length) {
        this.most = LEAST + TABLE * length;
    }

    /**
     * {@inheritDoc} Rejects objects that are too deep, arrays that are too large in all, and in a hash table references
     * to earlier objects once an object was read whose hash code takes too long: the reference may be to that one.
     */
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
        boolean isReference = type == null; // to an object that was read before
        return isReference && largest > HASHES && isInTable() ? Status.REJECTED : Status.UNDECIDED;
    }

    /**
     * Counts the hash codes that Java computes because of an object that has just been read: those of the keys, if it
     * is a map or a set, and its own, if a table is being read: that table hashes it, but is itself counted only when
     * it has been read, which is too late for a costly object.
     *
     * @throws InvalidObjectException if the hash codes counted so far take too long
     */
    void count(Object object) throws InvalidObjectException {
        long cost = cost(parts(object));
        largest = Math.max(largest, cost);
        counted += object instanceof Map<?, ?> map ? cost(map.keySet()) : object instanceof Set<?> ? cost : 0L;
        counted += cost > SMALL && isInTable() ? cost : 0L; // a small one is counted by its table alone
        if (counted > HASHES + most) {
            throw new InvalidObjectException(
                    "its collections share each other so often that their hash codes take too long");
        }
        if (cost > 1) {
            costs.put(object, cost);
        }
    }

    /** The cost of an object whose hash code is computed from those of these parts: 1 plus the costs of the parts. */
    private long cost(Collection<?> parts) {
        long cost = 1;
        for (Object part : parts) {
            cost = Math.min(ENDLESS, cost + costs.getOrDefault(part, 1L));
        }
        return cost;
    }

    /**
     * Whether a hash table is being read: a readObject of its class is among this thread's calls. It computes the hash
     * code of each key that it reads.
     */
    private static boolean isInTable() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.anyMatch(
                        frame -> frame.getMethodName().equals("readObject") && isTable(frame.getDeclaringClass())));
    }

    /** Whether objects of a class are sets or maps, which are read with a hash table. */
    private static boolean isTable(Class<?> type) {
        return Set.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || type.getName().equals("java.util.CollSer"); // the serialised form of Set.of and Map.of
    }

    /**
     * The parts from which the hash code of an object is computed, if it is a collection of the JDK or a user's record.
     * Other objects have none here: the hash code of a user's class is its own code.
     */
    private static Collection<?> parts(Object object) {
        boolean ofJava = object.getClass().getClassLoader() == null; // the boot class loader, of java.base
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
            throw new IllegalStateException(e); // cannot happen: the field is accessible
        }
    }

    /** The least number of bytes that an element takes in the stream. */
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

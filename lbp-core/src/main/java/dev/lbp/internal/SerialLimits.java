package dev.lbp.internal;

import java.io.ObjectInputFilter;

/**
 * Limits on what a stream of Java's serialisation may make, from the stream's length. Objects that were really written
 * keep to them; a few bytes that were made to fill the memory do not.
 *
 * <p>Arrays: an element takes at least one byte of the stream, one of a primitive type takes its size. Collections
 * allocate from the size that they read, up to eight times as many places, and at least {@link #LEAST}. The sum over
 * all arrays is limited.
 *
 * <p>Depth: objects in objects, where a stack would overflow.
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

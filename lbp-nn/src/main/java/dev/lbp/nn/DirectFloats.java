package dev.lbp.nn;

import dev.lbp.internal.Check;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Buffers as native code can use them, direct and in native byte order; others are copied. */
final class DirectFloats {

    private DirectFloats() {}

    /** A direct buffer of zeros. */
    static FloatBuffer allocate(int floats) {
        Check.that(floats <= Integer.MAX_VALUE / Float.BYTES, "be below 2^29", "floats", floats);
        return ByteBuffer.allocateDirect(Float.BYTES * floats)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    private static boolean isNative(FloatBuffer buffer) {
        return buffer.isDirect() && buffer.order() == ByteOrder.nativeOrder();
    }

    private static void check(String name, FloatBuffer buffer, int floats) {
        int limit = Check.notNull(name, buffer).limit();
        Check.that(limit >= floats, "have at least " + floats + " elements", name + ".limit()", limit);
    }

    /** The first elements of a buffer: themselves if native code can read them, else a copy. */
    static FloatBuffer read(String name, FloatBuffer from, int floats) {
        check(name, from, floats);
        return isNative(from) ? from.slice(0, floats) : allocate(floats).put(0, from, 0, floats);
    }

    /** The first elements of a buffer that native code will write. */
    static Target target(String name, FloatBuffer to, int floats) {
        check(name, to, floats);
        Check.that(!to.isReadOnly(), "be writable", name, "read-only");
        return new Target(to, isNative(to) ? to.slice(0, floats) : allocate(floats));
    }

    /**
     * Where native code writes.
     *
     * @param to the caller's buffer
     * @param buffer the first elements of {@code to}, or a buffer in their place
     */
    record Target(FloatBuffer to, FloatBuffer buffer) {

        /** Copies what was written to the caller's buffer, if it is not there. */
        void finish() {
            if (!isNative(to)) {
                to.put(0, buffer, 0, buffer.limit());
            }
        }
    }
}

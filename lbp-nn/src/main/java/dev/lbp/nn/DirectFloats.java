package dev.lbp.nn;

import dev.lbp.internal.Check;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Makes buffers that native code can use: direct, in native byte order. Copies the caller's buffers if necessary. */
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

    /** The first elements of a buffer, as a slice if native code can read it, otherwise as a copy. */
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
     * A buffer for native code to write to.
     *
     * @param to the caller's buffer
     * @param buffer the first elements of {@code to}, or a separate direct buffer
     */
    record Target(FloatBuffer to, FloatBuffer buffer) {

        /** Copies the written elements to the caller's buffer, if they are in a separate buffer. */
        void finish() {
            if (!isNative(to)) {
                to.put(0, buffer, 0, buffer.limit());
            }
        }
    }
}

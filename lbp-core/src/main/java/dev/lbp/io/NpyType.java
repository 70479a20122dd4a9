package dev.lbp.io;

import java.nio.ByteBuffer;

/** The element types of the files that lbp writes. */
enum NpyType {
    /** A site's value, 0 or 1, or up to 127. */
    INT8("|i1", "int8", 1, ByteBuffer::get, (to, at, value) -> to.put(at, (byte) value)),
    /** A site's value, up to 32,767. */
    INT16("<i2", "int16", Short.BYTES, ByteBuffer::getShort, (to, at, value) -> to.putShort(at, (short) value)),
    /** A site's value. */
    INT32("<i4", "int32", Integer.BYTES, ByteBuffer::getInt, ByteBuffer::putInt),
    /** A statistic, or a real coordinate. */
    FLOAT64("<f8", "float64", Double.BYTES, NpyType::notWhole, (to, at, value) -> notWhole(to, at));

    /** Reads a whole number at an offset in bytes. */
    private interface Getter {
        int get(ByteBuffer from, int at);
    }

    /** Writes a whole number at an offset in bytes. */
    private interface Putter {
        void put(ByteBuffer to, int at, int value);
    }

    /** The name in the file's header. */
    final String description;

    /** The name that NumPy prints. */
    final String text;

    final int bytes;

    private final Getter getter;
    private final Putter putter;

    /**
     * @param description the type in the header of a file
     * @param text the name that NumPy prints
     * @param bytes the size of an element
     */
    NpyType(String description, String text, int bytes, Getter getter, Putter putter) {
        this.description = description;
        this.text = text;
        this.bytes = bytes;
        this.getter = getter;
        this.putter = putter;
    }

    /** The smallest type of whole numbers from 0 to {@code values - 1}. */
    static NpyType ofValues(int values) {
        if (values - 1 <= Byte.MAX_VALUE) {
            return INT8;
        }
        return values - 1 <= Short.MAX_VALUE ? INT16 : INT32;
    }

    /** Whether its elements are whole numbers. */
    boolean isWhole() {
        return this != FLOAT64;
    }

    private static int notWhole(ByteBuffer buffer, int at) {
        throw new UnsupportedOperationException("float64");
    }

    /** A whole number in a buffer in the byte order of the files. */
    int get(ByteBuffer from, int element) {
        return getter.get(from, element * bytes);
    }

    /** Writes a whole number, which must be in the range of the type. */
    void put(ByteBuffer to, int element, int value) {
        putter.put(to, element * bytes, value);
    }
}

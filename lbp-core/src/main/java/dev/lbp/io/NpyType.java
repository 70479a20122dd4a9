package dev.lbp.io;

import java.nio.ByteBuffer;

/** The element types of the files that lbp writes. */
enum NpyType {
    /** A site's value, 0 or 1, or up to 127. */
    INT8("|i1", "int8", 1) {
        @Override
        int get(ByteBuffer from, int element) {
            return from.get(element);
        }

        @Override
        void put(ByteBuffer to, int element, int value) {
            to.put(element, (byte) value);
        }
    },
    /** A site's value, up to 32,767. */
    INT16("<i2", "int16", Short.BYTES) {
        @Override
        int get(ByteBuffer from, int element) {
            return from.getShort(element * Short.BYTES);
        }

        @Override
        void put(ByteBuffer to, int element, int value) {
            to.putShort(element * Short.BYTES, (short) value);
        }
    },
    /** A site's value. */
    INT32("<i4", "int32", Integer.BYTES) {
        @Override
        int get(ByteBuffer from, int element) {
            return from.getInt(element * Integer.BYTES);
        }

        @Override
        void put(ByteBuffer to, int element, int value) {
            to.putInt(element * Integer.BYTES, value);
        }
    },
    /** A statistic, or a real coordinate. */
    FLOAT64("<f8", "float64", Double.BYTES);

    /** The name in the file's header. */
    final String description;

    /** The name that NumPy prints. */
    final String text;

    final int bytes;

    NpyType(String description, String text, int bytes) {
        this.description = description;
        this.text = text;
        this.bytes = bytes;
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

    /** A whole number in a buffer in the byte order of the files. */
    int get(ByteBuffer from, int element) {
        throw new UnsupportedOperationException(text);
    }

    /** Writes a whole number, which must be in the range of the type. */
    void put(ByteBuffer to, int element, int value) {
        throw new UnsupportedOperationException(text);
    }
}

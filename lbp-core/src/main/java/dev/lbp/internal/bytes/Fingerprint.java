package dev.lbp.internal.bytes;

import java.io.NotSerializableException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.zip.CRC32C;

/** Short texts that identify objects and functions by a CRC-32C of their contents. */
public final class Fingerprint {

    /** The number of values in one update of a checksum: a data set may have more than fit into one array. */
    private static final int BLOCK = 1024;

    private Fingerprint() {}

    /** The class name of an object, without the part of a lambda's class name that changes with every start of Java. */
    public static String className(Object object) {
        return object.getClass().getName().replaceFirst("/.*", "");
    }

    /** Identifies rows by their bytes one after the other. */
    public static String of(byte[][] rows) {
        CRC32C sum = new CRC32C();
        for (byte[] row : rows) {
            sum.update(row);
        }
        return Long.toHexString(sum.getValue());
    }

    /** Identifies texts by name, in their order. */
    @SafeVarargs
    public static String of(Map<String, String>... texts) {
        CRC32C sum = new CRC32C();
        for (Map<String, String> some : texts) {
            some.forEach((name, text) -> {
                for (String part : new String[] {name, text}) {
                    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                    // The length first, so that "ab", "c" and "a", "bc" differ.
                    sum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
                    sum.update(bytes);
                }
            });
        }
        return Long.toHexString(sum.getValue());
    }

    /**
     * Identifies a function by its first {@code n} values, bit for bit; if it throws, by the class of the exception.
     */
    public static String of(int n, IntToDoubleFunction function) {
        CRC32C sum = new CRC32C();
        ByteBuffer bytes = ByteBuffer.allocate(BLOCK * Double.BYTES);
        try {
            for (int k = 0; k < n; k++) {
                bytes.putDouble(function.applyAsDouble(k));
                if (!bytes.hasRemaining() || k == n - 1) {
                    sum.update(bytes.flip());
                    bytes.clear();
                }
            }
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
        return Long.toHexString(sum.getValue());
    }

    /**
     * Identifies an object by its class and its fields as Java's serialisation writes them; if that fails, by the class
     * alone.
     */
    public static String of(Serializable object) {
        try {
            return className(object) + ' ' + of(new byte[][] {ObjectBytes.of("object", object)});
        } catch (NotSerializableException e) {
            return className(object);
        }
    }
}

package dev.lbp.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.function.IntToDoubleFunction;
import java.util.zip.CRC32C;

/** Short texts that differ if what they are made of differs, by a CRC-32C. */
public final class Fingerprint {

    private Fingerprint() {}

    /** That of a lambda's class has a part that changes with every start of Java. */
    public static String className(Object object) {
        return object.getClass().getName().replaceFirst("/.*", "");
    }

    public static String of(byte[][] rows) {
        CRC32C sum = new CRC32C();
        for (byte[] row : rows) {
            sum.update(row);
        }
        return Long.toHexString(sum.getValue());
    }

    /** The first {@code n} values of a function, to the last bit; of one that throws, what it throws. */
    public static String of(int n, IntToDoubleFunction function) {
        ByteBuffer bytes = ByteBuffer.allocate(n * Double.BYTES);
        try {
            for (int k = 0; k < n; k++) {
                bytes.putDouble(function.applyAsDouble(k));
            }
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
        return of(new byte[][] {bytes.array()});
    }

    /** The class of an object, and its fields as Java's serialisation writes them; of what it cannot write, the class alone. */
    public static String of(Serializable object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            return className(object);
        }
        return className(object) + ' ' + of(new byte[][] {bytes.toByteArray()});
    }
}

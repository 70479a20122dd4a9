package dev.lbp.learn;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The serialised form of a proposal: two arrays with their lengths, and a checksum of the arrays and the class name.
 * Reading refuses a wrong checksum. It allocates memory only as bytes arrive, so a false length leads to an error at
 * the end of the bytes, and not to an allocation that exhausts the memory.
 */
abstract class KeptArrays implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The number of elements that are allocated first. */
    private static final int PIECE = 1 << 16;

    private transient double[] first;
    private transient double[] second;

    KeptArrays(double[] first, double[] second) {
        this.first = first;
        this.second = second;
    }

    /**
     * Makes the proposal from its arrays.
     *
     * @throws IllegalArgumentException if the arrays are not those of a proposal
     */
    abstract Object proposal(double[] ofFirst, double[] ofSecond);

    /** The exception for serialised bytes that hold the proposal object itself instead of its arrays. */
    static InvalidObjectException refusal(Class<?> type) {
        return new InvalidObjectException("must be kept by this version of lbp: " + type.getSimpleName());
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        for (double[] array : new double[][] {first, second}) {
            out.writeInt(array.length);
            for (double value : array) {
                out.writeDouble(value);
            }
        }
        out.writeLong(checksum());
    }

    private void readObject(ObjectInputStream in) throws IOException {
        first = array(in);
        second = array(in);
        if (in.readLong() != checksum()) {
            throw new InvalidObjectException("must have the checksum of its values: a kept proposal, damaged");
        }
    }

    /** Reads an array. It grows as numbers arrive, so that a damaged length does not take much memory. */
    private static double[] array(ObjectInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            throw new InvalidObjectException("must be >= 0: a kept proposal, length=" + length);
        }
        double[] values = new double[Math.min(length, PIECE)];
        for (int k = 0; k < length; k++) {
            if (k == values.length) {
                values = Arrays.copyOf(values, (int) Math.min(length, 2L * k));
            }
            values[k] = in.readDouble();
        }
        return values;
    }

    /** The CRC-32C of the class name, the lengths and the bits of the values. */
    private long checksum() {
        CRC32C sum = new CRC32C();
        sum.update(getClass().getName().getBytes(StandardCharsets.UTF_8));
        for (double[] array : new double[][] {first, second}) {
            addToChecksum(sum, array.length);
            for (double value : array) {
                addToChecksum(sum, Double.doubleToLongBits(value));
            }
        }
        return sum.getValue();
    }

    /** Adds the eight bytes of a value, the highest first. */
    private static void addToChecksum(CRC32C sum, long value) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            sum.update((int) (value >>> shift));
        }
    }

    /** Called by Java after reading: replaces this form by the proposal. */
    final Object readResolve() throws InvalidObjectException {
        if (first == null || second == null) { // if the class description in the bytes was changed
            throw new InvalidObjectException("must have values: a kept proposal, damaged");
        }
        try {
            return proposal(first, second);
        } catch (IllegalArgumentException e) {
            InvalidObjectException wrong = new InvalidObjectException(e.getMessage());
            wrong.initCause(e);
            throw wrong;
        }
    }
}

package dev.lbp.io;

import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The header of a {@code .npy} file, format version 1.0, in C order: magic string, version, length, and a Python
 * dictionary as text, padded with spaces. See <a
 * href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">numpy.lib.format</a>.
 *
 * @param shape the shape of the array; its elements come after the header, last axis fastest
 */
record NpyHeader(NpyType type, long[] shape) {

    /** The size of a header of up to three axes of any length, so that it can be written again as its file grows. */
    static final int BYTES = 128;

    /** The format requires sizes that are multiples of this number. */
    private static final int ALIGNMENT = 64;

    static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};

    private static final int LENGTH_BYTES = 2;

    private static final Pattern DICTIONARY = Pattern.compile(
            "\\{'descr': '(.*)', 'fortran_order': False, 'shape': \\((|\\d{1,18},|\\d{1,18}(?:, \\d{1,18})+)\\), \\}\\s*");

    /** The number of bytes of all elements; from 2^53 on, where a double is not exact, the largest long. */
    long size() {
        double size = type.bytes;
        for (long axis : shape) {
            size *= axis;
        }
        return size < 1L << 53 ? (long) size : Long.MAX_VALUE;
    }

    /** The header as a file begins, with spaces at its end, so that it can later be written again for more draws. */
    byte[] toBytes() {
        String axes = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "))
                + (shape.length == 1 ? "," : ""); // a tuple of one element
        String dictionary = "{'descr': '" + type.description + "', 'fortran_order': False, 'shape': (" + axes + "), }";
        byte[] text = dictionary.getBytes(StandardCharsets.US_ASCII);
        int begin = MAGIC.length + LENGTH_BYTES;
        // the next multiple of ALIGNMENT, with room for the newline at the end
        int size = Math.max(BYTES, (begin + text.length + ALIGNMENT) / ALIGNMENT * ALIGNMENT);
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) ' ');
        System.arraycopy(MAGIC, 0, bytes, 0, MAGIC.length);
        // the length of the text that follows, in two bytes, little-endian
        bytes[MAGIC.length] = (byte) (size - begin);
        bytes[MAGIC.length + 1] = (byte) (size - begin >> Byte.SIZE);
        System.arraycopy(text, 0, bytes, begin, text.length);
        bytes[size - 1] = '\n';
        return bytes;
    }

    /**
     * Reads a header in the form that {@link #toBytes} writes.
     *
     * @param path of the file, for messages
     * @throws IOException if the file is not a {@code .npy} file, or not of the form that lbp writes
     */
    static NpyHeader read(DataInput in, Path path) throws IOException {
        byte[] bytes = new byte[BYTES];
        try {
            in.readFully(bytes);
        } catch (EOFException e) {
            throw new IOException("must be a .npy file, but is too short: " + path, e);
        }
        int begin = MAGIC.length + LENGTH_BYTES;
        Matcher matcher = DICTIONARY.matcher(new String(bytes, begin, BYTES - begin, StandardCharsets.US_ASCII));
        // group 1 is the type of an element, group 2 the lengths of the axes
        boolean known = Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length) && matcher.matches();
        for (NpyType type : NpyType.values()) {
            if (known && type.description.equals(matcher.group(1))) {
                return new NpyHeader(type, axes(matcher.group(2)));
            }
        }
        throw new IOException("must be a .npy file as lbp writes it: " + path);
    }

    /** The lengths of axes as a Python tuple lists them. */
    static long[] axes(String tuple) {
        return Arrays.stream(tuple.split("[, ]+"))
                .filter(axis -> !axis.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray();
    }
}

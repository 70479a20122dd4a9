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
 * The header of a {@code .npy} file, format version 1.0, in C order: magic string, version, length, and a Python dictionary as
 * text, padded with spaces. See
 * <a href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">numpy.lib.format</a>.
 *
 * @param shape what is in the file; the elements follow the header, last axis fastest
 */
record NpyHeader(NpyType type, long[] shape) {

    /**
     * Always so many bytes, so that a header can be written again as its file grows: a multiple of 64, as the format asks
     * for, and enough for three axes of any length.
     */
    static final int BYTES = 128;

    static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};

    private static final int LENGTH_BYTES = 2;

    private static final Pattern DICTIONARY =
            Pattern.compile("\\{'descr': '(.*)', 'fortran_order': False, 'shape': \\(([\\d, ]*)\\), \\}\\s*");

    /** The number of bytes of all elements. */
    long size() {
        long size = type.bytes;
        for (long axis : shape) {
            size *= axis;
        }
        return size;
    }

    byte[] toBytes() {
        String axes = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "))
                + (shape.length == 1 ? "," : ""); // a tuple of one
        String dictionary = "{'descr': '" + type.description + "', 'fortran_order': False, 'shape': (" + axes + "), }";
        byte[] bytes = new byte[BYTES];
        Arrays.fill(bytes, (byte) ' ');
        System.arraycopy(MAGIC, 0, bytes, 0, MAGIC.length);
        bytes[MAGIC.length] = (byte) (BYTES - MAGIC.length - LENGTH_BYTES);
        bytes[MAGIC.length + 1] = 0;
        byte[] text = dictionary.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, bytes, MAGIC.length + LENGTH_BYTES, text.length);
        bytes[BYTES - 1] = '\n';
        return bytes;
    }

    /**
     * Reads a header as {@link #toBytes} writes it.
     *
     * @param path the file's, for messages
     * @throws IOException if it is another kind of file, or another form of this kind
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

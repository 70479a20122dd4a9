package dev.lbp.io;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An array of numbers in NumPy's format. It is written as float64, little-endian, in C order. It is read also as
 * float32, big-endian, in Fortran order, and with the longer headers of format versions 2 and 3.
 *
 * @param shape the length of each axis; empty for a single number
 * @param values row after row, that is, last axis fastest
 */
public record NpyArray(int[] shape, double[] values) {

    /** The most numbers of an array: 8 bytes each and a header of some thousand bytes fit into one byte array. */
    private static final int MOST_VALUES = (1 << 28) - 1_000;

    /** The newest version of the format, whose headers may be in UTF-8. */
    private static final int NEWEST = 3;

    /** The most axes of an array, which is the limit of NumPy since version 2. */
    private static final int MOST_AXES = 64;

    /** The most bytes of a header: it describes one array. */
    private static final int MOST_HEADER = 1 << 16;

    /** The most characters of a wrong shape that a message quotes. */
    private static final int MOST_SHOWN = 80;

    private static final Pattern DICTIONARY = Pattern.compile(
            "\\{'descr': '([<>])f([48])', 'fortran_order': (True|False), " + "'shape': \\(([-+.,\\w ]*)\\), \\}\\s*");

    /** Matches the lengths of axes as a Python tuple lists them, without its parentheses. */
    private static final Pattern SHAPE = Pattern.compile("|\\d{1,18},|\\d{1,18}(?:, \\d{1,18})+");

    /**
     * Checks that there are as many values as the shape requires.
     *
     * @throws IllegalArgumentException if there are not, or if they take 2^31 bytes or more, or if there are more than
     *     64 axes
     */
    public NpyArray {
        Check.notNull("shape", shape);
        Check.notNull("values", values);
        Check.that(shape.length <= MOST_AXES, "be <= " + MOST_AXES, "shape.length", shape.length);
        double count = 1.0;
        for (int axis : shape) {
            Check.atLeast(0, "shape", axis);
            count *= axis;
        }
        Check.that(count == values.length, "be the product of the shape", "values.length", values.length);
        Check.that(count <= MOST_VALUES, "be < 2^28", "values.length", values.length);
    }

    /** The whole of a {@code .npy} file. */
    byte[] toBytes() {
        byte[] header = new NpyHeader(
                        NpyType.FLOAT64, Arrays.stream(shape).asLongStream().toArray())
                .toBytes();
        ByteBuffer bytes = ByteBuffer.allocate(Math.addExact(header.length, values.length * Double.BYTES))
                .put(header);
        bytes.order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().put(values);
        return bytes.array();
    }

    /**
     * Reads the whole of a {@code .npy} file.
     *
     * @param where the name of the source, for messages
     * @throws IOException if the format is not one of those above
     */
    static NpyArray read(InputStream in, String where) throws IOException {
        Matcher header = readHeader(in, where); // its groups: byte order, bytes of a number, Fortran order, shape
        int width = Integer.parseInt(header.group(2));
        long[] axes = NpyHeader.axes(header.group(4));
        double count = 1.0;
        for (long axis : axes) {
            count = axis > MOST_VALUES ? Double.POSITIVE_INFINITY : count * axis;
        }
        Check.file(axes.length <= MOST_AXES, "have at most " + MOST_AXES + " axes: " + where);
        if (!(count <= MOST_VALUES)) { // also if NaN: an axis too long times one of length 0
            throw new IOException("must have less than 2^28 numbers: " + where);
        }
        int length = (int) count;
        double copies = header.group(3).equals("True") ? 2.0 : 1.0; // Fortran order is converted into a new array
        try { // a small compressed archive may hold a huge array of zeros, so the size of the file is no limit
            Memory.check(length * (width + copies * Double.BYTES), "numbers=" + length, "a larger heap by java -Xmx");
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage() + ": " + where, e);
        }
        byte[] bytes = in.readNBytes(length * width);
        Check.file(
                bytes.length >= length * width && in.read() < 0,
                "hold as many numbers as its header says, " + length + ": " + where);
        ByteBuffer buffer = ByteBuffer.wrap(bytes)
                .order(header.group(1).equals("<") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int[] shape = Arrays.stream(axes).mapToInt(Math::toIntExact).toArray();
        double[] values = new double[length];
        for (int k = 0; k < values.length; k++) {
            values[k] = width == Float.BYTES ? buffer.getFloat() : buffer.getDouble();
        }
        return new NpyArray(shape, header.group(3).equals("True") ? toRows(values, shape) : values);
    }

    /** Reads the header. Groups: byte order, bytes of a number, whether in Fortran order, lengths of axes. */
    private static Matcher readHeader(InputStream in, String where) throws IOException {
        byte[] magic = in.readNBytes(NpyHeader.MAGIC.length);
        int version = magic.length == NpyHeader.MAGIC.length ? magic[magic.length - 2] : 0;
        int known = NpyHeader.MAGIC.length - 2; // after these bytes come two of the version
        Check.file(
                Arrays.equals(magic, 0, Math.min(known, magic.length), NpyHeader.MAGIC, 0, known)
                        && version >= 1
                        && version <= NEWEST,
                "be an array in the .npy format: " + where);
        byte[] length = in.readNBytes(version == 1 ? Short.BYTES : Integer.BYTES);
        int size = 0;
        for (int k = length.length - 1; k >= 0; k--) {
            size = size << Byte.SIZE | Byte.toUnsignedInt(length[k]);
        }
        Matcher matcher = DICTIONARY.matcher(
                new String(in.readNBytes(size < 0 || size > MOST_HEADER ? 0 : size), StandardCharsets.ISO_8859_1));
        Check.file(matcher.matches(), "be an array of float32 or float64: " + where);
        String shape = matcher.group(4);
        if (!SHAPE.matcher(shape).matches()) {
            String start = shape.substring(0, Math.min(shape.length(), MOST_SHOWN));
            throw new IOException("must have a shape of whole numbers from 0 to 2^28: shape=(" + start + "): " + where);
        }
        return matcher;
    }

    /** Converts from Fortran's order, first axis fastest, to C's. */
    private static double[] toRows(double[] columns, int[] shape) {
        double[] rows = new double[columns.length];
        int[] index = new int[shape.length];
        for (double value : columns) {
            int at = 0;
            for (int axis = 0; axis < shape.length; axis++) {
                at = at * shape[axis] + index[axis];
            }
            rows[at] = value;
            for (int axis = 0; axis < shape.length && ++index[axis] == shape[axis]; axis++) {
                index[axis] = 0;
            }
        }
        return rows;
    }
}

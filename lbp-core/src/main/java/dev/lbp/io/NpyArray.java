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
     * What a header says.
     *
     * @param order the byte order of a number
     * @param width the bytes of a number, 4 or 8
     * @param fortran whether the first axis runs fastest, as in Fortran, in place of the last
     */
    private record Header(ByteOrder order, int width, boolean fortran, long[] axes) {

        /** The number of values, after a check of the axes. */
        int count(String where) throws IOException {
            Check.file(axes.length <= MOST_AXES, "have at most " + MOST_AXES + " axes: " + where);
            double count = 1.0;
            for (long axis : axes) {
                count = axis > MOST_VALUES ? Double.POSITIVE_INFINITY : count * axis;
            }
            if (!(count <= MOST_VALUES)) { // also if NaN: an axis too long times one of length 0
                throw new IOException("must have less than 2^28 numbers: " + where);
            }
            return (int) count;
        }
    }

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
        Header header = readHeader(in, where);
        int count = header.count(where);
        checkMemory(header, count, where);
        byte[] bytes = in.readNBytes(count * header.width);
        Check.file(
                bytes.length >= count * header.width && in.read() < 0,
                "hold as many numbers as its header says, " + count + ": " + where);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(header.order);
        double[] values = new double[count];
        for (int k = 0; k < values.length; k++) {
            values[k] = header.width == Float.BYTES ? buffer.getFloat() : buffer.getDouble();
        }
        int[] shape = Arrays.stream(header.axes).mapToInt(Math::toIntExact).toArray();
        return new NpyArray(shape, header.fortran ? toRows(values, shape) : values);
    }

    /** Checks the memory for all numbers: a small compressed archive may hold a huge array of zeros. */
    private static void checkMemory(Header header, int count, String where) throws IOException {
        double copies = header.fortran ? 2.0 : 1.0; // Fortran order is converted into a new array
        try {
            Memory.check(
                    count * (header.width + copies * Double.BYTES), "numbers=" + count, "a larger heap by java -Xmx");
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage() + ": " + where, e);
        }
    }

    private static Header readHeader(InputStream in, String where) throws IOException {
        int size = readSize(in, readVersion(in, where));
        Matcher dictionary = DICTIONARY.matcher(
                new String(in.readNBytes(size < 0 || size > MOST_HEADER ? 0 : size), StandardCharsets.ISO_8859_1));
        Check.file(dictionary.matches(), "be an array of float32 or float64: " + where);
        return new Header(
                dictionary.group(1).equals("<") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN,
                Integer.parseInt(dictionary.group(2)),
                dictionary.group(3).equals("True"),
                axes(dictionary.group(4), where));
    }

    /** Reads the first bytes: those of every such file, then the version of the format, which it returns. */
    private static int readVersion(InputStream in, String where) throws IOException {
        byte[] start = in.readNBytes(NpyHeader.MAGIC.length);
        int known = NpyHeader.MAGIC.length - 2; // the last two bytes are the version
        boolean isNpy =
                start.length == NpyHeader.MAGIC.length && Arrays.equals(start, 0, known, NpyHeader.MAGIC, 0, known);
        int version = isNpy ? start[known] : 0;
        Check.file(version >= 1 && version <= NEWEST, "be an array in the .npy format: " + where);
        return version;
    }

    /** Reads the size of the header's text: two bytes in version 1, else four, the lowest first. */
    private static int readSize(InputStream in, int version) throws IOException {
        byte[] bytes = in.readNBytes(version == 1 ? Short.BYTES : Integer.BYTES);
        int size = 0;
        for (int k = bytes.length - 1; k >= 0; k--) {
            size = size << Byte.SIZE | Byte.toUnsignedInt(bytes[k]);
        }
        return size;
    }

    /** The lengths of the axes, from a Python tuple without its parentheses. */
    private static long[] axes(String shape, String where) throws IOException {
        if (!SHAPE.matcher(shape).matches()) {
            String start = shape.substring(0, Math.min(shape.length(), MOST_SHOWN));
            throw new IOException("must have a shape of whole numbers from 0 to 2^28: shape=(" + start + "): " + where);
        }
        return NpyHeader.axes(shape);
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

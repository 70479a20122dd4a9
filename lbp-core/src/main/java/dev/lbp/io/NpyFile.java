package dev.lbp.io;

import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A {@code .npy} file that grows. Between calls it is closed and readable: an append writes elements first, then the
 * header that counts them, so that a killed process leaves a whole file. Opening the file for each append costs
 * microseconds and detects that the file is gone. Otherwise a thousand chains would need thousands of open files.
 *
 * <p>It does not use channels: a channel closes itself, with an exception, if its thread was interrupted, and an
 * interrupted run must still write its last draws.
 */
final class NpyFile implements TraceFile {

    private final Path path;
    private final NpyType type;

    /** The bytes of the header and of all elements. */
    private long end = NpyHeader.BYTES;

    private NpyFile(Path path, NpyType type) {
        this.path = path;
        this.type = type;
    }

    /** A file that is only named: this touches nothing on the disk. */
    static NpyFile named(Path path, NpyType type) {
        return new NpyFile(path, type);
    }

    /** Makes the file with a header of the given shape and no elements. The file must not exist yet. */
    static NpyFile create(Path path, NpyType type, long... shape) throws IOException {
        try {
            Files.createFile(path);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("must not be there already: " + path, e);
        } catch (IOException e) {
            throw new IOException("cannot make " + path + ": " + Failures.words(e), e);
        }
        NpyFile made = new NpyFile(path, type);
        try {
            made.append(new byte[0], 0, shape);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
        return made;
    }

    /**
     * Opens a file of one chain, which may have more draws than the shape says; {@link #cut} removes them.
     *
     * @param shape [1, draws, ...]
     * @throws IOException if the file does not exist, or has fewer draws; its message names the file
     */
    static NpyFile reopen(Path path, NpyType type, long... shape) throws IOException {
        NpyFile reopened = new NpyFile(path, type);
        reopened.end += new NpyHeader(type, shape).size();
        try (RandomAccessFile file = reopened.open()) {
            if (Files.isSymbolicLink(path)) {
                throw new IOException("it must be the file of the run, and is a link");
            }
            NpyHeader found = NpyHeader.read(file, path);
            // chains and draws, the first two axes, are not compared
            boolean alike = found.type() == type
                    && found.shape().length == shape.length
                    && Arrays.equals(found.shape(), 2, shape.length, shape, 2, shape.length);
            if (!alike || found.shape()[1] < shape[1] || file.length() < reopened.end) {
                throw new IOException("it must have the first " + shape[1] + " draws of the run that is resumed");
            }
        } catch (IOException e) {
            throw new IOException("cannot go on with " + path + ": " + e.getMessage(), e);
        }
        return reopened;
    }

    /**
     * Checks that a file is whole, with the expected type and shape.
     *
     * @throws IOException if not; its message names the file
     */
    static void check(Path path, NpyHeader expected) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            NpyHeader found = NpyHeader.read(file, path);
            boolean alike = found.type() == expected.type() && Arrays.equals(found.shape(), expected.shape());
            Check.file(
                    alike && file.length() == NpyHeader.BYTES + expected.size(),
                    "hold " + expected.type().text + " " + Arrays.toString(expected.shape()) + ", and nothing more: "
                            + path);
        }
    }

    /**
     * Cuts the file to the elements that it was reopened with.
     *
     * @param shape the shape of the file from now on
     */
    void cut(long... shape) throws IOException {
        append(new byte[0], 0, shape);
        try (RandomAccessFile file = open()) {
            file.setLength(end);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    /**
     * Appends elements.
     *
     * @param count the number of their bytes
     * @param shape the new shape of the whole file
     */
    void append(byte[] elements, int count, long... shape) throws IOException {
        try (RandomAccessFile file = open()) {
            file.seek(end);
            file.write(elements, 0, count);
            file.seek(0);
            file.write(new NpyHeader(type, shape).toBytes());
        } catch (IOException e) {
            throw cannotWrite(e);
        }
        end += count;
    }

    /** Reads values of a file of float64 [1, draw]. */
    @Override
    public void read(int from, double[] into, int count) throws IOException {
        byte[] bytes = new byte[count * Double.BYTES];
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            file.seek(NpyHeader.BYTES + (long) from * Double.BYTES);
            file.readFully(bytes);
        } catch (EOFException e) {
            throw new IOException("must have " + (from + (long) count) + " draws or more, and is shorter: " + path, e);
        } catch (IOException e) {
            throw new IOException("cannot read " + path + ": " + e.getMessage(), e);
        }
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(into, 0, count);
    }

    /** Forces the written elements to the disk. */
    void force() throws IOException {
        try (RandomAccessFile file = open()) {
            file.getFD().sync();
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    /** Opens the file and never makes one, which a {@link RandomAccessFile} would do. */
    private RandomAccessFile open() throws IOException {
        if (!Files.exists(path)) {
            throw new IOException("it is no longer there");
        }
        return new RandomAccessFile(path.toFile(), "rw");
    }

    private IOException cannotWrite(IOException cause) {
        return new IOException("cannot write " + path + ": " + cause.getMessage(), cause);
    }
}

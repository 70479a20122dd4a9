package dev.lbp.io;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A {@code .npy} file that grows. Between calls it is closed, and readable: an append writes elements first, then the
 * header that counts them, so that a process that is killed leaves a whole file behind. To open it anew for each append
 * costs microseconds, and finds out that the file is gone; a thousand chains would need thousands of open files else.
 *
 * <p>Not by channels: those close themselves, with an exception, under a thread that has been interrupted, and an interrupted
 * run still has its last draws to write.
 */
final class NpyFile {

    private final Path path;
    private final NpyType type;
    private long end = NpyHeader.BYTES;

    private NpyFile(Path path, NpyType type) {
        this.path = path;
        this.type = type;
    }

    /** Makes the file, which must not be there yet, with a header of the given shape and no elements. */
    static NpyFile create(Path path, NpyType type, long... shape) throws IOException {
        try {
            Files.createFile(path);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("must not be there already: " + path, e);
        } catch (IOException e) {
            throw new IOException("cannot make " + path + ": " + e, e);
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
     * Cuts a file of one chain to fewer draws.
     *
     * @param shape [1, draws, ...]
     *
     * @throws IOException if they are not in it; its message names the file
     */
    static NpyFile cut(Path path, NpyType type, long... shape) throws IOException {
        NpyFile there = new NpyFile(path, type);
        NpyHeader header = new NpyHeader(type, shape);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            NpyHeader found = NpyHeader.read(file, path);
            boolean alike = found.type() == type
                    && found.shape().length == shape.length
                    && Arrays.equals(found.shape(), 2, shape.length, shape, 2, shape.length);
            if (!alike || found.shape()[1] < shape[1] || file.length() < NpyHeader.BYTES + header.size()) {
                throw new IOException("it must have the first " + shape[1] + " draws of the run that is resumed");
            }
            file.setLength(NpyHeader.BYTES + header.size());
            file.seek(0);
            file.write(header.toBytes());
        } catch (IOException e) {
            throw new IOException("cannot go on with " + path + ": " + e.getMessage(), e);
        }
        there.end += header.size();
        return there;
    }

    /**
     * Adds elements.
     *
     * @param count the number of bytes of them
     * @param shape that of the whole file from now on
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

    /** Forces what has been written to the disk. */
    void force() throws IOException {
        try (RandomAccessFile file = open()) {
            file.getFD().sync();
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    /** Never makes a file, as a {@link RandomAccessFile} would. */
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

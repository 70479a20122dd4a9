package dev.lbp.cli;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The right of one command to write an output: a lock of the operating system on a file beside it. The command removes
 * the file at its end. The system frees the lock at any end of the process, so that a file that stays after a kill
 * locks nothing.
 *
 * <p>Of a command that removes the file and one that has just opened it, the latter may lock a file that has no name
 * any more. So the owner gives the file a random length, and has the lock if the file of that name has this length.
 *
 * <p>The lock may have no effect on network file systems.
 */
final class OutputLock implements AutoCloseable {

    private static final int TRIALS = 100;

    /** Two owners have one length once in 4,096 times, and then only if one ends while the other begins. */
    private static final int MOST_BYTES = 1 << 12;

    /**
     * The lock files of this process. If it opened a locked file twice, the first close would free the lock (POSIX).
     */
    private static final Set<Path> OWNED = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final RandomAccessFile file;

    private OutputLock(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    /**
     * Takes a lock.
     *
     * @param path the file of the lock, in a directory that exists
     * @return null if another command has it
     */
    static @Nullable OutputLock of(Path path) throws IOException {
        if (!OWNED.add(path)) {
            return null;
        }
        OutputLock taken = null;
        try {
            taken = taken(path);
            return taken;
        } finally {
            if (taken == null) {
                OWNED.remove(path);
            }
        }
    }

    private static @Nullable OutputLock taken(Path path) throws IOException {
        for (int trial = 0; trial < TRIALS; trial++) {
            RandomAccessFile file =
                    new RandomAccessFile(path.toFile(), "rw"); // a channel fails in an interrupted thread
            boolean kept = false;
            try {
                if (isLockedElsewhere(file)) {
                    return null;
                }
                kept = isNamed(file, path);
                if (kept) {
                    return new OutputLock(path, file);
                }
            } finally {
                if (!kept) {
                    file.close();
                }
            }
        }
        return null;
    }

    /** Whether an open file, which is locked, is that of the path. */
    private static boolean isNamed(RandomAccessFile file, Path path) throws IOException {
        int length = ThreadLocalRandom.current().nextInt(1, MOST_BYTES);
        try {
            file.setLength(length);
        } catch (IOException e) {
            return true; // where nothing can be written, the run itself says so
        }
        return length == length(path);
    }

    /** Does not open the file: to close it would free the lock (POSIX). */
    private static long length(Path path) throws IOException {
        try {
            return Files.size(path);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /** False also on a file system without locks, where nothing keeps two commands apart. */
    private static boolean isLockedElsewhere(RandomAccessFile file) {
        try {
            return file.getChannel().tryLock() == null;
        } catch (IOException e) {
            return false;
        }
    }

    /** Removes the file of the lock, and frees it. On Windows an open file stays, and locks nothing. */
    @Override
    public void close() throws IOException {
        try (file) {
            Files.deleteIfExists(path);
        } catch (FileSystemException e) {
            if (File.separatorChar == '/') {
                throw e;
            }
        } finally {
            OWNED.remove(path);
        }
    }
}

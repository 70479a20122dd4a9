package dev.lbp.internal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right of one run to write a checkpoint file: a lock of the operating system on {@code FILE.lock}, an empty file
 * that stays. The system frees the lock at any end of the process, so no lock is ever left behind. The checkpoint
 * itself cannot be locked, because each one is a new file.
 *
 * <p>The lock may have no effect on network file systems.
 */
public final class CheckpointLock implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(CheckpointLock.class);

    /**
     * The lock files of this process. If it opened a locked file twice, the first close would free the lock (POSIX).
     */
    private static final Set<Path> OWNED = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final RandomAccessFile file;

    private CheckpointLock(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    /**
     * Locks a checkpoint file, which need not exist.
     *
     * @param checkpoint on the default file system
     * @throws IOException if another run has locked it, in this process or in another, or the lock file cannot be
     *     written
     */
    public static CheckpointLock of(Path checkpoint) throws IOException {
        Path target = WholeFile.target(checkpoint);
        Path path = target.resolveSibling(target.getFileName() + ".lock");
        if (!OWNED.add(path)) {
            throw inUse(checkpoint);
        }
        CheckpointLock lock = new CheckpointLock(path, opened(path, checkpoint));
        if (lock.isLockedElsewhere()) {
            lock.close();
            throw inUse(checkpoint);
        }
        return lock;
    }

    private static RandomAccessFile opened(Path path, Path checkpoint) throws IOException {
        try {
            return new RandomAccessFile(path.toFile(), "rw");
        } catch (IOException e) {
            OWNED.remove(path);
            throw new IOException("cannot write " + checkpoint + ": " + e.getMessage(), e);
        }
    }

    private static IOException inUse(Path checkpoint) {
        return new IOException("must not be in use by another run: checkpoint=" + checkpoint);
    }

    private boolean isLockedElsewhere() {
        try {
            return file.getChannel().tryLock() == null;
        } catch (IOException e) {
            LOGGER.warn(
                    "{} cannot be locked ({}): nothing keeps a second run from the same checkpoint.",
                    path,
                    e.toString());
            return false;
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            LOGGER.warn("{} stays locked until the process ends: {}", path, e.toString());
        }
        OWNED.remove(path);
    }
}

package dev.lbp.internal.files;

import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets only one run write an output, by an operating system's lock on an empty file beside it. The output itself cannot
 * be locked, because it is replaced by a new file. The owner removes the lock file at its end. The system frees the
 * lock when the process ends in any way, so a lock file left by a killed process locks nothing.
 *
 * <p>Other users of the machine may know the name of the lock file and make it first. So no link is followed, and the
 * file is never written to. A file with content is refused, since it is no lock file.
 *
 * <p>A run may open the file just before its owner removes it, and then lock a file that no longer has a name. So a run
 * has the lock only if the path still names the file that it opened.
 *
 * <p>The lock may have no effect on network file systems.
 */
public final class OutputLock implements AutoCloseable {

    private static final int TRIALS = 100;

    /** The lock files of this process. It must open none of them again: the first close would free the lock (POSIX). */
    private static final Set<Path> OWNED = ConcurrentHashMap.newKeySet();

    private final Path path;

    /** See {@link #key(Path)}: tells on close whether the path still names the locked file. */
    private final Object key;

    /** The channel that holds the lock. */
    private final FileChannel file;

    /** The locked file, opened a second time by its name. It stays open, since a close would free the lock (POSIX). */
    private final FileChannel named;

    private OutputLock(Path path, Object key, FileChannel file, FileChannel named) {
        this.path = path;
        this.key = key;
        this.file = file;
        this.named = named;
    }

    /**
     * Locks a checkpoint file, which need not exist, by {@code FILE.lock}.
     *
     * @param checkpoint on the default file system
     * @throws IOException if another run has locked it, in this process or in another, or the lock file cannot be made
     */
    public static OutputLock ofCheckpoint(Path checkpoint) throws IOException {
        Path target = WholeFile.target(checkpoint);
        OutputLock lock;
        try {
            lock = of(target.resolveSibling(target.getFileName() + ".lock"));
        } catch (IOException e) {
            throw new IOException("cannot write " + checkpoint + ": " + WholeFile.reason(e), e);
        }
        if (lock == null) {
            throw new IOException("must not be in use by another run: checkpoint=" + checkpoint);
        }
        return lock;
    }

    /**
     * Takes a lock.
     *
     * @param path the lock file, in a directory that exists
     * @return null if another run has it
     * @throws IOException if the file cannot be made, or is no empty file
     */
    public static @Nullable OutputLock of(Path path) throws IOException {
        if (!OWNED.add(path)) { // another run of this process has the lock, or is taking it
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

    /** Makes and locks the file of a path; null if another run has the lock. */
    private static @Nullable OutputLock taken(Path path) throws IOException {
        for (int trial = 0; trial < TRIALS; trial++) {
            make(path);
            FileChannel file = key(path) == null ? null : opened(path); // key() refuses a file that is no lock
            if (file == null) {
                continue; // its owner has just removed it
            }
            OutputLock lock = null;
            try {
                if (isLockedElsewhere(file, path)) {
                    return null;
                }
                lock = ifNamed(path, file);
                if (lock != null) {
                    return lock;
                }
            } finally {
                if (lock == null) {
                    file.close();
                }
            }
        }
        return null;
    }

    /**
     * The lock, if the path names the locked file; else null: before it was locked, another run may have removed it,
     * and a third made another file of this name. A second channel to the path tells, see {@link #isLockedHere}.
     */
    private static @Nullable OutputLock ifNamed(Path path, FileChannel locked) throws IOException {
        FileChannel named = opened(path);
        if (named == null) {
            return null;
        }
        Object key = isLockedHere(named) ? key(path) : null;
        if (key == null) {
            named.close();
            return null;
        }
        return new OutputLock(path, key, locked, named);
    }

    /** Whether this process has locked the file of a channel: then Java refuses a second lock as overlapping. */
    private static boolean isLockedHere(FileChannel file) {
        try (FileLock other = file.tryLock()) {
            return false; // a file of another run
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            return true; // the file system has no locks; isLockedElsewhere() has warned
        }
    }

    /** Makes the lock file, unless it exists. */
    private static void make(Path path) throws IOException {
        try {
            Files.createFile(path); // follows no link
        } catch (FileAlreadyExistsException e) {
            return; // another run's, or left by a killed one: the lock will tell
        }
    }

    /** A key that differs between the file and a later file of its name; null if there is no file. */
    private static @Nullable Object key(Path path) throws IOException {
        BasicFileAttributes file;
        try {
            file = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
        Check.file(
                file.isRegularFile() && file.size() == 0,
                "be an empty file for a lock, or a path where there is nothing: " + path);
        return Objects.requireNonNullElse(file.fileKey(), ""); // Windows has no keys
    }

    /** Opens the file; null if there is none. A channel can be opened and locked in an interrupted thread too. */
    private static @Nullable FileChannel opened(Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Locks the file, and returns false; or returns true if another has locked it. Without locks it only warns. */
    private static boolean isLockedElsewhere(FileChannel file, Path path) {
        try {
            return file.tryLock() == null;
        } catch (OverlappingFileLockException e) {
            return true; // in this process, by another name of the file
        } catch (IOException e) {
            logger().warn("{} cannot be locked ({}): nothing keeps a second run from the same output.", path, e);
            return false;
        }
    }

    /** Removes the lock file, and frees the lock. */
    @Override
    public void close() {
        try (file;
                named) { // closes both channels at the end, which frees the lock
            if (key.equals(key(path))) { // not the file of another run, after someone removed this one
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            logger().warn("{} stays, and locks nothing: {}", path, e.toString());
        } finally {
            OWNED.remove(path);
        }
    }

    /** Slf4j prints lines of its own at the first logger, so none is made before there is something to say. */
    private static Logger logger() {
        return LoggerFactory.getLogger(OutputLock.class);
    }
}

package dev.lbp.internal;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Replaces files as wholes. New content is written to another name in the same directory, {@code FILE.UUID.part}, forced to the
 * disk, and renamed; then the directory is forced. A reader, and a power failure, find the old file or the new one.
 *
 * <p>A symbolic link stays, and the file that it leads to is replaced. What is there and is not a regular file, such as a
 * directory, a device ({@code /dev/null}), a pipe or a socket, is refused. So is an open file of a process by its number
 * ({@code /dev/stdout}): its name would lead to the new file, and the process would go on with the old one.
 *
 * <p>Content is not written by channels, which fail under a thread that has been interrupted: an interrupted run still has
 * results to write.
 */
public final class WholeFile {

    /** More links than any system follows. */
    private static final int MOST_LINKS = 64;

    private static final String PART = ".part";

    private WholeFile() {}

    /** What a file is to hold. */
    @FunctionalInterface
    public interface Content {

        /** Writes all of it to a stream, which has a buffer and is closed by the caller. */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Checks, before work whose result goes there, that a file can be replaced or made. Touches no file.
     *
     * @param name what the caller calls it, for the message
     * @throws IllegalArgumentException if it cannot
     */
    public static void check(String name, Path file) {
        String constraint = constraint(file);
        Check.that(constraint == null, "" + constraint, name, file);
    }

    /** What must hold of a file and does not, such as "be in a directory that exists"; null if it can be replaced or made. */
    public static @Nullable String constraint(Path file) {
        Path target = target(file);
        Path directory = target.getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            return "be in a directory that exists";
        }
        if (target.startsWith("/proc") || !Files.isRegularFile(target) && !Files.notExists(target)) {
            return "be a regular file, or a path where there is nothing";
        }
        return Files.isWritable(directory) && (Files.notExists(target) || Files.isWritable(target))
                ? null
                : "be a file that can be written to, in such a directory";
    }

    /**
     * The place that is written to: the path with all of its links followed, whether there is a file or not. Two paths of one file
     * have the same.
     */
    public static Path target(Path file) {
        Path target = real(file);
        for (int links = 0;
                Files.isSymbolicLink(target) && !target.startsWith("/proc") && links < MOST_LINKS;
                links++) {
            try {
                target = real(target.resolveSibling(Files.readSymbolicLink(target)));
            } catch (IOException e) {
                return target; // it has just been removed
            }
        }
        return target;
    }

    /** The absolute path, with the links among its directories followed, as far as these are there. */
    private static Path real(Path file) {
        Path path = file.toAbsolutePath();
        Path directory = path.getParent();
        Path name = path.getFileName();
        if (directory == null || name == null) {
            return path;
        }
        try {
            return directory.toRealPath().resolve(name).normalize();
        } catch (IOException e) {
            return target(directory).resolve(name).normalize();
        }
    }

    /**
     * Replaces a file, or makes it.
     *
     * @throws IOException if that fails, which leaves the file as it was, and nothing beside it; the message begins with {@code
     *     cannot write FILE: }
     */
    public static void replace(Path file, Content content) throws IOException {
        try {
            String constraint = constraint(file);
            if (constraint != null) {
                throw new IOException("must " + constraint);
            }
            replaceTarget(target(file), content);
        } catch (IOException e) {
            throw new IOException("cannot write " + file + ": " + reason(e), e);
        }
    }

    /** Replaces a file by a text in UTF-8. */
    public static void replace(Path file, CharSequence text) throws IOException {
        replace(file, out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static void replaceTarget(Path target, Content content) throws IOException {
        String suffix = "." + UUID.randomUUID() + PART;
        Path part =
                Files.createFile(target.resolveSibling(target.getFileName() + suffix)); // so that it is nobody else's
        try {
            keepPermissions(target, part);
            write(part, content);
            rename(part, target);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** A file that others may not read is not to be replaced by one that they may. */
    private static void keepPermissions(Path old, Path replacement) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(replacement, PosixFileAttributeView.class);
        if (view != null && Files.exists(old)) {
            view.setPermissions(Files.getPosixFilePermissions(old));
        }
    }

    /** Writes a file in its place, and forces it to the disk. */
    public static void write(Path file, Content content) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
            content.writeTo(buffered);
            buffered.flush();
            out.getFD().sync();
        }
    }

    /** Renames a file, replacing what has the name, and forces their directory to the disk. */
    public static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceDirectory(Objects.requireNonNull(to.toAbsolutePath().getParent()));
    }

    /** Forces the names in a directory to the disk, where the file system can. */
    public static void forceDirectory(Path directory) {
        boolean interrupted = Thread.interrupted(); // there is nothing but a channel to do it with
        try {
            while (!forced(directory)) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** False if the thread was interrupted. */
    private static boolean forced(Path directory) {
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        } catch (IOException e) {
            return true; // Windows, and some network file systems, force names in their own time
        }
    }

    /** The first cause in words. The message of some exceptions is a path alone, so the kind is put before it. */
    private static String reason(Throwable failure) {
        Throwable first = failure;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        if (first instanceof NoSuchFileException) {
            return "no longer there: " + first.getMessage();
        }
        return first instanceof AccessDeniedException
                ? "permission denied: " + first.getMessage()
                : "" + first.getMessage();
    }
}

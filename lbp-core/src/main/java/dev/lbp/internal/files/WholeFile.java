package dev.lbp.internal.files;

import dev.lbp.internal.Check;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces files as wholes. New content is written to another name in the same directory, {@code FILE.UUID.part},
 * forced to the disk, and renamed; then the directory is forced. A reader finds the old file or the new one, also after
 * a power failure.
 *
 * <p>A symbolic link stays, and its target file is replaced. An existing target that is not a regular file is refused,
 * for example a directory, a device ({@code /dev/null}), a pipe or a socket. An open file of a process ({@code
 * /dev/stdout}) is refused: its name would lead to the new file, while the process continues with the old one. A link
 * that another user has made in a directory that all can write to, such as {@code /tmp}, is refused too.
 *
 * <p>Content is not written by channels: they fail in an interrupted thread, and an interrupted run must still write
 * its results.
 */
public final class WholeFile {

    /** More links than any system allows in a path. */
    private static final int MOST_LINKS = 64;

    private static final String PART = ".part";

    private static final String NO_DIRECTORY = "be in a directory that exists";

    private static final Pattern NEW_CONTENT =
            Pattern.compile("(.+)[.][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[.]part");

    private WholeFile() {}

    /** The content of a file. */
    @FunctionalInterface
    public interface Content {

        /** Writes the content to a buffered stream, which the caller closes. */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Checks, before a long computation, that a file for its result can be replaced or made. Changes no file.
     *
     * @param name the caller's name of the file, for the message
     * @throws IllegalArgumentException if the file cannot be written
     */
    public static void check(String name, Path file) {
        String constraint = constraint(file); // null if the file violates none
        Check.that(constraint == null, "" + constraint, name, file);
    }

    /**
     * Makes the directory of a file, with its parents, if there is none, and checks that the file can be written.
     *
     * @param name the caller's name of the file, for the message
     * @throws IllegalArgumentException if it cannot
     */
    public static void prepare(String name, Path file) {
        if (NO_DIRECTORY.equals(constraint(file))) {
            Path directory = target(file).getParent();
            boolean isMade = directory != null && (directory.toFile().mkdirs() || Files.isDirectory(directory));
            Check.that(isMade, "be in a directory, or in a path where one can be made", name, file);
        }
        check(name, file);
    }

    /**
     * The constraint that the file violates, such as "be in a directory that exists"; null if it can be replaced or
     * made.
     */
    public static @Nullable String constraint(Path file) {
        if (!file.getFileSystem().equals(FileSystems.getDefault())) {
            return "be on the default file system";
        }
        List<Path> links = new ArrayList<>();
        Path target = target(file, links);
        if (!links.stream().allMatch(Owner::permitsLink)) {
            return "be no link of another user in a directory that all can write to";
        }
        Path directory = target.getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            return NO_DIRECTORY;
        }
        if (target.startsWith("/proc") || !Files.isRegularFile(target) && !Files.notExists(target)) {
            return "be a regular file, or a path where there is nothing";
        }
        return Files.isWritable(directory) && (Files.notExists(target) || Files.isWritable(target))
                ? null
                : "be a file that can be written to, in such a directory";
    }

    /**
     * The path with all its links resolved, whether the file exists or not. All paths of one file have the same target.
     */
    public static Path target(Path file) {
        return target(file, new ArrayList<>());
    }

    /**
     * The path with all its links resolved. A link in {@code /proc} is left: it stands for an open file of a process.
     *
     * @param links receives the resolved links, except those among the directories
     */
    private static Path target(Path file, List<Path> links) {
        Path target = real(file);
        while (Files.isSymbolicLink(target) && !target.startsWith("/proc") && links.size() < MOST_LINKS) {
            links.add(target);
            try {
                target = real(target.resolveSibling(Files.readSymbolicLink(target)));
            } catch (IOException e) {
                return target; // it has just been removed
            }
        }
        return target;
    }

    /** The absolute path with the links among its directories resolved, as far as these directories exist. */
    private static Path real(Path file) {
        Path path = file.toAbsolutePath();
        Path directory = path.getParent();
        Path name = path.getFileName();
        if (directory == null || name == null) {
            return path;
        }
        try {
            return directory.toRealPath().resolve(name).normalize();
        } catch (IOException e) { // the directory does not exist, but those above it may
            return target(directory).resolve(name).normalize();
        }
    }

    /**
     * Replaces a file, or makes it.
     *
     * @throws IOException if that fails; the file is then as it was, and no other file remains; the message begins with
     *     {@code cannot write FILE: }
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

    /**
     * Reads a file below 2 GB.
     *
     * @throws IOException if that fails; the message is a clause about "it", the file
     */
    public static byte[] read(Path file) throws IOException {
        if (Files.notExists(file)) {
            throw new IOException("it is not there");
        }
        if (Files.isDirectory(file)) {
            throw new IOException("it is a directory");
        }
        try {
            if (Files.size(file) > Integer.MAX_VALUE - Long.BYTES) {
                throw new IOException("it is too large");
            }
            return Files.readAllBytes(file);
        } catch (AccessDeniedException e) {
            throw new IOException("it may not be read", e);
        }
    }

    /** Replaces a file by a text in UTF-8. */
    public static void replace(Path file, CharSequence text) throws IOException {
        replace(file, out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The file that a killed process was to replace, if {@code path} is the {@code .part} file that it has left; else
     * null. The caller must know that no process is writing the file.
     */
    public static @Nullable Path targetOfPart(Path path) {
        Matcher part = NEW_CONTENT.matcher(String.valueOf(path.getFileName()));
        return part.matches() ? path.resolveSibling(part.group(1)) : null;
    }

    /** Writes to a temporary file in the directory of the target, renames it, and removes it after a failure. */
    private static void replaceTarget(Path target, Content content) throws IOException {
        String suffix = "." + UUID.randomUUID() + PART;
        Path part = Files.createFile(target.resolveSibling(target.getFileName() + suffix)); // fails if the name exists
        try {
            keepPermissions(target, part);
            write(part, content);
            rename(part, target);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Copies the permissions of the old file, so that the new one is not readable by more users. */
    private static void keepPermissions(Path old, Path replacement) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(replacement, PosixFileAttributeView.class);
        if (view != null && Files.exists(old)) {
            view.setPermissions(Files.getPosixFilePermissions(old));
        }
    }

    /**
     * Makes an empty file in place of a file that a killed process has left, or of a link: other users may know the
     * name and make a link first.
     */
    public static void renew(Path file) throws IOException {
        if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) { // deleteIfExists would delete an empty directory
            Files.deleteIfExists(file);
        }
        Files.createFile(file); // follows no link; fails if there is a directory of this name
    }

    /** Writes content to a file without renaming, and forces it to the disk. */
    public static void write(Path file, Content content) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
            content.writeTo(buffered);
            buffered.flush();
            out.getFD().sync();
        }
    }

    /** Renames a file, replaces an existing file of that name, and forces the directory to the disk. */
    public static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceDirectory(Objects.requireNonNull(to.toAbsolutePath().getParent()));
    }

    /** Forces a directory's entries to the disk, if the file system can. */
    public static void forceDirectory(Path directory) {
        boolean interrupted = Thread.interrupted(); // an interrupt would close the channel that forces the directory
        try {
            while (!forced(directory)) { // another interrupt came during the work
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Forces the entries of a directory to the disk. Returns false if the thread was interrupted. */
    private static boolean forced(Path directory) {
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        } catch (IOException e) {
            return true; // Windows and some network file systems do it by themselves
        }
    }

    /** The message of the innermost cause. If it is only a path, the kind of failure comes first. */
    static String reason(Throwable failure) {
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

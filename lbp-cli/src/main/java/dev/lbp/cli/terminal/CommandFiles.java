package dev.lbp.cli.terminal;

import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import dev.lbp.internal.files.OutputLock;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * All files that a command reads and writes. They are checked together before the command works: no output may be an
 * input or another output, every output must be writable, and no other command may write to it. Paths are compared with
 * their links resolved. {@link #close} removes the directories that it made and that are still empty, so that a refused
 * command leaves nothing.
 */
public final class CommandFiles implements AutoCloseable {

    private static final String LOCK = ".lbp-lock"; // the end of the name of a lock's file

    /** The words of Linux, macOS and Windows for a disk or a quota without room. */
    private static final Pattern FULL = Pattern.compile("(?i)no space left|quota exceeded|not enough space");

    /**
     * A file, or the files of a directory.
     *
     * @param role its name in messages: {@code --report}, {@code traces.png of --out}
     * @param option the option as the user wrote it: {@code --out=DIR}
     * @param path the file; the directory if there are names
     * @param real the path with its links resolved
     * @param names the files in the directory; null for a file
     * @param lock the file whose lock keeps other commands away; null if commands share the output
     */
    private record Entry(
            String role,
            String option,
            Path path,
            Path real,
            @Nullable PathMatcher names,
            @Nullable Path lock) {

        /** Whether the entry contains a file that lies in its directory. */
        boolean has(Path file) {
            return names == null ? file.equals(real) : names.matches(real.relativize(file));
        }

        boolean isFile() {
            return names == null;
        }

        /** The name in a message about another entry. */
        String title() {
            return option.startsWith(role) ? "the file of " + role : role;
        }

        /** Whether the files of two entries have a file in common, or one lies in the other. */
        boolean meets(Entry other) throws IOException {
            return isAt(other) || other.isAt(this);
        }

        /** Whether the other entry is one of the files of this directory, or is this file or lies in it. */
        private boolean isAt(Entry other) throws IOException {
            if (names != null) {
                return other.isFile() && other.real.startsWith(real) && names.matches(real.relativize(other.real));
            }
            return other.real.startsWith(real)
                    || (other.isFile() && Files.exists(real) && Files.exists(other.real))
                            && Files.isSameFile(real, other.real); // two names of one file
        }
    }

    private final List<Entry> inputs = new ArrayList<>();
    private final Map<String, Path> read = new TreeMap<>(); // the files that are read, by their options
    private final List<Entry> outputs = new ArrayList<>();
    private final Deque<Path> made = new ArrayDeque<>(); // the directories that were made, the deepest first
    private final Map<Path, OutputLock> locks = new LinkedHashMap<>();

    private @Nullable Path only; // the only directory for outputs; null if they may be anywhere
    private List<Path> elsewhere = List.of(); // the outputs that need not be in that directory

    /** Declares a file that is read. A pipe need not be compared with outputs, because none can overwrite it. */
    public CommandFiles reads(String option, Path file) {
        read.put(option, file);
        if (Files.isRegularFile(file)) { // its entry has no names of files and no lock
            inputs.add(new Entry(option, option + "=" + file, file, WholeFile.target(file), null, null));
        }
        return this;
    }

    /**
     * Checks that all files that are read can be read again, by other parts. Returns them by their options.
     *
     * @throws IllegalArgumentException if one is a pipe, which can be read only once
     */
    public Map<String, Path> requireRereadable() {
        String constraint = "be a file, because each part and lbp merge read it";
        read.forEach((option, file) -> Check.that(Files.isRegularFile(file), constraint, option, file));
        return read;
    }

    /** The files that are read, by their options; some may be pipes. */
    public Map<String, Path> read() {
        return read;
    }

    /** Declares a file that is written. */
    public CommandFiles writes(String option, Path file) {
        return add(option, option + "=" + file, file, null, lockBeside(file));
    }

    /** Declares a file that is written besides the one that the option names, such as {@code FILE.previous}. */
    public CommandFiles writesAlso(String option, Path named, Path file) {
        return add(file.getFileName() + " of " + option, option + "=" + named, file, null, lockBeside(named));
    }

    /** Adds an output: the files of a directory that match the glob, or one file if it is null; see {@link Entry}. */
    private CommandFiles add(String role, String option, Path path, @Nullable String glob, @Nullable Path lock) {
        PathMatcher names = glob == null ? null : path.getFileSystem().getPathMatcher("glob:" + glob);
        outputs.add(new Entry(role, option, path, WholeFile.target(path), names, lock));
        return this;
    }

    private static Path lockBeside(Path file) {
        Path real = WholeFile.target(file);
        return real.resolveSibling("." + real.getFileName() + LOCK);
    }

    private static Path lockIn(Path directory, String name) {
        return WholeFile.target(directory).resolve(name + LOCK);
    }

    /** Declares files of these names that are written to a directory. */
    public CommandFiles writesInto(String option, Path directory, List<String> names) {
        for (String name : names) {
            Path lock = lockIn(directory, ""); // one lock for the directory
            add(name + " of " + option, option + "=" + directory, directory.resolve(name), null, lock);
        }
        return this;
    }

    /** Declares files that are written to a directory and match a glob: {@code *.npy}, or all files: {@code **}. */
    public CommandFiles writesMatching(String option, Path directory, String glob) {
        return add(option, option + "=" + directory, directory, glob, lockIn(directory, ""));
    }

    /** Declares files that match a glob. Other commands may write to their directory at the same time, as parts do. */
    public CommandFiles sharesMatching(String option, Path directory, String glob) {
        return add(option, option + "=" + directory, directory, glob, null);
    }

    /** Declares files in a directory whose names begin with {@code name} and a dot. Only this name is locked. */
    public CommandFiles writesNamed(String role, String option, Path directory, String name) {
        return add(role, option, directory, name + ".*", lockIn(directory, "." + name));
    }

    /**
     * Permits outputs in {@code directory} alone. The options of this command come from a file of that directory, which
     * another user may have written.
     *
     * @param named the outputs that may be elsewhere, as the user has named them
     */
    public void permitOnly(Path directory, List<Path> named) {
        only = directory;
        elsewhere = named;
    }

    /** Checks that outputs are in the only permitted directory, or are named as exceptions. */
    private void checkPermitted() {
        if (only == null) {
            return;
        }
        Path directory = WholeFile.target(only);
        List<Path> free = elsewhere.stream().map(WholeFile::target).toList();
        for (Entry output : outputs) {
            if (!output.real.startsWith(directory) && !free.contains(output.real)) {
                boolean isLink = output.path.toAbsolutePath().startsWith(only.toAbsolutePath());
                throw new IllegalArgumentException((isLink ? "must be no link" : "must be given to lbp merge too")
                        + ", because it is not in " + only + ": " + (isLink ? output.path : output.option));
            }
        }
        for (Path path : elsewhere) {
            boolean named = outputs.stream().anyMatch(output -> output.real.equals(WholeFile.target(path)));
            Check.that(named, "be given to the parts too, by --report or its like: " + path);
        }
    }

    /**
     * Checks all files, creates directories, locks the outputs, and removes what a killed command has left of them.
     *
     * @throws IllegalArgumentException if an output is an input or another output, is not permitted, cannot be written,
     *     or is that of another command that goes on
     * @throws IOException if the disk is full
     */
    public synchronized CommandFiles prepare() throws IOException {
        checkPermitted();
        for (Entry output : outputs) {
            checkPlace(output);
        }
        for (int k = 0; k < outputs.size(); k++) {
            Entry output = outputs.get(k);
            for (Entry input : inputs) {
                checkApart(output, input);
            }
            for (Entry other : outputs.subList(0, k)) {
                checkApart(output, other);
            }
        }
        for (Entry output : outputs) {
            makeDirectories(output);
        }
        for (Entry output : outputs) {
            lock(output);
        }
        removeUnfinished();
        return this;
    }

    /** Removes temporary files of the outputs that are locked: of others they may be another command's. */
    private void removeUnfinished() throws IOException {
        for (Entry output : outputs) {
            if (output.lock != null) {
                removeUnfinished(output);
            }
        }
    }

    private void lock(Entry output) throws IOException {
        Path path = output.lock;
        if (path == null || locks.containsKey(path)) { // a shared place, or locked for another output
            return;
        }
        try {
            OutputLock lock = OutputLock.of(path);
            if (lock == null) {
                throw new IllegalArgumentException("must not be in use by another run: " + output.option);
            }
            locks.put(path, lock);
        } catch (IOException e) {
            refuse(output.option, e); // throws
        }
    }

    /** Removes temporary files of the output, which a killed command has not renamed. */
    private static void removeUnfinished(Entry output) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory(output))) {
            for (Path file : files) {
                Path target = WholeFile.targetOfPart(file);
                if (target != null && output.has(target)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Refuses an output that is another file of the command, lies in it, or is a directory that holds it. */
    private static void checkApart(Entry output, Entry other) throws IOException {
        Check.that(
                !output.meets(other),
                "not be " + other.title() + (output.isFile() ? ", or lie in it: " : ", hold it, or lie in it: ")
                        + output.option + roleSuffix(output));
    }

    /** The role in parentheses, if the option does not say it. */
    private static String roleSuffix(Entry output) {
        return output.option.startsWith(output.role) ? "" : " (" + output.role + ")";
    }

    /** Checks that an output can be in its directory, which may have to be made. */
    private static void checkPlace(Entry output) throws IOException {
        Check.that(!output.option.endsWith("=-"), "be a path, such as ./- for a file of this name: " + output.option);
        checkSteps(output);
        Path directory = directory(output);
        while (!Files.exists(directory)) {
            directory = Objects.requireNonNull(directory.getParent()); // a root exists
        }
        if (!Files.isDirectory(directory)) {
            boolean inDirectory = output.isFile() && roleSuffix(output).isEmpty(); // else the option names a directory
            throw new IllegalArgumentException((inDirectory ? "must be in a directory" : "must be a directory")
                    + ", or in a path where one can be made: " + output.option);
        }
        if (output.isFile() && directory.equals(output.real.getParent())) { // its directory exists
            checkReachable(output);
            String constraint = WholeFile.constraint(output.path);
            if (constraint != null) {
                throw new IllegalArgumentException("must " + constraint + ": " + output.option + roleSuffix(output));
            }
        }
    }

    /** Checks all directories of a path: the system enters each, also one that {@code ..} leaves at the next step. */
    private static void checkSteps(Entry output) {
        Path root = output.path.getRoot();
        Path walked = root == null ? Path.of("") : root;
        for (Path step : output.path) {
            Check.that(
                    !step.toString().equals("..") || Files.isDirectory(walked),
                    "not go through " + walked + ", which is no directory: " + output.option);
            walked = walked.resolve(step);
        }
    }

    /** Checks that the system can find the file: it cannot if the name is too long, or links form a circle. */
    private static void checkReachable(Entry output) throws IOException {
        try {
            Files.readAttributes(output.path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            return;
        } catch (IOException e) {
            refuse(output.option, e);
        }
    }

    private static Path directory(Entry output) {
        return output.isFile() ? Objects.requireNonNull(output.real.getParent()) : output.real;
    }

    /**
     * Creates the directories of an output, and a temporary file as a test: a directory of /proc, or of a full disk,
     * also reports that it is writable.
     */
    private void makeDirectories(Entry output) throws IOException {
        Path directory = directory(output);
        Deque<Path> missing = new ArrayDeque<>();
        for (Path path = directory; !Files.exists(path); path = Objects.requireNonNull(path.getParent())) {
            missing.push(path);
        }
        try {
            for (Path path : missing) {
                Files.createDirectory(path);
                made.push(path);
            }
            Files.delete(Files.createTempFile(directory, ".lbp", null));
        } catch (IOException e) {
            refuse(output.option, e);
        }
    }

    /**
     * Refuses an output that cannot be made.
     *
     * @throws IOException if the disk is full, so that no other option would help
     * @throws IllegalArgumentException if the place is wrong
     */
    static void refuse(String option, IOException failure) throws IOException {
        String reason = failure instanceof FileSystemException cause ? cause.getReason() : failure.getMessage();
        if (reason != null && FULL.matcher(reason).find()) {
            throw new IOException("cannot write " + option + ": " + reason, failure);
        }
        String explained = reason == null ? "" : " (" + reason + ")";
        throw new IllegalArgumentException("must be where files can be written: " + option + explained, failure);
    }

    /** Frees the outputs, and removes directories that were made and not used. */
    @Override
    public synchronized void close() throws IOException {
        for (OutputLock lock : locks.values()) {
            lock.close();
        }
        locks.clear();
        for (Path directory : made) {
            if (Files.isDirectory(directory) && isEmpty(directory)) {
                Files.delete(directory);
            }
        }
    }

    /** Removes what is half written, and ends the process before another thread can prepare these files. */
    synchronized void closeAndExit(int exitCode) {
        try (CommandFiles closed = this) { // closes this at the end
            if (!closed.locks.isEmpty()) {
                removeUnfinished();
            }
        } catch (IOException e) {
            System.err.println("lbp: cannot remove what is left: " + Failures.words(e));
        } finally {
            System.exit(exitCode);
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            return !entries.iterator().hasNext();
        }
    }
}

package dev.lbp.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The directory of a run's draws on any file system of Hadoop's client. Used by the executors and the driver.
 *
 * <p>A task copies its files to {@code _lbp/RUN/ATTEMPT/}, which no other attempt uses. For each slice the driver knows
 * the attempt whose result Spark has returned, and moves the files of this attempt to the directory. So no task touches
 * files of another task. A {@link Claim} keeps other runs out of the directory.
 */
final class HadoopDirectory implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The directory of staged files and claims. Readers of directories ignore names that begin with an underscore. */
    private static final String WORK = "_lbp";

    /** The directory of the claims, below {@link #WORK}. */
    private static final String CLAIMS = "claims";

    /** Names of files with the draws or a trace of one chain. */
    private static final Pattern DRAWS = Pattern.compile(".+\\.[0-9]+\\.npy");

    private final String uri;
    private final String run = UUID.randomUUID().toString();
    private final HashMap<String, String> settings = new HashMap<>();

    HadoopDirectory(String uri, Configuration hadoop) {
        this.uri = uri;
        hadoop.forEach(entry -> settings.put(entry.getKey(), entry.getValue()));
    }

    /** An action on the file system. One without a result returns true. */
    private interface Action<T> {
        T on(FileSystem files) throws IOException;
    }

    /** Opens the file system, runs the action, and closes the file system. */
    private <T> T withFileSystem(Action<T> action) throws IOException {
        try (FileSystem files = open()) {
            return action.on(files);
        } catch (FSError e) { // Hadoop's error of a local disk, for example a full one
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Opens the file system; the caller closes it. */
    FileSystem open() throws IOException {
        Configuration hadoop = new Configuration(false);
        settings.forEach(hadoop::set);
        // A new instance: Hadoop shares cached ones, in which other code may switch checksum files on.
        FileSystem files = FileSystem.newInstance(path().toUri(), hadoop);
        files.setWriteChecksum(false);
        return files;
    }

    private Path path() {
        return new Path(uri);
    }

    private Path work() {
        return new Path(path(), WORK);
    }

    /** The directory of the claims. */
    Path claims() {
        return new Path(work(), CLAIMS);
    }

    /** The claim of this run. */
    Path claim() {
        return new Path(claims(), run);
    }

    /** The place of a file in the directory of an attempt. */
    private Path staged(long attempt, String name) {
        return new Path(work(), run + "/" + attempt + "/" + name);
    }

    /** Makes the directory if it does not exist. */
    void make() throws IOException {
        withFileSystem(files -> {
            if (!files.mkdirs(path())) {
                throw new IOException("cannot make the directory " + uri);
            }
            return true; // an action must return something
        });
    }

    boolean has(String name) throws IOException {
        return withFileSystem(files -> files.exists(new Path(path(), name)));
    }

    /**
     * Copies local files to the directory of an attempt.
     *
     * @param attempt a number that no other attempt of the run has
     * @param unwanted whether the attempt was cancelled, so that copying may stop
     */
    void stage(long attempt, Iterable<java.nio.file.Path> sources, BooleanSupplier unwanted) throws IOException {
        withFileSystem(files -> {
            for (java.nio.file.Path source : sources) {
                if (unwanted.getAsBoolean()) {
                    throw new IOException("the task has been cancelled");
                }
                files.copyFromLocalFile(
                        false, // keep the source
                        true, // replace an older file
                        new Path(source.toUri()),
                        staged(attempt, source.getFileName().toString()));
            }
            return true; // an action must return something
        });
    }

    /**
     * Moves the files of the attempts to the directory, and checks that all have arrived. Only the owner of the claim
     * may call it. It deletes nothing: if the driver was suspended and another run has claimed the directory, the other
     * run has deleted the staged files, and this method fails.
     *
     * @throws IOException if a file is missing, has not the size that its task reported, or cannot be moved
     */
    void publish(Iterable<SliceResult> results) throws IOException {
        withFileSystem(files -> {
            try (Movers movers = new Movers()) {
                for (SliceResult result : results) {
                    result.files()
                            .forEach((name, size) -> movers.start(() -> {
                                checkSize(files, staged(result.attempt(), name), size);
                                move(files, staged(result.attempt(), name), name);
                            }));
                }
                movers.await();
            }
            for (SliceResult result : results) {
                checkSizes(files, result.files());
            }
            return true; // an action must return something
        });
    }

    private void move(FileSystem files, Path from, String name) throws IOException {
        Path to = new Path(path(), name);
        if (!files.rename(from, to)) {
            throw new IOException("cannot rename " + from + " to " + to);
        }
    }

    private static void checkSize(FileSystem files, Path file, long size) throws IOException {
        long found = files.getFileStatus(file).getLen();
        if (found != size) {
            throw new IOException("must have the " + size + " bytes that its task has written: " + file + ": " + found);
        }
    }

    private void checkSizes(FileSystem files, Map<String, Long> sizes) throws IOException {
        for (Map.Entry<String, Long> file : sizes.entrySet()) {
            checkSize(files, new Path(path(), file.getKey()), file.getValue());
        }
    }

    /** Writes a text file beside the staged files, for {@link #publishPrepared}. */
    void prepare(String name, String text) throws IOException {
        withFileSystem(files -> {
            try (OutputStream out = files.create(prepared(name), true)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return true; // an action must return something
        });
    }

    /**
     * Moves a prepared file to the directory, which must not have a file of this name. Only the owner of the claim may
     * call it. Fails if another run has claimed the directory since {@link #prepare} and deleted the prepared file.
     */
    void publishPrepared(String name) throws IOException {
        withFileSystem(files -> {
            Path to = new Path(path(), name);
            if (files.exists(to) || !files.rename(prepared(name), to) || !files.exists(to)) {
                throw new IOException("cannot rename " + prepared(name) + " to " + to);
            }
            return true; // an action must return something
        });
    }

    /** The path of a file that the driver prepares, beside the directories of attempts. */
    private Path prepared(String name) {
        return new Path(work(), run + "/" + name);
    }

    /** Deletes the files that this run has staged. */
    void clean() throws IOException {
        withFileSystem(files -> files.delete(new Path(work(), run), true));
    }

    /**
     * Deletes the staged files of killed runs, and the draws that they have moved to the directory. Only the owner of
     * the claim may call it, before its first task, and only if there is no manifest.
     */
    void cleanOthers() throws IOException {
        withFileSystem(files -> {
            for (FileStatus entry : files.listStatus(path())) {
                if (entry.isFile() && DRAWS.matcher(entry.getPath().getName()).matches()) {
                    files.delete(entry.getPath(), false);
                }
            }
            Set<String> kept = new HashSet<>(Set.of(CLAIMS, run));
            for (FileStatus entry : files.listStatus(work())) {
                if (!kept.contains(entry.getPath().getName())) {
                    files.delete(entry.getPath(), true);
                }
            }
            return true; // an action must return something
        });
    }

    /** Deletes all staged files and claims, once the directory holds a complete run. */
    void cleanAll() throws IOException {
        withFileSystem(files -> files.delete(work(), true));
    }

    @Override
    public String toString() {
        return uri;
    }
}

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
 * The directory of a run's draws on any file system of Hadoop's client, for executors and the driver.
 *
 * <p>A task copies its files to {@code _lbp/RUN/ATTEMPT/}, a place that no other attempt of a task has. The driver
 * knows the one attempt of each slice whose result Spark has taken, and moves the files of these attempts to the
 * directory. So no task touches a file of another one. {@link Claim} keeps other runs away meanwhile.
 */
final class HadoopDirectory implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Readers of directories leave out names that begin with an underscore. */
    private static final String WORK = "_lbp";

    /** The claims of runs are below {@link #WORK} too. */
    private static final String CLAIMS = "claims";

    /** The draws or a trace of one chain. */
    private static final Pattern DRAWS = Pattern.compile(".+\\.[0-9]+\\.npy");

    private final String uri;
    private final String run = UUID.randomUUID().toString();
    private final HashMap<String, String> settings = new HashMap<>();

    HadoopDirectory(String uri, Configuration hadoop) {
        this.uri = uri;
        hadoop.forEach(entry -> settings.put(entry.getKey(), entry.getValue()));
    }

    /** Work on the file system, which is closed afterwards. */
    private interface Work<T> {
        T on(FileSystem files) throws IOException;
    }

    private <T> T with(Work<T> work) throws IOException {
        try (FileSystem files = open()) {
            return work.on(files);
        } catch (FSError e) { // Hadoop's error of a local disk, for example a full one
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Opens the file system; the caller closes it. */
    FileSystem open() throws IOException {
        Configuration hadoop = new Configuration(false);
        settings.forEach(hadoop::set);
        // Its own: other users of a shared one may have it write files of checksums.
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

    private Path staged(long attempt, String name) {
        return new Path(work(), run + "/" + attempt + "/" + name);
    }

    /** Makes the directory if it does not exist. */
    void make() throws IOException {
        with(files -> {
            if (!files.mkdirs(path())) {
                throw new IOException("cannot make the directory " + uri);
            }
            return true;
        });
    }

    boolean has(String name) throws IOException {
        return with(files -> files.exists(new Path(path(), name)));
    }

    /**
     * Copies files of this machine to the place of an attempt.
     *
     * @param attempt a number that no other attempt of the run has
     * @param unwanted whether the result of this attempt is not needed any more, so that it may stop
     */
    void stage(long attempt, Iterable<java.nio.file.Path> sources, BooleanSupplier unwanted) throws IOException {
        with(files -> {
            for (java.nio.file.Path source : sources) {
                if (unwanted.getAsBoolean()) {
                    throw new IOException("the task has been cancelled");
                }
                files.copyFromLocalFile(
                        false,
                        true,
                        new Path(source.toUri()),
                        staged(attempt, source.getFileName().toString()));
            }
            return true;
        });
    }

    /**
     * Moves the files of attempts to the directory, and checks that all are there. Called by the owner of the claim
     * alone. It deletes nothing: a driver that slept for minutes, and whose claim another run has taken over, finds
     * that its own files are gone.
     *
     * @throws IOException if a file is missing, has another size than its task has written, or cannot be moved
     */
    void publish(Iterable<SliceResult> results) throws IOException {
        with(files -> {
            try (Movers movers = new Movers()) {
                for (SliceResult result : results) {
                    result.files()
                            .forEach((name, size) -> movers.move(() -> {
                                checkSize(files, staged(result.attempt(), name), size);
                                move(files, staged(result.attempt(), name), name);
                            }));
                }
                movers.await();
            }
            for (SliceResult result : results) {
                checkSizes(files, result.files());
            }
            return true;
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

    /** Writes a text beside the staged files, for {@link #appear}. */
    void prepare(String name, String text) throws IOException {
        with(files -> {
            try (OutputStream out = files.create(prepared(name), true)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return true;
        });
    }

    /**
     * Moves a prepared file to the directory, where it must not be. Called by the owner of the claim alone. If another
     * run has taken over since {@link #prepare}, the prepared file is gone.
     */
    void appear(String name) throws IOException {
        with(files -> {
            Path to = new Path(path(), name);
            if (files.exists(to) || !files.rename(prepared(name), to) || !files.exists(to)) {
                throw new IOException("cannot rename " + prepared(name) + " to " + to);
            }
            return true;
        });
    }

    private Path prepared(String name) {
        return new Path(work(), run + "/" + name);
    }

    /** Deletes what this run has staged. */
    void clean() throws IOException {
        with(files -> files.delete(new Path(work(), run), true));
    }

    /**
     * Deletes what runs that were killed have staged, and the draws that they have moved to the directory. Called by
     * the owner of the claim alone, before its work, where there is no manifest.
     */
    void cleanOthers() throws IOException {
        with(files -> {
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
            return true;
        });
    }

    /** Deletes all work on the directory, which holds a finished run: nobody may work on it any more. */
    void cleanAll() throws IOException {
        with(files -> files.delete(work(), true));
    }

    @Override
    public String toString() {
        return uri;
    }
}

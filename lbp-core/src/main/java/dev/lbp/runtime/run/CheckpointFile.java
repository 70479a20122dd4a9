package dev.lbp.runtime.run;

import dev.lbp.internal.Failures;
import dev.lbp.internal.bytes.SealedBytes;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.io.DrawDirectory;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A checkpoint file, which a run writes again and again. Each save writes a file of another name, forces it to disk,
 * and renames it to {@code FILE}; the previous file is kept as {@code FILE.previous}. So at any moment one of them is
 * whole.
 *
 * <p>The class uses streams, not channels: channels fail in an interrupted thread, but an interrupted run must still
 * save its end.
 */
public final class CheckpointFile {

    private static final SealedBytes SEAL =
            new SealedBytes("lbp-run\n".getBytes(StandardCharsets.US_ASCII), 6, "a checkpoint");

    private static final int BUFFER = 1 << 16;

    private final Path path;

    /**
     * True if this object wrote the file. A file from elsewhere may be damaged, and must not replace a whole previous
     * one.
     */
    private boolean written;

    public CheckpointFile(Path path) {
        this.path = WholeFile.target(DrawDirectory.checked("checkpoint", path));
    }

    public Path path() {
        return path;
    }

    /** The previous file: the same name with {@code .previous}. */
    private Path previous() {
        return sibling(".previous");
    }

    private Path sibling(String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }

    /** Whether there is a saved state, the last or the one before. */
    public boolean exists() {
        return Files.exists(path) || Files.exists(previous());
    }

    /**
     * Writes a state.
     *
     * @throws IOException if that fails; its message names the file, and the earlier states stay as they were
     */
    void write(Consumer<Transcript> state) throws IOException {
        Path next = sibling(".next");
        try {
            WholeFile.renew(next);
            WholeFile.write(next, file -> SEAL.write(file, state));
            if (written && Files.exists(path)) {
                Files.move(path, previous(), StandardCopyOption.ATOMIC_MOVE);
            }
            WholeFile.rename(next, path); // forces the directory to disk, and so both renames
            written = true;
        } catch (IOException | UncheckedIOException e) {
            throw failure("cannot write " + path, e);
        } finally {
            if (Files.isRegularFile(next, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(next); // what was written before a failure would keep a full disk full
            }
        }
    }

    private static IOException failure(String what, Exception e) {
        Throwable reason = e instanceof UncheckedIOException ? Objects.requireNonNull(e.getCause()) : e;
        return new IOException(what + ": " + reason.getMessage(), e);
    }

    /**
     * The state that was written last, or the one before if the last is damaged.
     *
     * @throws IOException if neither is whole; its message names the fault of each
     */
    public Saved lastWhole() throws IOException {
        try {
            checkWhole(path);
            return new Saved(path, "");
        } catch (IOException damage) {
            return previousWhole(damage);
        }
    }

    /** The state before the last, whose file has {@code damage}. */
    private Saved previousWhole(IOException damage) throws IOException {
        if (!Files.exists(previous())) {
            throw damage;
        }
        try {
            checkWhole(previous());
            return new Saved(previous(), String.valueOf(damage.getMessage()));
        } catch (IOException e) {
            IOException both = new IOException(damage.getMessage() + "; " + e.getMessage(), damage);
            both.addSuppressed(e);
            throw both;
        }
    }

    /** Throws unless a file is there and its checksum is right. */
    private static void checkWhole(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException("cannot resume from " + file + ": it is not there");
        }
        try (InputStream in = new FileInputStream(file.toFile())) {
            SEAL.check(in, Files.size(file));
        } catch (IOException e) {
            throw new IOException("cannot resume from " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * A whole state.
     *
     * @param damage the fault of a later state; empty if this is the last
     */
    public record Saved(Path file, String damage) {

        /** The settings of the saved run by their names, and the time of the run so far. */
        public record Head(Map<String, String> settings, Duration time) {}

        /**
         * Reads what the file has before the state of the chains.
         *
         * @throws IOException if that fails; its message names the file
         */
        public Head head() throws IOException {
            Map<String, String> settings = new LinkedHashMap<>();
            long[] nanos = {0L};
            read(transcript -> {
                // a reading transcript ignores the values that it is given
                for (int left = transcript.of(0); left > 0; left--) {
                    settings.put(transcript.of(""), transcript.of(""));
                }
                transcript.of(""); // skips the version of Java
                nanos[0] = transcript.of(0L);
            });
            return new Head(settings, Duration.ofNanos(nanos[0]));
        }

        /**
         * Reads the state.
         *
         * @throws IOException if that fails; its message names the file
         */
        void read(Consumer<Transcript> state) throws IOException {
            try (InputStream in = new BufferedInputStream(new FileInputStream(file.toFile()), BUFFER)) {
                in.skipNBytes(SealedBytes.HEAD);
                state.accept(new TranscriptReader(in));
            } catch (IOException | UncheckedIOException e) {
                throw failure("cannot read " + file, e);
            } catch (IndexOutOfBoundsException
                    | NegativeArraySizeException
                    | ArithmeticException
                    | OutOfMemoryError e) { // a forged file: its checksum fits, but no run writes such numbers
                throw new IOException(
                        "cannot read " + file + ": its numbers are not those of a run: " + Failures.words(e), e);
            }
        }
    }
}

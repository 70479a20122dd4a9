package dev.lbp.solve;

import dev.lbp.internal.bytes.SealedBytes;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.result.CheckpointException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a search to a checkpoint file and reads it back. The file holds the state of the search, and the entries that
 * identify the search: version, problem and settings. Only a search with equal entries can resume from it.
 */
final class SolveCheckpoint {

    /** Raise the format number, here 1, with every change of the content. */
    private static final SealedBytes SEAL =
            new SealedBytes("lbp-best".getBytes(StandardCharsets.US_ASCII), 1, "a checkpoint of a search");

    private final Path file;
    private final Map<String, String> identity;
    /** The failure of the last write; null if it succeeded. */
    private @Nullable CheckpointException failure;

    /**
     * A checkpoint for one search.
     *
     * @param identity names and values of the entries that identify the search
     */
    SolveCheckpoint(Path file, Map<String, String> identity) {
        this.file = file;
        this.identity = new LinkedHashMap<>(identity);
    }

    boolean exists() {
        return Files.exists(file);
    }

    /**
     * Reads the state of a search.
     *
     * @throws CheckpointException if the file is damaged, not a checkpoint, or of another search
     */
    void read(Consumer<Transcript> state) {
        try {
            SEAL.read(WholeFile.read(file), transcript -> {
                checkSame(transcript);
                state.accept(transcript);
                return identity;
            });
        } catch (IOException e) {
            throw new CheckpointException(new IOException("cannot resume from " + file + ": " + e.getMessage(), e));
        } catch (CheckpointException e) {
            throw new CheckpointException("cannot resume from " + file + ": " + e.getMessage());
        }
    }

    /** Reads the entries of the file. Throws if one differs from the entry of this search. */
    private void checkSame(Transcript transcript) {
        Map<String, String> saved = new LinkedHashMap<>();
        int size = transcript.of(0); // a transcript that reads ignores its arguments
        for (int k = 0; k < size; k++) {
            saved.put(transcript.of(""), transcript.of(""));
        }
        identity.forEach((name, mine) -> check(name, mine, saved.getOrDefault(name, "none")));
        saved.forEach((name, other) -> check(name, identity.getOrDefault(name, "none"), other));
    }

    /** Throws if a value differs from the saved one. */
    static void check(String name, Object mine, Object saved) {
        if (!mine.equals(saved)) {
            throw new CheckpointException(name + " must be " + saved + ", as in the checkpoint, and is " + mine);
        }
    }

    /**
     * Replaces the file.
     *
     * @param lock guards the state while it is serialised
     * @return the failure, or null. After a failure the old file is unchanged
     */
    @Nullable CheckpointException write(Object lock, Consumer<Transcript> state) {
        byte[] bytes;
        synchronized (lock) {
            bytes = SEAL.of(transcript -> {
                transcript.of(identity.size());
                identity.forEach((name, value) -> {
                    transcript.of(name);
                    transcript.of(value);
                });
                state.accept(transcript);
            });
        }
        try {
            WholeFile.replace(file, out -> out.write(bytes));
            failure = null;
        } catch (IOException e) {
            failure = new CheckpointException(e);
        }
        return failure;
    }

    /** The failure of the last write; null if it succeeded. */
    @Nullable CheckpointException failure() {
        return failure;
    }
}

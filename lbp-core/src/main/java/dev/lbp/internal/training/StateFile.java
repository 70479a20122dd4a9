package dev.lbp.internal.training;

import dev.lbp.internal.bytes.SealedBytes;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.result.CheckpointException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The checkpoint of a training: its state, and its settings, which must be equal when the training is resumed.
 *
 * @param form the format of the bytes; its number must be raised with every change of the content or its order
 */
public record StateFile(SealedBytes form, Path file) {

    /**
     * Replaces the file as a whole.
     *
     * @param settings in words, by name
     * @param state writes the state; called twice
     * @throws CheckpointException if that fails; the old file is then left as it was
     */
    public void write(Map<String, String> settings, Consumer<Transcript> state) {
        try {
            byte[] bytes = form.of(transcript -> transcribe(transcript, settings, state));
            WholeFile.replace(file, out -> out.write(bytes));
        } catch (IOException e) {
            throw new CheckpointException(e);
        } catch (UncheckedIOException e) {
            throw new CheckpointException(Objects.requireNonNull(e.getCause()));
        }
    }

    /**
     * Reads the file.
     *
     * @param settings in words, by name, in the order of {@link #write}
     * @param state reads the state
     * @throws CheckpointException if that fails, or the file has other settings
     */
    public void read(Map<String, String> settings, Consumer<Transcript> state) {
        try {
            form.read(WholeFile.read(file), transcript -> {
                transcribe(transcript, settings, state);
                return file;
            });
        } catch (IOException | CheckpointException e) {
            throw new CheckpointException(new IOException("cannot resume from " + file + ": " + e.getMessage(), e));
        }
    }

    /** Writes the settings and the state, or reads them and refuses other settings. */
    private static void transcribe(Transcript transcript, Map<String, String> settings, Consumer<Transcript> state) {
        settings.forEach((name, value) -> {
            String other = transcript.of(value);
            if (!other.equals(value)) {
                throw new CheckpointException(name + " must be " + other + ", as in the checkpoint, and is " + value);
            }
        });
        state.accept(transcript);
    }
}

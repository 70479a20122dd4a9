package dev.lbp.learn;

import dev.lbp.internal.bytes.SealedBytes;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.result.CheckpointException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The file of a {@link GaussianFit}, replaced as a whole: the settings and the state of the fit. */
final class GaussianFile {

    /** The format must be raised with every change of the content or its order. */
    private static final SealedBytes SEAL =
            new SealedBytes(new byte[] {'l', 'b', 'p', '-', 'g', 'a', 'u', 's'}, 2, "a fit of a Gaussian");

    private GaussianFile() {}

    /**
     * @param settings that must be equal when it is read, by name
     * @throws CheckpointException if it cannot be written; the old file is then left as it was
     */
    static void write(Path file, Map<String, String> settings, GaussianTask task) {
        byte[] bytes = SEAL.of(transcript -> transcribe(transcript, settings, task));
        try {
            WholeFile.replace(file, out -> out.write(bytes));
        } catch (IOException e) {
            throw new CheckpointException(e);
        }
    }

    /** @throws CheckpointException if it cannot be read, or has other settings */
    static void read(Path file, Map<String, String> settings, GaussianTask task) {
        try {
            SEAL.read(Files.readAllBytes(file), transcript -> {
                transcribe(transcript, settings, task);
                return task;
            });
        } catch (IOException | UncheckedIOException | CheckpointException e) {
            throw new CheckpointException(new IOException("cannot resume from " + file + ": " + e.getMessage(), e));
        }
    }

    private static void transcribe(Transcript transcript, Map<String, String> settings, GaussianTask task) {
        settings.forEach((name, value) -> {
            String other = transcript.of(value);
            if (!other.equals(value)) {
                throw new CheckpointException(name + " must be " + other + ", as in the checkpoint, and is " + value);
            }
        });
        task.transcribe(transcript);
    }
}

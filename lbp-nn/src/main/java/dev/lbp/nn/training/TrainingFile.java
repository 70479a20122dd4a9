package dev.lbp.nn.training;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.result.CheckpointException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The file of a training, replaced as a whole. Layout: 8 bytes that identify the kind of training and the version, the
 * settings, the state of the training, and 8 bytes for the CRC-32C of all bytes before.
 */
final class TrainingFile {

    /** It must be raised with every change of the content or its order. */
    private static final byte VERSION = 3;

    private final Path path;
    private final byte[] magic;

    /**
     * @param kind of training, three letters
     */
    TrainingFile(Path path, String kind) {
        this.path = path;
        this.magic = ("lbp-" + kind + (char) VERSION).getBytes(StandardCharsets.US_ASCII);
    }

    Path path() {
        return path;
    }

    /**
     * Writes a training.
     *
     * @param settings that must be equal when it is read, by name
     *
     * @throws CheckpointException if that fails; the old file is then left as it was
     */
    void write(Map<String, String> settings, TrainingState state) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(magic);
        transcribe(new TranscriptWriter(bytes), settings, state);
        byte[] content = bytes.toByteArray();
        try {
            WholeFile.replace(path, out -> {
                out.write(content);
                out.write(checksum(content, content.length));
            });
        } catch (IOException e) {
            throw new CheckpointException(e);
        }
    }

    /**
     * Reads a training.
     *
     * @throws CheckpointException if that fails, or it has other settings
     */
    void read(Map<String, String> settings, TrainingState state) {
        try {
            if (Files.notExists(path)) {
                throw new IOException("there is no such file");
            }
            byte[] bytes = Files.readAllBytes(path);
            int end = bytes.length - Long.BYTES;
            if (end < magic.length || !Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length)) {
                throw new IOException("it is not a training of this version of lbp");
            }
            if (!Arrays.equals(checksum(bytes, end), Arrays.copyOfRange(bytes, end, bytes.length))) {
                throw new IOException("it is damaged or cut short: its checksum is not that of its content");
            }
            ByteArrayInputStream content = new ByteArrayInputStream(bytes, magic.length, end - magic.length);
            transcribe(new TranscriptReader(content), settings, state);
        } catch (IOException | UncheckedIOException | CheckpointException e) {
            throw new CheckpointException(new IOException("cannot resume from " + path + ": " + e.getMessage(), e));
        }
    }

    private static byte[] checksum(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return ByteBuffer.allocate(Long.BYTES).putLong(sum.getValue()).array();
    }

    private static void transcribe(Transcript transcript, Map<String, String> settings, TrainingState state) {
        for (Map.Entry<String, String> entry : settings.entrySet()) {
            String other = transcript.of(entry.getValue());
            if (!other.equals(entry.getValue())) {
                throw new CheckpointException(
                        entry.getKey() + " must be " + other + ", as in the checkpoint, and is " + entry.getValue());
            }
        }
        state.transcribe(transcript);
    }
}

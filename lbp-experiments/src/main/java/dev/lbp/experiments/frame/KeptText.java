package dev.lbp.experiments.frame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the text of a file that an earlier process may have written. */
final class KeptText {

    private KeptText() {}

    /**
     * The text of a file. Empty if there is no file. Bytes that are not UTF-8 become replacement characters.
     *
     * @throws IllegalArgumentException if the file cannot be read
     */
    static String of(Path file) {
        try {
            return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            throw new IllegalArgumentException("must be a file that can be read: " + file, e);
        }
    }
}

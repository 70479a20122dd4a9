package dev.lbp.cli.instance;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a file looks like, for a message to a user who named none of the options that take it. */
public final class FileGuess {

    private static final Map<String, String> ENDINGS =
            Map.of(".npz", "--rbm", ".onnx", "--net", ".uai", "--uai", ".bif", "--uai");

    private FileGuess() {}

    /** The options that may fit, by the end of its name or its first line of data; empty if nothing is known. */
    public static List<String> options(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        Optional<String> ending =
                ENDINGS.keySet().stream().filter(name::endsWith).findFirst();
        if (ending.isPresent()) {
            return List.of(ENDINGS.get(ending.get()));
        }
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            String first = lines.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .findFirst()
                    .orElse("");
            if (first.matches("[0-9]+\\s+[0-9]+")) {
                return List.of("--ising", "--qubo");
            }
            if (first.matches("[0-9]+\\s+[0-9]+\\s+[0-9]+")) {
                return List.of("--matching");
            }
            return first.matches("[-+0-9.eE]+([,\\s]+[-+0-9.eE]+)+") ? List.of("--assignment") : List.of();
        } catch (IOException e) {
            return List.of(); // the message is about the option that is missing
        }
    }
}

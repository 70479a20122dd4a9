package dev.lbp.cli.instance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Guesses from a file which option takes it, for a message to a user who has named none. */
public final class FileGuess {

    /** Patterns with their options. A pattern is searched in the file's name, a line break, the first line of data. */
    private static final Map<String, String> FORMS = Map.of(
            "\\.npz\n", "--rbm",
            "\n>", "--alignment",
            "\\.onnx\n", "--net",
            "\\.(?:uai|bif)(?:\\.gz)?\n", "--uai",
            "\n\\d+\\s+\\d+$", "--ising --qubo",
            "\n\\d+\\s+\\d+\\s+\\d+$", "--matching",
            "\n\\d+\\s+\\d+\\s+[-+.\\deE]+$", "--ising --qubo", // COO
            "\n(?=.*[.,]|(?:\\S+\\s+){3})[-+.\\deE,\\s]+$", "--assignment");

    private static final int BEGINNING = 4_096;

    private FileGuess() {}

    /** The options that may take a file; empty if it is like none, or cannot be read. */
    public static List<String> options(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            String first = new String(in.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .findFirst()
                    .orElse("");
            String text = file + "\n" + first; // a form is told by the ending of the name or by the first line
            return FORMS.entrySet().stream()
                    .filter(form -> Pattern.compile(form.getKey()).matcher(text).find())
                    .flatMap(form -> Stream.of(form.getValue().split(" ")))
                    .toList();
        } catch (IOException e) {
            return List.of(); // a guess only helps a message about a missing option, which is given without it too
        }
    }
}

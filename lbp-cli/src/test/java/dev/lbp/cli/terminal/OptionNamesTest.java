package dev.lbp.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A message of the library that is reworded must not silently show its Java names again. */
class OptionNamesTest {

    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");

    /** What the library puts around a name only when it makes the message. */
    private static final Pattern AROUND =
            Pattern.compile("^(must be |the |model's |largest by |10 \\* )+|( must be| \\(|=| = )$");

    /** The strings in the code of the modules below. */
    private static Set<String> literals() throws IOException {
        Set<String> literals = new HashSet<>();
        for (String module : List.of("lbp-core", "lbp-models", "lbp-nn", "lbp-select", "lbp-solve", "lbp-infer")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
                for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                    String code = JOINED.matcher(Files.readString(file)).replaceAll("");
                    LITERAL.matcher(code).results().forEach(match -> literals.add(match.group(1)));
                }
            }
        }
        return literals;
    }

    @Test
    void phrasesAndArguments_areAll_ofTheLibrary() throws IOException {
        Set<String> literals = literals();
        assertThat(Stream.concat(OptionNames.PHRASES.keySet().stream(), OptionNames.OPTIONS.keySet().stream()))
                .hasSizeGreaterThan(30)
                .allSatisfy(words -> {
                    String name = AROUND.matcher(words).replaceAll("");
                    assertThat(literals).as(words).anyMatch(literal -> literal.contains(name));
                });
    }
}

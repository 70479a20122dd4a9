package dev.lbp.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the texts of {@code bin/lbp} and {@code bin/lbp.bat}: both must know the same options of Java, and the same
 * commands and arguments must choose them. {@link ProgramIT} runs the first.
 */
class LaunchersTest {

    private static final Path BIN = Path.of("src", "dist", "bin");

    private final String posix = Files.readString(BIN.resolve("lbp"));
    private final String windows = Files.readString(BIN.resolve("lbp.bat"));

    LaunchersTest() throws IOException {}

    private static Set<String> found(String pattern, String script) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(script)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> words(String pattern, String script, String separator) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(script)
                .results()
                .flatMap(result -> Stream.of(result.group(1).split(separator)))
                .map(word -> word.replaceAll("^train-.*", "train-*").replace("'", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void options_ofBothLaunchers_areTheSame() {
        String option = "-XX:(Tier|CompileCommand)[^\\s'\"]+|--[a-z-]+=[A-Za-z.-]+|-Djava[^\\s\"]+";
        assertThat(found(option, windows)).hasSize(10).isEqualTo(found(option, posix));
    }

    @Test
    void commandsWithOptionsOfTheirOwn_areTheSame() {
        assertThat(words("for %%c in \\((bench[^)]*)\\) do if \"%~1\"==\"%%c\" set \"LBP_WAIT=\"", windows, " "))
                .hasSize(4)
                .isEqualTo(words("^ +(bench [^)]*)\\) ;;", posix, " \\| "));
        assertThat(words("^if \"%~1\"==\"(\\w*)\" set \"LBP_QUICK=-XX:TieredStopAtLevel=1\"", windows, " "))
                .hasSize(2)
                .isEqualTo(words("^ +('' [^)]*)\\) quick=-XX:TieredStopAtLevel=1 ", posix, " \\| "));
        assertThat(words("for %%a in \\((--help[^)]*)\\) do if", windows, " "))
                .hasSize(4)
                .isEqualTo(words("^ +(--help [^)]*)\\) quick=", posix, " \\| "));
        assertThat(words("^if \"%~1\"==\"(\\w*)\" set \"LBP_SIMD=\"", windows, " "))
                .isEqualTo(words("^ +(solve)\\*.*\\) simd=", posix, " "));
    }
}

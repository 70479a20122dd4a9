package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages on the paper and the slides name files and tests that are there, and no row is lost. */
class SlidesPageTest {

    private static final Path RESULTS = Path.of("../docs/results");

    private static List<String> matches(String text, String pattern) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    private static String page(String name) throws IOException {
        return Files.readString(RESULTS.resolve(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"slides.md", "paper-rows.md"})
    void links_leadToFiles(String name) throws IOException {
        assertThat(matches(page(name), "]\\(([^)#:]+)\\)"))
                .hasSizeGreaterThan(30)
                .allSatisfy(link -> assertThat(RESULTS.resolve(link)).exists());
    }

    /** A name with an underscore is a test's; one of the files that its row links to has it. */
    @ParameterizedTest
    @ValueSource(strings = {"slides.md", "paper-rows.md"})
    void tests_areInTheFiles_thatTheirRowsLinkTo(String name) throws IOException {
        int tests = 0;
        String linked = "";
        for (String line : page(name).lines().toList()) {
            StringBuilder sources = new StringBuilder(line.contains("the same test") ? linked : "");
            for (String link : matches(line, "]\\(([^)#:]+Test\\.java)\\)")) {
                sources.append(Files.readString(RESULTS.resolve(link)));
            }
            for (String test : matches(line, "`([a-z]\\w+_\\w+)`")) {
                assertThat(sources).as(line).contains(" " + test + "(");
                tests++;
            }
            linked = sources.toString();
        }
        assertThat(tests).isGreaterThan(10);
    }

    @Test
    void tables_haveAllRows() throws IOException {
        assertThat(matches(page("slides.md"), "^\\| (\\d+) \\|")).isEqualTo(numbers(12, 13));
        assertThat(matches(page("paper-rows.md"), "^\\| (\\d+) \\|")).isEqualTo(numbers(52));
    }

    /** 1 to the length of each table. */
    private static List<String> numbers(int... lengths) {
        return IntStream.of(lengths)
                .flatMap(length -> IntStream.rangeClosed(1, length))
                .mapToObj(String::valueOf)
                .toList();
    }
}

package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/architecture.md names what there is; {@link ArchitectureTest} compares its layers and its largest cycle. */
class ArchitecturePageTest {

    private static final Path DOCS = Path.of("../docs");

    private static final String IN_CODE = "`([A-Z][a-z]\\w+)(?:\\.\\w+)?`";

    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)\\)");

    @Test
    void links_leadTo_filesThatAreThere() throws IOException {
        String page = Files.readString(DOCS.resolve("architecture.md"));
        List<String> links =
                LINK.matcher(page).results().map(result -> result.group(1)).toList();
        assertThat(links)
                .hasSizeGreaterThan(20)
                .allSatisfy(link -> assertThat(DOCS.resolve(link)).exists());
    }

    /** A class that was renamed or deleted must not stay on the page, neither in code nor in the picture. */
    @Test
    void classesInCodeAndPicture_areSources_ofAModule() throws IOException {
        String page = Files.readString(DOCS.resolve("architecture.md"));
        List<String> inPicture = Pattern.compile("(?s)```text\n(.*?)```")
                .matcher(page)
                .results()
                .flatMap(picture -> names(picture.group(1), "\\b((?:[A-Z][a-z]+){2,})\\b").stream())
                .toList();
        assertThat(names(page, IN_CODE)).hasSizeGreaterThan(10).isSubsetOf(classes());
        assertThat(inPicture).hasSizeGreaterThan(20).isSubsetOf(classes());
    }

    /** The comments at the head of package-info files name classes too. */
    @Test
    void classesInPackageComments_areSources_ofAModule() throws IOException {
        StringBuilder comments = new StringBuilder();
        for (Path file : Sources.of("src/main/java")) {
            if (file.endsWith("package-info.java")) {
                comments.append(Files.readString(file));
            }
        }
        assertThat(names(comments.toString(), IN_CODE)).hasSizeGreaterThan(30).isSubsetOf(classes());
    }

    private static Set<String> classes() throws IOException {
        return Sources.of("src").stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
    }

    private static List<String> names(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .distinct()
                .toList();
    }
}

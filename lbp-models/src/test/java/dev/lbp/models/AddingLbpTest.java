package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import jdk.jshell.JShell;
import jdk.jshell.SnippetEvent;
import org.junit.jupiter.api.Test;

/**
 * What README.md and docs/how-to tell users to write into their build is what the projects below src/it are built from.
 */
class AddingLbpTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern DEPENDENCY = Pattern.compile(
            "<groupId>([^<]*)</groupId>\\s*<artifactId>([^<]*)</artifactId>\\s*<version>([^<]*)</version>");

    private static String page(String path) throws IOException {
        return Files.readString(ROOT.resolve(path));
    }

    private static String pom(String project) throws IOException {
        return Files.readString(Path.of("src/it/users", project, "pom.xml"));
    }

    private static List<String> blocks(String text, String language) {
        return Pattern.compile("^```" + language + "\\R(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static String spaced(String xml) {
        return xml.replaceAll("\\s+", " ").strip();
    }

    @Test
    void page_hasTheWholePomThatIsBuilt() throws IOException {
        assertThat(blocks(page("docs/how-to/add-lbp.md"), "xml")).first().isEqualTo(pom("plain"));
    }

    @Test
    void pagesAndReadme_otherXml_isPartOfAPomThatIsBuilt() throws IOException {
        String built = spaced(pom("plain")) + spaced(pom("batched")) + spaced(pom("natives"));
        List<String> adding = blocks(page("docs/how-to/add-lbp.md"), "xml");
        List<String> readme = blocks(page("README.md"), "xml");
        assertThat(adding).hasSize(3);
        assertThat(readme).hasSize(1).first().asString().doesNotContain("exclusion");
        for (String block : adding) {
            assertThat(built).contains(spaced(block));
        }
        assertThat(spaced(pom("plain"))).contains(spaced(readme.get(0)));
    }

    @Test
    void jshell_linesRun_andTheLastIsTheVerdict() throws IOException {
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            shell.addToClasspath(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
            String value = null;
            for (String line : blocks(page("docs/how-to/add-lbp.md"), "jshell")
                    .get(0)
                    .lines()
                    .toList()) {
                List<SnippetEvent> events = shell.eval(line);
                assertThat(events).as(line).hasSize(1);
                assertThat(events.get(0).exception()).as(line).isNull();
                assertThat(shell.diagnostics(events.get(0).snippet())).as(line).isEmpty();
                value = events.get(0).value();
            }
            assertThat(value).startsWith("\"mixed");
        }
    }

    @Test
    void gradle_hasTheDependencyOfThePom() throws IOException {
        List<String> gradle = Pattern.compile("implementation\\(\"([^\"]*)\"\\)")
                .matcher(blocks(page("docs/how-to/add-lbp.md"), "kotlin").get(0))
                .results()
                .map(match -> match.group(1))
                .toList();
        List<String> dependencies = DEPENDENCY
                .matcher(pom("plain").replaceAll("(?s).*<dependencies>", ""))
                .results()
                .map(match -> match.group(1) + ":" + match.group(2) + ":" + match.group(3))
                .toList();
        assertThat(gradle).isNotEmpty().isEqualTo(dependencies);
    }
}

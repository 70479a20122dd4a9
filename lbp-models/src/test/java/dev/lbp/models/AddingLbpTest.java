package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
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
        return Files.readString(Path.of("src/it", project, "pom.xml"));
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
        assertThat(blocks(page("docs/how-to/add-lbp.md"), "xml")).first().isEqualTo(pom("consumer"));
    }

    @Test
    void pagesAndReadme_otherXml_isPartOfAPomThatIsBuilt() throws IOException {
        String built = spaced(pom("consumer")) + spaced(pom("slim")) + spaced(pom("tutorial"));
        List<String> adding = blocks(page("docs/how-to/add-lbp.md"), "xml");
        List<String> samediff = blocks(page("docs/how-to/samediff.md"), "xml");
        assertThat(adding).hasSize(3);
        assertThat(samediff).hasSize(1);
        assertThat(blocks(page("README.md"), "xml")).hasSize(1);
        for (String block : adding) {
            assertThat(built).contains(spaced(block));
        }
        assertThat(built).contains(spaced(samediff.get(0)));
        assertThat(built).contains(spaced(blocks(page("README.md"), "xml").get(0)));
    }

    @Test
    void gradle_hasTheDependencyOfThePom() throws IOException {
        List<String> gradle = Pattern.compile("implementation\\(\"([^\"]*)\"\\)")
                .matcher(blocks(page("docs/how-to/add-lbp.md"), "kotlin").get(0))
                .results()
                .map(match -> match.group(1))
                .toList();
        List<String> dependencies = DEPENDENCY
                .matcher(pom("consumer").replaceAll("(?s).*<dependencies>", ""))
                .results()
                .map(match -> match.group(1) + ":" + match.group(2) + ":" + match.group(3))
                .toList();
        assertThat(gradle).isNotEmpty().isEqualTo(dependencies);
    }
}

package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the formatter does not check of the sources of all modules: the width of comments, and the length of files. */
class SourcesTest {

    /** As .editorconfig says. */
    private static final int COLUMNS = 120;

    private static final int LINES = 400;

    /** A line of a comment; a line of code or of a text block may be longer where it holds a long string. */
    private static final Pattern COMMENT = Pattern.compile("\\s*(/\\*|\\*|//).*");

    @Test
    void comments_keepTo_theWidthOfCode() throws IOException {
        List<String> wide = new ArrayList<>();
        for (Path file : Sources.of("src")) {
            List<String> lines = Files.readAllLines(file);
            for (int k = 0; k < lines.size(); k++) {
                String line = lines.get(k);
                if (line.length() > COLUMNS && COMMENT.matcher(line).matches()) {
                    wide.add(file + ":" + (k + 1));
                }
            }
        }
        assertThat(wide).isEmpty();
    }

    @Test
    void files_have_atMost400Lines() throws IOException {
        assertThat(Sources.of("src"))
                .allSatisfy(file ->
                        assertThat(Files.readAllLines(file)).as(file.toString()).hasSizeLessThanOrEqualTo(LINES));
    }
}

package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What the formatter does not check of the sources of all modules: the width of comments, the length of files, and
 * limits of time in tests.
 */
class SourcesTest {

    /** As .editorconfig says. */
    private static final int COLUMNS = 120;

    private static final int LINES = 400;

    /** A line of a comment; a line of code or of a text block may be longer where it holds a long string. */
    private static final Pattern COMMENT = Pattern.compile("\\s*(/\\*|\\*|//).*");

    /** What limits the time of a test, or of a wait, or compares clocks. */
    private static final Pattern LIMIT = Pattern.compile(
            "@Timeout|assertTimeout|(succeeds|fails)Within\\(|\\bTimeUnit\\b"
                    + "|\\b(orTimeout|completeOnTimeout)\\(|\\.join\\([\\d_]+\\)|\\.join\\(Duration"
                    + "|\\b(isLessThan|isLessThanOrEqualTo|isBetween)\\(Duration|\\bnanoTime\\b|\\bcurrentTimeMillis\\b");

    /** Patience; lower bounds of times, which hold on any machine; and times that are printed for a guide. */
    private static final Set<String> MAY_HAVE_TIMES = Set.of(
            "Patience.java",
            "SourcesTest.java",
            "ProgressLinesTest.java",
            "SamplingListenerTest.java",
            "StoppingTest.java",
            "SparkCostTest.java");

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

    /** junit-platform.properties has the one limit of a test, and Patience that of other threads. */
    @Test
    void tests_have_noLimitOfTimeOfTheirOwn() throws IOException {
        List<String> limits = new ArrayList<>();
        for (Path file : Sources.of("src/test")) {
            List<String> lines = Files.readAllLines(file);
            for (int k = 0;
                    k < lines.size()
                            && !MAY_HAVE_TIMES.contains(file.getFileName().toString());
                    k++) {
                if (LIMIT.matcher(lines.get(k)).find()) {
                    limits.add(file + ":" + (k + 1));
                }
            }
        }
        assertThat(limits)
                .as("a busy machine takes longer than any limit: wait for an event, by Patience")
                .isEmpty();
    }

    /** The limit that tests do have, in the one place. */
    @Test
    void limitOfATest_isFarAway() throws IOException {
        Properties junit = new Properties();
        try (InputStream file = SourcesTest.class.getResourceAsStream("/junit-platform.properties")) {
            junit.load(file);
        }
        assertThat(junit.getProperty("junit.jupiter.execution.timeout.default")).isEqualTo("30 m");
    }

    @Test
    void files_have_atMost400Lines() throws IOException {
        assertThat(Sources.of("src"))
                .allSatisfy(file ->
                        assertThat(Files.readAllLines(file)).as(file.toString()).hasSizeLessThanOrEqualTo(LINES));
    }
}

package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Pages are short, and neither their lines nor the cells of their tables are long. Targets of links do not count.
 * {@code java .ci/Words.java} counts the words of all pages.
 */
class PageRulesTest {

    private static final int LINES = 250;
    private static final int COLUMNS = 120;
    private static final int WORDS = 1200;

    /** It has every option, and no story to cut. */
    private static final String ANY_WORDS = "docs/reference/command-line.md";

    /** Code, tables, and targets of links. The same as in .ci/Words.java. */
    private static final Pattern NO_PROSE =
            Pattern.compile("^ *```.*?^ *```$|^\\|[^\\n]*$|(?<=])\\([^)]*\\)", Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]\\S*");

    private static final Pattern TARGET = Pattern.compile("(?<=])\\([^)]*\\)");
    private static final Pattern BETWEEN_CELLS = Pattern.compile("(?<!\\\\)\\|");

    @Test
    void pages_areShort() throws IOException {
        List<String> broken = new ArrayList<>();
        for (String page : Pages.all()) {
            int lines = Files.readAllLines(Pages.ROOT.resolve(page)).size();
            if (lines > LINES) {
                broken.add(page + " has " + lines + " lines");
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void prose_ofHowToAndReference_isShort() throws IOException {
        List<String> broken = new ArrayList<>();
        for (String page : Pages.all()) {
            long words = words(Files.readString(Pages.ROOT.resolve(page)));
            boolean limited = page.startsWith("docs/how-to/") || page.startsWith("docs/reference/");
            if (limited && words > WORDS && !page.equals(ANY_WORDS)) {
                broken.add(page + " has " + words + " words of prose");
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void words_areThoseOfProse() {
        assertThat(words(
                        "# Two words\n\n- a `name()`, [a link](to/some page.md)\n\n| a | table |\n\n```text\ncode\n```\n"
                                + "1.5 - end\n"))
                .isEqualTo(8);
    }

    @Test
    void linesAndCells_areShort() throws IOException {
        List<String> broken = new ArrayList<>();
        for (String page : Pages.all()) {
            broken.addAll(longLines(page, Files.readAllLines(Pages.ROOT.resolve(page))));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void longLines_namesLinesAndCells_butNoCodeAndNoTargets() {
        String wide = "x".repeat(COLUMNS + 1);
        String link = "[link](" + wide + ")";
        assertThat(longLines("page", List.of(wide, "```text", wide, "```", "| a | " + wide + " |", link, "| " + link)))
                .containsExactly("page:1", "page:5");
        String cell = "x".repeat(COLUMNS);
        assertThat(longLines("page", List.of(cell, "| " + cell + " | " + cell + " |")))
                .isEmpty();
    }

    private static long words(String page) {
        return WORD.matcher(NO_PROSE.matcher(page).replaceAll("")).results().count();
    }

    private static List<String> longLines(String page, List<String> lines) {
        List<String> broken = new ArrayList<>();
        boolean code = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = TARGET.matcher(lines.get(i)).replaceAll("");
            if (line.strip().startsWith("```")) {
                code = !code;
            } else if (!code && isLong(line)) {
                broken.add(page + ":" + (i + 1));
            }
        }
        return broken;
    }

    private static boolean isLong(String line) {
        return line.startsWith("|")
                ? BETWEEN_CELLS
                        .splitAsStream(line)
                        .anyMatch(cell -> cell.strip().length() > COLUMNS)
                : line.length() > COLUMNS;
    }
}

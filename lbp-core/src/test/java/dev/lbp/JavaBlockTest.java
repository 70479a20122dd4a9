package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Java block prints is what its page shows. */
class JavaBlockTest {

    private static final String PRINTS = "System.out.println(\"warm-up 0.1 s\");\n";

    @TempDir
    private Path directory;

    private JavaBlock block(String code, String after) throws IOException {
        Path page = directory.resolve("page.md");
        Files.writeString(page, "# Page\n\n```java\n" + code + "```\n" + after + "\nThe end.\n");
        return JavaBlock.of(page.toString()).get(0);
    }

    private static String text(String shown) {
        return "\n```text\n" + shown + "\n```\n";
    }

    @Test
    void printed_isWhatTheBlockPrints() throws Exception {
        assertThat(block(PRINTS, "").printed("", directory)).isEqualTo("warm-up 0.1 s" + System.lineSeparator());
    }

    @Test
    void check_textIsMissing_fails() throws IOException {
        JavaBlock block = block(PRINTS, "");
        assertThatThrownBy(() -> block.check("warm-up 0.1 s")).hasMessageContaining("a block of text must follow");
    }

    @Test
    void check_summaryWithoutText_fails() throws IOException {
        JavaBlock block = block("result.summary();\n", "\n```java\nint x;\n```\n" + text("of the next block"));
        assertThatThrownBy(() -> block.check("")).hasMessageContaining("a block of text must follow");
    }

    @Test
    void check_nothingIsPrintedNorShown_passes() throws IOException {
        JavaBlock block = block("int x = 1;\n", "\nProse.\n" + text("not of the block"));
        assertThatCode(() -> block.check("")).doesNotThrowAnyException();
    }

    @Test
    void check_proseBeforeTheText_passes() throws IOException {
        JavaBlock block = block(PRINTS, "\nIt prints\n" + text("1.5"));
        assertThatCode(() -> block.check("1.5")).doesNotThrowAnyException();
        assertThatThrownBy(() -> block.check("1.6")).hasMessageContaining("1.6");
    }

    @Test
    void check_otherTimesAndKernel_passes() throws IOException {
        JavaBlock block = block(PRINTS, text("warm-up 0.1 s, 1,200 draws per second; kernel: scalar"));
        assertThatCode(() -> block.check("warm-up 12.5 s, 7 draws per second; kernel: vector"))
                .doesNotThrowAnyException();
    }

    @Test
    void check_anotherNumber_fails() throws IOException {
        JavaBlock block = block(PRINTS, text("mean 1.25, sd 3"));
        assertThatThrownBy(() -> block.check("mean 1.26, sd 3")).hasMessageContaining("mean 1.26");
    }

    @Test
    void check_anotherNumberOfMatrices_passes() throws IOException {
        JavaBlock block = block("INDArray x;\n", text("mean     -1.25, R-hat NaN"));
        assertThatCode(() -> block.check("mean 12.6, R-hat 1.001")).doesNotThrowAnyException();
        assertThatThrownBy(() -> block.check("sd 12.6, R-hat 1.001")).hasMessageContaining("sd 12.6");
    }

    @Test
    void check_otherReasonsOfMatrices_pass() throws IOException {
        String verdict = "verdict: not shown to have mixed.\n";
        String shown = text(verdict + "- Site 1: F = 9.");
        JavaBlock block = block("BernoulliRbm model;\n", shown);
        assertThatCode(() -> block.check(verdict + "- Site 2: F = 5.\n- Site 1: F = 4.\nnote: too short"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> block.check("verdict: mixed\n")).hasMessageContaining("verdict: mixed");
        assertThatThrownBy(() -> block("int x;\n", shown).check(verdict)).hasMessageContaining("F = 9");
    }

    @Test
    void check_dots_standForAnyLines() throws IOException {
        JavaBlock block = block(PRINTS, text("first\n...\nlast"));
        assertThatCode(() -> block.check("first\nlast")).doesNotThrowAnyException();
        assertThatCode(() -> block.check("first\n1\n2\nlast")).doesNotThrowAnyException();
        assertThatThrownBy(() -> block.check("first\n1\n2")).hasMessageContaining("the page shows");
    }

    @Test
    void write_thenRun_passes() throws Exception {
        for (String before : new String[] {"", text("old\nlines")}) {
            block(PRINTS, before).write("warm-up 9 s");
            assertThat(directory.resolve("page.md"))
                    .hasContent("# Page\n\n```java\n" + PRINTS + "```\n" + text("warm-up 9 s") + "\nThe end.\n");
            JavaBlock.of(directory.resolve("page.md").toString()).get(0).run("", directory);
        }
    }

    @Test
    void write_textAfterProse_isReplaced_butNotBelowAHeading() throws IOException {
        block(PRINTS, "\nIt prints\n" + text("old")).write("new");
        assertThat(directory.resolve("page.md"))
                .content()
                .contains("It prints\n" + text("new"))
                .doesNotContain("old");
        block(PRINTS, "\n## Log\n" + text("other")).write("new");
        assertThat(directory.resolve("page.md")).content().contains(text("new") + "\n## Log\n" + text("other"));
    }

    @Test
    void modules_haveAPage() throws IOException {
        assertThat(Pages.all().stream().map(Pages::module).distinct())
                .contains("lbp-models", "lbp-nn", "lbp-select", "lbp-solve", "lbp-infer", "lbp-spark", "lbp-learn");
    }
}

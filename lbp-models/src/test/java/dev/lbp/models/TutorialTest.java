package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.JavaBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project of docs/tutorial.md is that below src/it, the program prints what the page shows, and README.md too. */
class TutorialTest {

    private static final String PAGE = "docs/tutorial.md";

    /** Of README.md; the tutorial's program has its own. */
    private static final String IMPORTS = """
            import dev.lbp.*;
            import dev.lbp.models.*;
            import dev.lbp.result.*;
            import dev.lbp.target.*;
            """;

    private static final int SAMPLES = 48;

    private static String block(String language, int number) throws IOException {
        return block(PAGE, language, number);
    }

    private static String block(String page, String language, int number) throws IOException {
        return Pattern.compile("^```" + language + "\\R(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("..", page)))
                .results()
                .map(match -> match.group(1))
                .toList()
                .get(number);
    }

    private static String output(JavaBlock program, Path directory) throws Exception {
        return timeless(
                program.with("Path.of(\"", "Path.of(\"" + directory.toString().replace("\\", "\\\\") + "/")
                        .printed(IMPORTS, directory));
    }

    /** Without times, and without the kernel, which depends on the module path. */
    private static String timeless(String text) {
        return text.replaceAll("\\d+\\.\\d s", "some s")
                .replaceAll("kernel: .*", "kernel")
                .replaceAll("\\R", "\n")
                .strip();
    }

    @Test
    void project_isThat_whichTheBuildCompilesAndRuns() throws IOException {
        Path project = Path.of("src/it/users/plain");
        assertThat(block("xml", 0)).isEqualTo(Files.readString(project.resolve("pom.xml")));
        assertThat(block("java", 0)).isEqualTo(Files.readString(project.resolve("src/main/java/Tray.java")));
    }

    @Test
    void program_printsWhatThePageShows_andWritesTheReport(@TempDir Path directory) throws Exception {
        JavaBlock program = JavaBlock.of(PAGE).get(0);
        assertThat(output(program, directory)).isEqualTo(timeless(block("text", 0)));
        JavaBlock longer = program.with("draws(250)", "draws(1_000)");
        assertThat(output(longer, directory)).isEqualTo(timeless(block("text", 1)));
        assertThat(directory.resolve("report.html")).exists();
    }

    @Test
    void readme_showsWhatItsFirstProgramPrints(@TempDir Path directory) throws Exception {
        JavaBlock lines = JavaBlock.of("README.md").get(0);
        assertThat(output(lines, directory)).isEqualTo(timeless(block("README.md", "text", 0)));
    }

    /** Both programs add up a score in one order, so that equal scores rank alike. */
    @Test
    void readmeAndPage_showTheSameDiagnostics() throws IOException {
        assertThat(diagnostics(block("README.md", "text", 0))).hasSize(3).isEqualTo(diagnostics(block("text", 1)));
    }

    private static List<String> diagnostics(String summary) {
        return summary.lines()
                .filter(line -> line.matches("(?:trace|logProb|hamming) .*"))
                .toList();
    }

    /** The number that the page gives beside its estimate. */
    @Test
    void sumOverTrays_withAtMostFiveInfected_isThatOfThePage() throws IOException {
        double[] sums = new double[2];
        addTrays(0, 5, new long[3], false, 1.0, sums);
        String page = Files.readString(Path.of("..", PAGE)).replaceAll("\\s+", " ");
        Matcher told =
                Pattern.compile("at most 5 infected samples gives (0\\.\\d+)").matcher(page);
        assertThat(told.find()).isTrue();
        assertThat(told.group(1)).isEqualTo(String.format(Locale.ROOT, "%.3f", sums[1] / sums[0]));
    }

    /** Adds the weight of each tray with more samples infected, from {@code next} on; sums[1]: those with sample 22. */
    private static void addTrays(int next, int left, long[] hit, boolean suspect, double prior, double[] sums) {
        double weight = prior * likelihood(hit[0], 0b010110, 6) * likelihood(hit[1], 0b100100, 8);
        weight *= likelihood(hit[2], 0b1011, 8);
        sums[0] += weight;
        sums[1] += suspect ? weight : 0;
        if (left == 0) {
            return;
        }
        for (int sample = next; sample < SAMPLES; sample++) {
            int r = sample / 8;
            int c = sample % 8;
            long[] pools = {hit[0] | 1L << r, hit[1] | 1L << c, hit[2] | 1L << (r + c) % 8};
            addTrays(sample + 1, left - 1, pools, suspect || sample == 22, prior * 0.04 / 0.96, sums);
        }
    }

    private static double likelihood(long infected, long positive, int pools) {
        double product = 1;
        for (int pool = 0; pool < pools; pool++) {
            double chance = (infected >> pool & 1) == 1 ? 0.90 : 0.02;
            product *= (positive >> pool & 1) == 1 ? chance : 1 - chance;
        }
        return product;
    }
}

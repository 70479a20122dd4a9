package dev.lbp.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Inside;
import dev.lbp.ParsedPage;
import dev.lbp.Report;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.internal.html.Html;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Pages of runs of every shape: each parses as XML, describes every drawing, refers to nothing outside, and is of
 * bounded size.
 */
class ReportTest {

    private static final int MOST_BYTES = 2_000_000;

    @TempDir
    private Path directory;

    /** The log-probability is that of independent bits; cheap, so that long runs are quick. */
    private static SamplingRun bits(int n) {
        return Samplers.lbp().scale(1).build().sample(SpinLine.of(n));
    }

    private static ParsedPage page(SampleResult result) {
        return ParsedPage.checked(Inside.html(Report.of(result)));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 0, 1",
        "1, 1, 10, 2",
        "1, 4, 10, 300",
        "2, 1, 1, 3",
        "2, 3, 0, 1",
        "5, 8, 50, 200",
        "5, 9, 50, 200",
        "6, 17, 7, 40",
        "4, 100, 20, 500",
        "8, 3, 100, 100000",
        "100000, 2, 5, 30"
    })
    void html_runOfAnyShape_isAPage(int sites, int chains, int warmup, int draws) {
        SampleResult result = bits(sites)
                .chains(chains)
                .warmup(warmup)
                .draws(draws)
                .threads(2)
                .run();
        String html = Inside.html(Report.of(result));
        assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(MOST_BYTES);
        ParsedPage page = ParsedPage.checked(html);
        assertThat(page.text("//h2"))
                .containsSubsequence("Marginals", "Diagnostics", "What was run"); // the answer first
        assertThat(page.text("//section[@id='diagnostics']/details//h3"))
                .containsExactly("Trace of logProb", "Trace of hamming");
        assertThat(page.text("//h2").contains("Warm-up")).isEqualTo(warmup > 0);
        assertThat(page.drawings()).isGreaterThanOrEqualTo(4);
    }

    @Test
    void html_lattice_isOneOfItsRowsAndColumns() {
        SampleResult result = bits(100_000).chains(1).warmup(0).draws(2).run();
        String html = Inside.html(Report.of(result).lattice(250, 400));
        assertThat(html.length()).isLessThan(MOST_BYTES);
        assertThat(ParsedPage.checked(html).text("//figcaption"))
                .contains("P(x = 1) on the lattice of 250 rows and 400 columns, row 0 at the top");
        for (int rows : new int[] {1, 10, 100_000}) {
            ParsedPage.checked(Inside.html(Report.of(result).lattice(rows, 100_000 / rows)));
        }
        assertThatThrownBy(() -> Report.of(result).lattice(10, 10))
                .hasMessage("must have a cell for each of 100000 sites: lattice(10, 10) has 100");
        assertThatThrownBy(() -> Report.of(result).lattice(-1, -100_000)).hasMessage("must be >= 1: rowCount=-1");
    }

    /** Names stand where numbers would, in the verdict's reasons as well; site 1 has the highest marginal. */
    @Test
    void html_names_standForNumbers() {
        SampleResult result = Samplers.rwm()
                .scale(1)
                .build()
                .sample(EnergyModels.of(2, x -> x[0] == x[1] ? 0.0 : 1000.0))
                .initial(new byte[][] {{1, 0}, {0, 1}, {0, 1}, {0, 1}})
                .draws(200)
                .keepBest(5)
                .run();
        ParsedPage page = ParsedPage.checked(Inside.html(Report.of(result).names(List.of("a<b", "the second"))));
        assertThat(page.text("//table[@class='named']//th[@scope='row']")).containsExactly("the second", "a<b");
        assertThat(page.text("//section[@id='marginals']//details//tbody//th")).containsExactly("the second", "a<b");
        assertThat(page.text("//section[@id='best']//td[last()]")).contains("the second");
        assertThat(String.join(" ", page.text("//div[starts-with(@class, 'verdict')]//li")))
                .contains("a<b: P(x = 1) from ")
                .doesNotContain("Site 0");
        assertThatThrownBy(() -> Report.of(result).names(List.of("one")))
                .hasMessage("must have length 2: names.length=1");
        assertThat(result.verdict().get(0)).isEqualTo("not shown to have mixed.");
        assertThat(String.join(" ", result.verdict())).contains("Site 0: P(x = 1) from ");
    }

    @Test
    void html_noDraws_saysSo() {
        Thread.currentThread().interrupt();
        SampleResult result = bits(5).chains(2).run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.draws()).isZero();
        ParsedPage page = page(result);
        assertThat(page.text("//h2"))
                .contains("Nothing to judge: there are no draws")
                .doesNotContain("Marginals");
        assertThat(page.text("//li"))
                .anyMatch(reason -> reason.startsWith("How the run ended: interrupted after "))
                .noneMatch(reason -> reason.contains("settle"));
        assertThat(page.text("//section[@id='warm-up']//desc")).containsOnly("The run ended before its first draw.");
        assertThat(page.text("//section[@id='warm-up']//path/@class")).doesNotContain("level");
        assertThat(result.summary()).doesNotContain("NaN").doesNotContain("settle");
    }

    @Test
    void html_constantTrace_isNotJudgedByIt() {
        SampleResult result = Samplers.rwm()
                .scale(1)
                .build()
                .sample(EnergyModels.of(40, (byte[] x) -> 0.0))
                .chains(4)
                .draws(5_000)
                .run();
        assertThat(Verdict.of((ReportedRun) result).finding()).isEqualTo(Verdict.Finding.MIXED);
        ParsedPage page = page(result);
        assertThat(page.text("//li")).contains("logProb is constant, which says nothing.");
        assertThat(page.text("//p"))
                .contains("The trace is constant, so there are neither autocorrelations nor ranks.");
    }

    /** Chains that never leave where they start: no variance within, so R-hat is infinite. */
    @Test
    void html_stuckChains_saysAtTheTopNotToTrustThem() {
        int n = 31; // odd, so that no state is as far from all zeros as from all ones
        byte[][] modes = new byte[2][n];
        Arrays.fill(modes[1], (byte) 1);
        SampleResult result = Samplers.lbp()
                .scale(1)
                .build()
                .sample(EnergyModels.of(n, (byte[] x) -> {
                    int ones = 0;
                    for (byte bit : x) {
                        ones += bit;
                    }
                    return ones == 0 || ones == n ? 0.0 : -1e6;
                }))
                .chains(2)
                .warmup(5)
                .draws(100)
                .initial(modes)
                .run();
        assertThat(result.rHat("hamming")).isInfinite();
        String html = Inside.html(Report.of(result));
        ParsedPage page = ParsedPage.checked(html);
        assertThat(page.text("//h2").get(0)).isEqualTo("Do not trust these results: the chains disagree");
        assertThat(page.text("//li")).anyMatch(reason -> reason.startsWith("The mean of hamming is "));
        assertThat(page.text("//section[@id='marginals']/p"))
                .contains("The chains disagree, so these may be far from the truth.");
        assertThat(html.indexOf("Do not trust")).isLessThan(html.indexOf("<nav"));
    }

    /** The means of the trace by which chains differ most come first, those of the other traces below. */
    @Test
    void html_disagreement_beginsWithTheWorstTrace() {
        byte[][] modes = new byte[2][60];
        Arrays.fill(modes[1], 0, 30, (byte) 1);
        double[] halves = new double[60];
        Arrays.fill(halves, 0, 30, 1.0);
        SampleResult result = bits(60).chains(2)
                .warmup(0)
                .draws(60)
                .initial(modes)
                .track("half", Statistic.weightedSum(halves))
                .run();
        assertThat(result.rHat("half")).isGreaterThan(result.rHat("hamming")).isGreaterThan(result.rHat("logProb"));
        assertThat(result.rHat("hamming")).isGreaterThan(Verdict.LARGEST_R_HAT);
        ParsedPage page = page(result);
        assertThat(page.text("//div[@class='verdict disagree']/ul/li").get(0)).startsWith("The mean of half is ");
        assertThat(page.text("//div[@class='verdict disagree']/ul/li"))
                .filteredOn(reason -> reason.startsWith("The mean of"))
                .hasSize(1);
        assertThat(page.text("//figcaption")).contains("Autocorrelation of half");
        assertThat(page.text("//div[@class='verdict disagree']/ul/li"))
                .anyMatch(reason ->
                        reason.matches("R-hat of hamming is .*, above 1\\.01; its ESS is \\d+, below 400\\."));
        assertThat(result.summary().lines())
                .anyMatch(line -> line.matches("- R-hat of half is .*; its ESS is \\d+, below 400\\."))
                .contains("verdict: not shown to have mixed.")
                .allMatch(line -> line.length() < 120);
    }

    @Test
    void tracesWithPlots_moreThanFit_areThoseOfTheLargestRHat() {
        List<String> names = IntStream.range(0, 40).mapToObj(k -> "" + k).toList();
        assertThat(ReportPage.tracesWithPlots(names.subList(0, 16), name -> 1.0))
                .isEqualTo(names.subList(0, 16));
        List<String> drawn = ReportPage.tracesWithPlots(names, name -> {
            int k = Integer.parseInt(name);
            return k < 20 ? Double.NaN : k == 30 ? Double.POSITIVE_INFINITY : k;
        });
        assertThat(drawn)
                .hasSize(16)
                .startsWith("30", "39", "38")
                .endsWith("25", "24")
                .doesNotContain("23");
    }

    @Test
    void trace_withValuesThatAreNotFinite_isDrawnWithoutThem() {
        double[][] trace = new double[2][100];
        trace[0][3] = Double.NaN;
        trace[1][50] = Double.NEGATIVE_INFINITY;
        Html html = new Html().open("html").element("h1", "x");
        new ReportTrace("mine", trace, 1).writeTo(html, false);
        ParsedPage page = ParsedPage.checked(html.close().toString());
        assertThat(page.drawings()).isEqualTo(2); // a strip of each chain
        assertThat(page.text("//p"))
                .contains("The trace has values that are not finite, so there are neither autocorrelations nor ranks.");
    }

    @Test
    void html_mixedRun_saysSoAndListsFigures() {
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(EnergyModels.of(6, (byte[] x) -> 0.2 * x[0] + 0.4 * x[1] * x[2]))
                .chains(4)
                .draws(2_000)
                .seed(987654321)
                .run();
        assertThat(result.summary()).contains("verdict: mixed");
        ParsedPage page = page(result);
        assertThat(page.text("//h2").get(0)).isEqualTo("The chains have mixed, as far as their traces can tell");
        assertThat(page.text("//dd")).contains("987654321", "Gibbs, systematic scan", "6", "4");
        assertThat(page.text("//dt")).contains("Steps", "Kernel that computes weights", "Library", "Date of this page");
        assertThat(page.text("//section[@id='diagnostics']//caption"))
                .startsWith("All chains together; \u2013 is a figure that cannot be computed");
        assertThat(page.text("//section[@id='diagnostics']//p"))
                .anyMatch(text ->
                        text.endsWith("The verdict needs an ESS (bulk) of at least 400 and an R-hat of at most 1.01."));
        assertThat(page.text("//th")).contains("logProb", "hamming", "R-hat", "chain 3");
    }

    /**
     * Paper: the footer would stand alone on a last page, tables of three columns fill half of each page, and the end
     * of a long line would be cut off.
     */
    @Test
    void html_printed_hasNoFooterAndLongTablesSideBySide() {
        SampleResult result = bits(300).chains(2).warmup(0).draws(40).run();
        String html = Inside.html(Report.of(result));
        assertThat(html.substring(html.indexOf("@media print")))
                .containsPattern("[^}]*footer[^}]*\\{ display: none; }")
                .contains("pre { white-space: pre-wrap; }")
                .doesNotContain("footer { break");
        assertThat(html).contains(".long-table { columns: ");
        ParsedPage page = ParsedPage.checked(html);
        assertThat(page.text("//div[@class='long-table']//caption"))
                .containsExactly("P(x = 1) by site, the first 200 of 300 sites");
        assertThat(page.text("//section[@id='marginals']/details/p"))
                .contains("The files of the command line have all sites, as has the result in Java.");
    }

    @Test
    void html_textsOfTheUser_areEscaped() {
        EnergyModel model = new Named("<script>alert(1)</script> & \"co\" \u0001", SpinLine.of(4));
        SampleResult result = Samplers.lbp().build().sample(model).draws(20).run();
        String html = Inside.html(Report.of(result));
        assertThat(html).doesNotContain("<script");
        assertThat(ParsedPage.checked(html).text("//h1")).containsExactly("<script>alert(1)</script> & \"co\" \ufffd");
        assertThat(ParsedPage.checked(Inside.html(Report.of(result).title("a < b")))
                        .text("//title"))
                .contains("a < b");
    }

    @Test
    void write_file_replacesWhatWasThere() throws IOException {
        SampleResult result = bits(5).draws(20).run();
        Path file = directory.resolve("report.html");
        Files.writeString(file, "old");
        result.report(file);
        assertThat(Files.readString(file)).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
        result.report(directory.resolve("new/reports/report.html")); // as lbp sample makes them
        assertThat(directory.resolve("new/reports/report.html")).isRegularFile();
    }

    @Test
    void write_badPath_isRefused() throws IOException {
        SampleResult result = bits(5).draws(20).run();
        Path file = Files.writeString(directory.resolve("file"), "kept");
        for (Path bad : new Path[] {file.resolve("report.html"), Path.of("/")}) {
            assertThatThrownBy(() -> result.report(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("must be in a directory, or in a path where one can be made: file=" + bad);
        }
        assertThatThrownBy(() -> result.report(directory))
                .hasMessage("must be a regular file, or a path where there is nothing: file=" + directory);
        assertThat(file).hasContent("kept");
    }

    /** A model under a name of the user's choice. */
    private record Named(String name, EnergyModel model) implements EnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public INDArray logProb(INDArray states) {
            return model.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return model.gradient(states);
        }

        @Override
        public INDArray flipLogRatios(INDArray states) {
            return model.flipLogRatios(states);
        }
    }
}

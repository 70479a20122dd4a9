package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.ParsedPage;
import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Inclusion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report and the tables of a result. */
class SelectionFilesTest {

    @TempDir
    private Path directory;

    private static SelectionResult exact() {
        Regressions data = Regressions.autoregressive(20, 5, 0.5, 1L);
        return VariableSelection.linear(data.x(), data.y())
                .names("a<b", "c,d", "e", "f", "g")
                .always("g")
                .run();
    }

    private static SelectionResult sampled() {
        Regressions data = Regressions.autoregressive(30, 80, 0.5, 2L);
        return VariableSelection.linear(data.x(), data.y())
                .inclusion(Inclusion.expectedSize(3))
                .sampling(run -> run.draws(500).warmup(100).chains(2))
                .run();
    }

    @Test
    void report_isAWellFormedPage_withEveryPart() throws Exception {
        Path file = directory.resolve("report.html");
        SelectionResult exact = exact();
        exact.report(file);
        ParsedPage page = ParsedPage.checked(Files.readString(file));
        assertThat(String.join(" ", page.text("//body")))
                .contains(
                        "Variable selection for y",
                        "Exact: all models were enumerated",
                        "always in",
                        "a<b",
                        "Model by model")
                .doesNotContain("The chains");
        for (SelectionResult.Variable one : exact.inclusion()) {
            String probability = String.format(Locale.ROOT, "%.7f", one.probability());
            assertThat(exact.summary()).contains(probability);
            assertThat(page.text("//table[@class='named']//td")).contains(probability);
            assertThat(page.text("//details//td")).contains(probability);
        }
        String best = String.format(Locale.ROOT, "%.7f", exact.models(1).get(0).probability());
        assertThat(page.text("//details//td")).contains(best);
    }

    @Test
    void report_ofChains_hasTheirVerdict_andTheMostProbableVariables() throws Exception {
        Path file = directory.resolve("report.html");
        sampled().report(file);
        ParsedPage page = ParsedPage.checked(Files.readString(file));
        assertThat(String.join(" ", page.text("//body")))
                .contains("the 50 most probable; 30 are left out", "The chains", "R-hat");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> exact().report(file.resolve("report.html")))
                .withMessageStartingWith("must be in a directory, or in a path where one can be made: file=");
    }

    /** Rows that were held out have a picture of their own. */
    @Test
    void report_withRowsHeldOut_hasTheirPicture() throws Exception {
        Regressions data = Regressions.autoregressive(40, 3, 0.5, 1L);
        double[][] values = new double[40][];
        for (int t = 0; t < 40; t++) {
            values[t] = new double[] {data.x()[t][0], data.x()[t][1], data.x()[t][2], t % 2};
        }
        Table table = Table.of(new String[] {"x1", "x2", "x3", "y"}, values);
        SelectionResult result = VariableSelection.logistic(table, "y").run().scoredOn(table);
        Path file = directory.resolve("report.html");
        result.report(file);
        ParsedPage page = ParsedPage.checked(Files.readString(file));
        assertThat(String.join(" ", page.text("//figcaption")))
                .contains("Calibration, the rows of the data", "Calibration, rows held out");
        assertThat(page.text("//table[@class='named']//th")).contains("x1", "x2", "x3");
        HeldOut.Point last = result.heldOut().orElseThrow().points().get(39);
        assertThat(last.observed()).isEqualTo(1.0);
        assertThat(last.predicted()).isEqualTo(result.predict(table).get(39).mean());
    }

    /** The picture of models has the names of columns, and one for variables that are not on the page. */
    @Test
    void pictureOfModels_namesItsColumns() throws Exception {
        Path file = directory.resolve("report.html");
        exact().report(file);
        assertThat(ParsedPage.checked(Files.readString(file)).text("//table[@class='cells']//span"))
                .containsExactlyInAnyOrder("a<b", "c,d", "e", "f", "a<b", "c,d", "e", "f"); // of pairs and of models
        Regressions.autoregressive(30, 300, 0.5, 2L)
                .selection()
                .inclusion(Inclusion.expectedSize(3))
                .sampling(run -> run.draws(300).warmup(100).chains(2))
                .run()
                .report(file);
        assertThat(ParsedPage.checked(Files.readString(file)).text("//table[@class='cells']//span"))
                .contains("(others)", "x1");
    }

    @Test
    void csv_hasAllVariables_andCanBeReadAgain() throws Exception {
        SelectionResult result = exact();
        Path out = directory.resolve("made/here");
        result.exportCsv(out);
        Table inclusion = Table.csv(out.resolve("inclusion.csv"), "variable");
        assertThat(inclusion.factor("variable")).containsExactly("a<b", "c,d", "e", "f");
        assertThat(inclusion.column("probability")[2])
                .isEqualTo(result.inclusion("e").probability());
        Table coefficients = Table.csv(out.resolve("coefficients.csv"), "column");
        assertThat(coefficients.names()).startsWith("column", "probability", "mean", "error", "sd");
        assertThat(coefficients.factor("column")).containsExactly("(intercept)", "g", "a<b", "c,d", "e", "f");
        assertThat(coefficients.column("upper_95")[4])
                .isEqualTo(result.coefficients().get(2).upper());
        Table sizes = Table.csv(out.resolve("sizes.csv"));
        assertThat(sizes.column("prior")).containsExactly(result.priorSizes());
        assertThat(sizes.column("probability")).containsExactly(result.sizes());
        List<String> models = Files.readAllLines(out.resolve("models.csv"));
        assertThat(models).hasSize(1 + 16);
        assertThat(models.get(1)).startsWith(result.models(1).get(0).probability() + ",0.0,");
    }

    /** As R's {@code scan(text = ., what = "", quote = "\"")} splits them. */
    @Test
    void namesWithBlanks_areQuoted_inModels() throws Exception {
        Regressions data = Regressions.autoregressive(30, 3, 0.5, 3L);
        VariableSelection.linear(data.x(), data.y())
                .names("a", "b c", "d\"e")
                .run()
                .exportCsv(directory.resolve("blanks"));
        assertThat(Files.readString(directory.resolve("blanks/models.csv")))
                .contains(",\"a \"\"b c\"\" \"\"d\"\"\"\"e\"\"\"\r\n");
    }

    /** A spreadsheet must not run a name as a formula, nor a terminal as a command. */
    @Test
    void namesOfAFile_doNothing_inTablesAndTexts() throws Exception {
        Regressions data = Regressions.autoregressive(30, 3, 0.5, 3L);
        SelectionResult result = VariableSelection.linear(data.x(), data.y())
                .names("=cmd|' /C calc'!A0", "@SUM(1,2)", "\u001B[2Jred")
                .run();
        Path out = directory.resolve("names");
        result.exportCsv(out);
        assertThat(Table.csv(out.resolve("inclusion.csv"), "variable").factor("variable"))
                .containsExactly("'=cmd|' /C calc'!A0", "'@SUM(1,2)", "?[2Jred");
        assertThat(Table.csv(out.resolve("coefficients.csv"), "column").factor("column"))
                .containsExactly("(intercept)", "'=cmd|' /C calc'!A0", "'@SUM(1,2)", "?[2Jred");
        assertThat(Files.readString(out.resolve("models.csv")))
                .contains("\"\"'=cmd|' /C calc'!A0\"\" '@SUM(1,2)")
                .doesNotContain(",=", ",\"=", ",@", ",\"@", "\u001B");
        assertThat(result.summary()).contains("?[2Jred", "=cmd|' /C calc'!A0 ").doesNotContain("\u001B");
    }

    /** 100 draws leave errors above the bound, so that the run must grow. */
    @Test
    void untilPipError_drawsUntilErrorsAreSmall() {
        Regressions data = Regressions.autoregressive(30, 25, 0.5, 3L);
        VariableSelection selection = VariableSelection.linear(data.x(), data.y())
                .sampling(run -> run.draws(100).chains(2));
        assertThat(SampledInclusion.largestError(selection.run().inclusion())).isGreaterThan(0.001);
        SelectionResult result = selection.untilPipError(0.001, 100).run();
        assertThat(result.inclusion()).allSatisfy(one -> assertThat(one.error()).isLessThanOrEqualTo(0.001));
        assertThat(result.run().orElseThrow().draws()).isGreaterThan(100);
        assertThat(result.summary()).contains("largest error of a probability: 0.000");
        assertThat(result.run().orElseThrow().statistics("size").mean()).isEqualTo(meanSize(result), offset(1e-9));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection.untilPipError(0))
                .withMessage("must be in (0, 1): most=0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection.untilPipError(0.5, 0))
                .withMessage("must be >= 1: leastDraws=0");
    }

    @Test
    void untilPipError_looksFirstAtAThousandDraws() {
        Regressions data = Regressions.autoregressive(30, 25, 0.5, 3L);
        VariableSelection selection =
                VariableSelection.linear(data.x(), data.y()).untilPipError(0.5);
        assertThat(selection.run().run().orElseThrow().draws()).isEqualTo(1_000);
        assertThat(selection.untilPipError(0.5, 1_300).run().run().orElseThrow().draws())
                .isEqualTo(1_300);
    }

    private static double meanSize(SelectionResult result) {
        double mean = 0.0;
        double[] sizes = result.sizes();
        for (int size = 0; size < sizes.length; size++) {
            mean += size * sizes[size];
        }
        return mean;
    }

    /**
     * Four models by hand at g = 5: with rss = 1 - R^2, a model of k columns has the evidence {@code 6^((4 - k) / 2) /
     * (1 + 5 rss)^2}, and a coefficient is 5/6 of that of least squares. x1 is the best model, of probability 0.33, and
     * no variable has 1/2, so that the median model predicts the mean of y, 3.
     */
    @Test
    void predictions_areThoseOfTheMedianAndTheBestModelToo() throws Exception {
        double[][] x = {{2, -3}, {-3, 3}, {0, -1}, {0, 1}, {1, 0}};
        SelectionResult result = VariableSelection.linear(x, new double[] {3, 0, 5, 3, 4})
                .gPrior(5)
                .inclusion(Inclusion.bernoulli(0.5))
                .run();
        double root = Math.sqrt(6);
        double[] evidences = {
            1,
            6 * root / Math.pow(1 + 5 * 24.0 / 49, 2),
            6 * root / Math.pow(1 + 5 * 159.0 / 280, 2),
            6 / Math.pow(1 + 5 * 188.0 / 385, 2)
        };
        double best = 3 + 5.0 / 6 * 10 / 14 * 2;
        double[] means = {3, best, 3, 3 + 5.0 / 6 * 7 / 11 * 2};
        double average = 0;
        for (int m = 0; m < means.length; m++) {
            average += means[m] * evidences[m] / Arrays.stream(evidences).sum();
        }
        Table row = Table.of(new String[] {"x1", "x2"}, new double[][] {{2, 0}});
        Map<String, Object> cells =
                result.predicting(row).predictions().orElseThrow().objects().get(0);
        assertThat((double) cells.get("mean")).isEqualTo(average, offset(1e-10));
        assertThat((double) cells.get("median_model")).isEqualTo(3, offset(1e-12));
        assertThat((double) cells.get("best_model")).isEqualTo(best, offset(1e-12));
        assertThat(result.models(1).get(0).variables()).containsExactly("x1");
        result.exportPredictions(directory.resolve("rows.csv"), row);
        assertThat(Files.readAllLines(directory.resolve("rows.csv")).get(1).split(",")[8])
                .isEqualTo(cells.get("best_model").toString());
    }

    /** Two copies of y have a probability of 1/2 each, and no model has both. */
    @Test
    void impossibleMedianModel_predictsNothing() {
        double[][] x = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}};
        SelectionResult result = VariableSelection.linear(x, new double[] {0, 1, 2, 3, 4})
                .noiseVariance(1e-6)
                .allowDuplicates()
                .run();
        assertThat(result.medianModel().isPossible()).isFalse();
        Table row = Table.of(new String[] {"x1", "x2"}, new double[][] {{2, 2}});
        Map<String, Object> cells =
                result.predicting(row).predictions().orElseThrow().objects().get(0);
        assertThat((double) cells.get("median_model")).isNaN();
        assertThat((double) cells.get("best_model")).isEqualTo(2, offset(1e-12));
    }
}

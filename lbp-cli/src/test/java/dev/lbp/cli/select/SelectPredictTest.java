package dev.lbp.cli.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.ParsedPage;
import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lbp select} on a table as a spreadsheet writes it, with rows held out and rows to predict. */
class SelectPredictTest {

    @TempDir
    private Path directory;

    private Path table;
    private Path fresh;
    private Path out;

    private final List<String> lines = new ArrayList<>();

    /** sick depends on a and on the ward; b has no effect; fold holds every fifth row out. */
    @BeforeEach
    void writeTables() throws IOException {
        Random random = new Random(4L);
        lines.add("a, in cm;b;ward;fold;sick");
        for (int t = 0; t < 120; t++) {
            double a = random.nextGaussian();
            int ward = random.nextInt(3);
            boolean sick = random.nextDouble() < 1 / (1 + Math.exp(-1.5 * a - ward + 1));
            lines.add(String.format(
                    Locale.GERMANY,
                    "%.3f;%.2f;%s;%s;%s",
                    a,
                    random.nextGaussian(),
                    "east,mid,west".split(",")[ward],
                    t % 5 == 0 ? "Test" : "train",
                    sick ? "Yes" : "no"));
        }
        table = directory.resolve("table.csv");
        Files.writeString(table, "\uFEFF" + String.join("\r\n", lines) + "\r\n;;;;\r\n");
        fresh = directory.resolve("new.csv");
        Files.writeString(fresh, "ward,b,name,\"a, in cm\"\nwest,0.5,Ann,1.25\neast,-1,Bob,-2\n");
        out = directory.resolve("out");
    }

    private Terminal select(String file, Path to, String... more) {
        List<Object> all = new ArrayList<>(List.of("select", directory.resolve(file), "--quiet", "--out", to));
        all.addAll(List.of("--response", "sick", "--family", "logistic", "--factor", "ward"));
        all.addAll(Arrays.asList(more));
        Terminal terminal = Terminal.run(all.toArray());
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        return terminal;
    }

    @Test
    void folds_areScored() throws IOException {
        Terminal terminal = select("table.csv", out, "--without", "fold", "--cross-validate", "3");
        assertThat(terminal.out)
                .contains("cross-validation, 120 rows in 3 folds left out: elpd, the sum of log predictive densities")
                .contains("elpd.csv");
        List<String> scores = Files.readAllLines(out.resolve("elpd.csv"));
        assertThat(scores).hasSize(4);
        assertThat(scores.get(0)).isEqualTo("predictor,elpd,error,difference,difference_error");
        assertThat(cell(scores, 1, 1)).isGreaterThan(cell(scores, 2, 1)); // the empty model
        assertThat(Files.readString(out.resolve("report.html"))).contains("Cross-validation");
        select("table.csv", directory.resolve("loo"), "--without", "fold,b", "--cross-validate", "loo");
        assertThat(Files.readString(directory.resolve("loo").resolve("summary.txt")))
                .contains("each of 120 rows left out");
    }

    /** One row alone has the rare value, so the column is constant without its fold. */
    @Test
    void foldWithoutAFit_leavesTheSelection_andIsTold() throws IOException {
        Files.writeString(fresh, "rare,b,y\n1,0.5,1.2\n" + "0,1.5,2.1\n0,-0.5,0.4\n0,2.5,2.9\n".repeat(5));
        Terminal terminal =
                Terminal.run("select", fresh, "--quiet", "--response", "y", "--out", out, "--cross-validate", "4");
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.err)
                .contains("must not be constant: column rare (without the rows of fold ")
                .contains(" of 4); all but the cross-validation is written");
        assertThat(out.resolve("summary.txt")).exists();
        assertThat(out.resolve("selection.json")).exists();
        assertThat(out.resolve("elpd.csv")).doesNotExist();
    }

    @Test
    void newRows_arePredicted_byTheNamesOfTheirColumns() throws IOException {
        Terminal terminal = select("table.csv", out, "--without", "fold", "--predict", fresh.toString());
        assertThat(terminal.out)
                .contains("note: " + table + " has semicolons between values, commas before decimals")
                .contains("note: sick is 1 for Yes and 0 for no")
                .contains("note: not used of " + fresh + ": name")
                .contains(
                        "coefficients.csv, models.csv, sizes.csv, pairs.csv, sets.csv, predictions.csv, summary.txt, report.html, selection.json")
                .contains("predictions of 2 rows, with intervals of 90 %", "row      probability probability_lower");
        List<String> predictions = Files.readAllLines(out.resolve("predictions.csv"));
        assertThat(predictions.get(0))
                .isEqualTo("row,probability,probability_lower,probability_upper,median_model,best_model");
        assertThat(predictions).hasSize(3);
        assertThat(ParsedPage.source(out.resolve("report.html"))).contains("Predictions of new rows");
        assertThat(Files.readString(out.resolve("selection.json"))).contains("\"predictions\": [", "\"row\": 2,");
        assertThat(cell(predictions, 1, 1)).isBetween(0.8, 1.0);
        assertThat(cell(predictions, 2, 1)).isBetween(0.0, 0.2);
        Files.writeString(fresh, "a, in cm;b;ward;sick\n1,25;0,5;west;who knows\n-2;-1;east;\n");
        select("table.csv", out, "--without", "fold", "--predict", fresh.toString());
        assertThat(Files.readAllLines(out.resolve("predictions.csv"))).isEqualTo(predictions);
        select("table.csv", out, "--without", "fold", "--predict", fresh.toString(), "--yes", "no");
        List<String> turned = Files.readAllLines(out.resolve("predictions.csv"));
        assertThat(cell(turned, 1, 1)).isEqualTo(1 - cell(predictions, 1, 1), offset(1e-9));
    }

    private static double cell(List<String> lines, int row, int column) {
        return Double.parseDouble(lines.get(row).split(",")[column]);
    }

    /** The result is that of a file without the rows that are held out. */
    @Test
    void rowsThatAreHeldOut_areNoPartOfTheFit() throws IOException {
        Terminal terminal = select("table.csv", out, "--holdout", "fold");
        assertThat(terminal.out)
                .contains("n=96, p=3", "held out: 24 rows", "Brier score", "log-loss", "AUC", "full model");
        assertThat(Files.readAllLines(out.resolve("scores.csv")))
                .hasSize(1 + 3 * 3)
                .first()
                .isEqualTo("measure,predictor,value,error");
        assertThat(ParsedPage.source(out.resolve("report.html"))).contains("24 rows held out", "Brier score");
        Files.write(
                directory.resolve("training.csv"),
                lines.stream().filter(line -> !line.contains(";Test;")).toList());
        Path other = directory.resolve("other");
        select("training.csv", other, "--without", "fold");
        for (String name : new String[] {"inclusion.csv", "coefficients.csv", "models.csv"}) {
            assertThat(Files.readString(out.resolve(name))).isEqualTo(Files.readString(other.resolve(name)));
        }
    }

    @Test
    void randomRows_areHeldOut_bySeed_inBothClasses() throws IOException {
        String first = select("table.csv", out, "--without", "fold", "--holdout", ".2").out;
        assertThat(first).contains("held out: 24 rows");
        for (String part : new String[] {"0.2", "20%"}) {
            assertThat(select("table.csv", out, "--without", "fold", "--holdout", part).out)
                    .isEqualTo(first);
        }
        assertThat(select("table.csv", out, "--without", "fold", "--holdout", "0.2", "--seed", "2").out)
                .isNotEqualTo(first);
    }

    /** Chains go on with other rows to predict, and with sampled evidence, but not with other rows held out. */
    @Test
    void resumedChains_predictOtherRows() throws IOException {
        String[] run =
                ("--without fold --enumerate-up-to 0 --warmup 50 --draws 200 --chains 2 --holdout 0.2 --checkpoint "
                                + directory.resolve("saved"))
                        .split(" ");
        String models = select("table.csv", out, run).out;
        String[] more = Arrays.copyOf(run, run.length + 2);
        more[run.length] = "--predict";
        more[run.length + 1] = fresh.toString();
        assertThat(select("table.csv", out, more).out.lines().limit(20).toList())
                .isEqualTo(models.lines().limit(20).toList());
        assertThat(Files.readAllLines(out.resolve("predictions.csv"))).hasSize(3);
        more = Arrays.copyOf(run, run.length + 1);
        more[run.length] = "--exact-evidence";
        assertThat(select("table.csv", out, more).out).contains("importance sampling");
        String[] other = run.clone();
        other[11] = "0.3";
        List<Object> all = new ArrayList<>(List.of("select", table, "--quiet", "--out", out, "--response", "sick"));
        all.addAll(List.of("--family", "logistic", "--factor", "ward"));
        all.addAll(Arrays.asList(other));
        Terminal refused = Terminal.run(all.toArray());
        assertThat(refused.err).contains("--holdout must be 0.2, as in the checkpoint, and is 0.3");
        assertThat(refused.exitCode).isEqualTo(2);
    }

    /** Each family with its columns; logarithms are taken of new rows, too. */
    @Test
    void otherFamilies_haveTheirColumns() throws IOException {
        Random random = new Random(8L);
        StringBuilder text = new StringBuilder("x\tz\tn\ttime\tevent\ty\n");
        for (int t = 0; t < 60; t++) {
            double x = Math.exp(random.nextGaussian());
            double noise = random.nextDouble();
            text.append(x + "\t" + random.nextGaussian() + "\t" + (int) (3 * x * noise) + "\t")
                    .append(Math.ceil(-10 * Math.log(noise) / x) + "\t" + t % 2 + "\t" + (Math.log(x) + noise) + "\n");
        }
        Path data = Files.writeString(directory.resolve("data.tsv"), text);
        Path rows = Files.writeString(directory.resolve("rows.csv"), "z,x\n0,1\n0,7.389056098930650\n");
        String[] common = {"--predict", rows.toString(), "--quiet", "--out", out.toString()};
        Terminal linear = run(data, "--response y --log x --without n,time,event --holdout 0.25", common);
        assertThat(linear.out).contains("RMSE", "coverage of 90 % intervals");
        List<String> predictions = Files.readAllLines(out.resolve("predictions.csv"));
        assertThat(predictions.get(0))
                .isEqualTo("row,mean,mean_lower,mean_upper,sd,lower,upper,median_model,best_model");
        assertThat(cell(predictions, 2, 1) - cell(predictions, 1, 1)).isEqualTo(2, offset(0.3));
        assertThat(run(data, "--response n --family poisson --log x --without y,time,event --holdout 0.25", common).out)
                .contains("mean deviance");
        predictions = Files.readAllLines(out.resolve("predictions.csv"));
        assertThat(predictions.get(0))
                .isEqualTo("row,mean,mean_lower,mean_upper,sd,lower,upper,median_model,best_model");
        assertThat(cell(predictions, 2, 6)).isEqualTo(Math.rint(cell(predictions, 2, 6)));
        Terminal cox = run(
                data,
                "--response time --family cox --event event --log x --without y,n --holdout 0.25 --survival-at 2,5.5,1e6",
                common);
        assertThat(cox.out)
                .contains("concordance")
                .containsPattern("note: no row is followed beyond [0-9.]+: survival at 1000000 is that of this time");
        predictions = Files.readAllLines(out.resolve("predictions.csv"));
        assertThat(predictions.get(0))
                .isEqualTo("row,hazard_ratio,hazard_ratio_lower,hazard_ratio_upper,median_model,best_model,"
                        + "survival_at_2,survival_at_5.5,survival_at_1000000");
        assertThat(cell(predictions, 1, 6)).isGreaterThan(cell(predictions, 1, 7));
        assertThat(cell(predictions, 1, 6)).isGreaterThan(cell(predictions, 2, 6));
    }

    /** Strata may be texts; they are no candidates. */
    @Test
    void strataAndTies_areThoseOfOptions() throws IOException {
        StringBuilder csv = new StringBuilder("x,z,ward,k,time,event\n");
        Random random = new Random(6L);
        for (int t = 0; t < 50; t++) {
            csv.append(random.nextGaussian() + "," + random.nextGaussian() + "," + (t % 2 == 0 ? "a" : "b") + ","
                    + t % 3 + "," + (1 + random.nextInt(9)) + "," + (t % 4 == 0 ? 0 : 1) + "\n");
        }
        Path data = Files.writeString(directory.resolve("cox.csv"), csv);
        Terminal terminal = run(
                data,
                "--response time --family cox --event event --strata ward,k --ties efron --cross-validate 2",
                "--quiet",
                "--out",
                out.toString());
        assertThat(terminal.out)
                .contains("p=2 candidates", "Cox regression of survival times, ties by Efron's formula, 6 strata")
                .contains("elpd, the sum of log partial likelihoods");
        assertThat(Files.readString(out.resolve("selection.json"))).contains("Efron's formula, 6 strata");
    }

    private static Terminal run(Path data, String words, String... common) {
        List<Object> all = new ArrayList<>(List.of("select", data));
        all.addAll(List.of((Object[]) words.split(" ")));
        all.addAll(Arrays.asList(common));
        Terminal terminal = Terminal.run(all.toArray());
        assertThat(terminal.err).isEmpty();
        return terminal;
    }

    /** A level that only rows held out have is refused before any model is fitted. */
    @Test
    void levelOfHeldOutRowsAlone_isRefused() throws IOException {
        Files.writeString(table, Files.readString(table).replaceFirst(";[a-z]+;Test;", ";north;Test;"));
        Terminal refused = Terminal.run(
                "select",
                table,
                "--quiet",
                "--out",
                out,
                "--response=sick",
                "--family=logistic",
                "--factor=ward",
                "--holdout=fold");
        assertThat(refused.err)
                .contains("must be a level of the data, [east, mid, west]: " + table
                        + ", line 2, column ward=north (a row of --holdout)");
        assertThat(refused.exitCode).isEqualTo(2);
        assertThat(out).doesNotExist();
    }
}

package dev.lbp.cli.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of {@code lbp select} beyond variables, coefficients, models and sizes. */
class SelectTablesTest {

    @TempDir
    private Path directory;

    private Terminal select(Path table, String... more) {
        Object[] all = new Object[more.length + 5];
        System.arraycopy(new Object[] {"select", table, "--quiet", "--out", directory.resolve("out")}, 0, all, 0, 5);
        System.arraycopy(more, 0, all, 5, more.length);
        return Terminal.run(all);
    }

    /** y grows with a, and a2 is a up to noise. */
    private Path table() throws IOException {
        Random random = new Random(1L);
        StringBuilder csv = new StringBuilder("a,a2,b,f,y,sick\n");
        for (int t = 0; t < 60; t++) {
            double a = random.nextGaussian();
            double y = 2 * a + random.nextGaussian();
            csv.append(a + "," + (a + 0.1 * random.nextGaussian()) + "," + random.nextGaussian() + ",");
            csv.append("low,mid,top".split(",")[random.nextInt(3)] + "," + y + "," + (y > 0 ? "yes" : "no") + "\n");
        }
        return Files.writeString(directory.resolve("table.csv"), csv);
    }

    @Test
    void priors_areCompared_inOneCommand() throws IOException {
        Terminal terminal = select(
                table(),
                "--response=y",
                "--factor=f",
                "--without=sick",
                "--prior=g=n",
                "--priors=g=max(n,p2),hyper-g,bic");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out)
                .containsPattern("P.in. by prior +g=n +g=max.n,p2. +hyper-g +bic +spread")
                .contains(
                        "hyper-g: coefficients: hyper-g prior, a = 3.0; models: beta-binomial(1.0, 1.0); mean size",
                        "priors.csv");
        assertThat(Files.readAllLines(directory.resolve("out").resolve("priors.csv")))
                .hasSize(1 + 4 * 4)
                .startsWith("variable,prior,probability,error")
                .anyMatch(line -> line.startsWith("b,\"g=max(n,p2)\",0."));
        assertThat(Files.readString(directory.resolve("out").resolve("report.html")))
                .contains("by prior");
    }

    @Test
    void priorsAndFormula_goWithAnEstimatedSize() throws IOException {
        Random random = new Random(4L);
        StringBuilder csv = new StringBuilder("c,a,b\n");
        for (int t = 0; t < 60; t++) {
            double a = random.nextGaussian();
            double mean = -Math.exp(1 + a) * Math.log(random.nextDouble());
            csv.append(Math.rint(mean) + "," + a + "," + random.nextGaussian() + "\n");
        }
        Terminal terminal = select(
                Files.writeString(directory.resolve("counts.csv"), csv),
                "--family=negative-binomial",
                "--formula=c ~ a*b",
                "--priors=bic,hyper-g");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out)
                .contains("negative binomial regression, size estimated", "a:b")
                .containsPattern("P.in. by prior +g=n +bic +hyper-g +spread");
        assertThat(Files.readAllLines(directory.resolve("out").resolve("priors.csv")))
                .hasSize(1 + 3 * 3);
    }

    /** Weights and offsets are no candidates, so that all logarithms leave them as they are. */
    @Test
    void logOfAll_leavesWeightsAndOffsets() throws IOException {
        StringBuilder csv = new StringBuilder("y,a,w,off\n");
        Random random = new Random(2L);
        for (int t = 0; t < 30; t++) {
            double a = 1.0 + random.nextDouble();
            csv.append(a * (1 + random.nextDouble()) + "," + a + "," + (1 + t % 3) + "," + (t % 2 - 0.5) + "\n");
        }
        Path table = Files.writeString(directory.resolve("weighted.csv"), csv);
        Terminal all = select(table, "--response=y", "--log=all", "--weights=w", "--offset=off");
        assertThat(all.err).isEmpty();
        assertThat(all.out)
                .contains("linear regression, the variance of a row's noise divided by its weight, offset off");
        Path inclusion = directory.resolve("out").resolve("inclusion.csv");
        String ofAll = Files.readString(inclusion);
        select(table, "--response=y", "--log=y,a", "--weights=w", "--offset=off");
        assertThat(Files.readString(inclusion)).isEqualTo(ofAll);
    }

    @Test
    void report_elsewhere_takesThePlaceOfThatInOut() throws IOException {
        Path page = directory.resolve("page.html");
        Terminal terminal = select(table(), "--response=y", "--factor=f", "--without=sick", "--report=" + page);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out).contains("Report: " + page).doesNotContain("report.html");
        assertThat(page).exists();
        assertThat(directory.resolve("out").resolve("report.html")).doesNotExist();
    }

    @Test
    void setsPairsAndRatios_areWritten() throws IOException {
        Terminal terminal = select(
                table(), "--response=sick", "--family=logistic", "--factor=f", "--without=y", "--prior=hyper-g-n");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out)
                .contains("prior     BF(in)", "odds ratio", "credible set: at least one is in", "a or a2", "P(both)");
        Path out = directory.resolve("out");
        assertThat(Files.readAllLines(out.resolve("sets.csv")).get(0)).isEqualTo("set,probability,error,variables");
        assertThat(Files.readAllLines(out.resolve("pairs.csv"))).hasSize(1 + 6);
        assertThat(Files.readAllLines(out.resolve("coefficients.csv")).get(0))
                .endsWith("odds_ratio,odds_ratio_lower_95,odds_ratio_upper_95");
        assertThat(Files.readString(out.resolve("selection.json"))).startsWith("{\n \"format\": \"lbp-select 1\",");
    }

    @Test
    void responseOfZerosAndOnes_isNoted_unlessAFamilyIsGiven() throws IOException {
        String[] rest = {"--response=sick", "--factor=f", "--without=y"};
        Path table = directory.resolve("table.csv");
        String text = Files.readString(table()).replace(",yes", ",1").replace(",no", ",0");
        Files.writeString(table, text);
        assertThat(select(table, rest).err)
                .isEqualTo("lbp select: note: sick is 0 or 1 in all rows: --family logistic is for such a response\n");
        assertThat(select(table, rest[0], rest[1], rest[2], "--family=linear").err)
                .isEmpty();
    }

    @Test
    void level_isThatOfIntervalsAndSets() throws IOException {
        Path out = directory.resolve("out");
        Path table = table();
        Terminal terminal = select(
                table,
                "--response=sick",
                "--family=logistic",
                "--factor=f",
                "--without=y",
                "--level=0.8",
                "--predict=" + table);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out)
                .contains("80% interval", "lower 80% upper 80%", "with intervals of 80 %")
                .doesNotContain("95%", "90 %");
        assertThat(Files.readAllLines(out.resolve("coefficients.csv")).get(0))
                .contains(",lower_80,upper_80,")
                .endsWith("odds_ratio,odds_ratio_lower_80,odds_ratio_upper_80");
        assertThat(Files.readString(out.resolve("selection.json"))).contains("\"level\": 0.8,");
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("with their 80 % intervals", "Pairs of variables", "less often together");
        assertThat(select(table, "--response=y", "--level=1").err).contains("must be in (0, 1): --level=1.0");
        assertThat(select(table, "--response=y", "--level=0.9999999999").err)
                .contains("must be at least 1.0E-8 from 0 and from 1: --level=0.9999999999");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--prior=foo:", "--priors=foo:", "--prior=foo", "--inclusion=foo"})
    void unknownPrior_isNamedOnce(String option) throws IOException {
        assertThat(select(table(), "--response=y", "--factor=f", "--without=sick", option)
                        .err
                        .strip())
                .endsWith(": " + option)
                .doesNotContain(option + ": " + option);
    }

    /** A table as {@code print} of R shows it, and with tabs: words for separators in any case. */
    @ParameterizedTest
    @ValueSource(strings = {"space", "Blank", " ", "TAB", "\\t"})
    void separator_isNamedInWords(String separator) throws IOException {
        String between = separator.matches("TAB|.t") ? "\t" : "   ";
        String text = Files.readString(table()).replace(",", between);
        Path file = Files.writeString(directory.resolve("blanks.txt"), text);
        Terminal terminal = select(file, "--response=y", "--factor=f", "--without=sick", "--separator=" + separator);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out).contains("variable selection for y: n=60");
    }

    @Test
    void help_showsListsWithoutPatterns() {
        assertThat(Terminal.run("select", "--help").out)
                .contains("--priors=LIST[,LIST...]")
                .doesNotContain("(?!");
    }

    /** As R's na.omit: the result is that of a file without these rows. */
    @Test
    void incompleteRows_areLeftOut_ifAskedFor() throws IOException {
        Path table = table();
        List<String> lines = new ArrayList<>(Files.readAllLines(table));
        lines.set(7, lines.get(7).replaceFirst(",[^,]*,", ",NA,"));
        Files.write(table, lines);
        Terminal whole = select(table, "--response=y", "--factor=f", "--without=sick", "--drop-incomplete");
        assertThat(whole.err).isEmpty();
        assertThat(whole.out)
                .contains("variable selection for y: n=59")
                .contains("note: 1 of 60 rows are left out, as they lack a value: line 8\n");
        Path inclusion = directory.resolve("out/inclusion.csv");
        String found = Files.readString(inclusion);
        lines.remove(7);
        Files.write(table, lines);
        assertThat(select(table, "--response=y", "--factor=f", "--without=sick").exitCode)
                .isZero();
        assertThat(inclusion).hasContent(found);
    }
}

package dev.lbp.cli.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.BadInput;
import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code lbp select --formula F}. */
class SelectFormulaTest extends BadInput {

    /** y grows with a and log d, where the ward is north; the column id is not a number. */
    @BeforeEach
    void writeFiles() throws IOException {
        Random random = new Random(5L);
        StringBuilder csv = new StringBuilder("id,a,d,size,ward,y\n");
        for (int t = 0; t < 80; t++) {
            double a = random.nextGaussian();
            double d = 1 + random.nextInt(9);
            boolean north = random.nextBoolean();
            double y = (north ? 2 : 1) * a + Math.log(d) + 0.3 * random.nextGaussian();
            csv.append("p" + t + "," + a + "," + d + "," + t % 3 + "," + (north ? "north" : "south") + "," + y + "\n");
        }
        Files.writeString(directory.resolve("t.csv"), csv);
        Files.writeString(directory.resolve("new.csv"), "ward,d,a\nsouth,3,0.5\nnorth,3,0.5\n");
        Files.writeString(directory.resolve("odd.csv"), "ward,d,a\nwest,3,0.5\n");
    }

    @Test
    void terms_areCandidates_andNewRowsAreReadByThem() throws IOException {
        Terminal terminal = Terminal.run(
                "select",
                directory.resolve("t.csv"),
                "--quiet",
                "--formula=y ~ a*factor(ward) + log(d) + poly(d, 3)",
                "--predict=" + directory.resolve("new.csv"),
                "--out=" + directory.resolve("out"));
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out).contains("p=5 candidates", "in, with P > 0.95:", "a:ward=south");
        assertThat(Files.readAllLines(directory.resolve("out/inclusion.csv")).stream()
                        .map(line -> line.replaceFirst("^\"?([^,\"]+(,\\d\\))?).*", "$1")))
                .containsExactly("variable", "a", "ward", "log(d)", "poly(d,3)", "a:ward");
        double[] means = Files.readAllLines(directory.resolve("out/predictions.csv")).stream()
                .skip(1)
                .mapToDouble(line -> Double.parseDouble(line.split(",")[1]))
                .toArray();
        assertThat(means[1] - means[0]).isBetween(0.3, 0.7);
    }

    @Test
    void heredity_isToldBySummaryReportAndJson() throws IOException {
        Path out = directory.resolve("out");
        Terminal terminal = Terminal.run(
                "select",
                directory.resolve("t.csv"),
                "--quiet",
                "--formula=y ~ (a + d + factor(ward))^2",
                "--heredity=strong",
                "--out=" + out);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out)
                .contains(
                        "exact: all allowed models enumerated",
                        "models: beta-binomial(1.0, 1.0), strong heredity",
                        "strong heredity allows 18 of 2^6 models");
        assertThat(Files.readString(out.resolve("selection.json")))
                .contains("\"heredity\": \"strong\",", "\"allowed_models\": 18.0,");
        assertThat(Files.readString(out.resolve("report.html"))).contains("strong: 18 of 2^6 models are allowed");
        assertThat(Files.readAllLines(out.resolve("models.csv"))).hasSize(1 + 18);
    }

    @Test
    void referenceLevels_andRowNames() throws IOException {
        Path named = directory.resolve("named.csv");
        String table = Files.readString(directory.resolve("t.csv"));
        Files.writeString(named, table.replaceFirst("^id", "\"\""));
        Terminal terminal = Terminal.run(
                "select",
                named,
                "--quiet",
                "--response=y",
                "--factor=ward",
                "--reference=ward=south",
                "--predict=" + named,
                "--out=" + directory.resolve("out"));
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out)
                .contains("p=4 candidates", "ward=north", "has no name, so it names the rows\n")
                .doesNotContain("ward=south");
        terminal = Terminal.run(
                "select",
                named,
                "--quiet",
                "--formula=y ~ a + ordered(ward, levels = c(\"south\", \"north\"))",
                "--out=" + directory.resolve("out"));
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out).contains("ordered(ward).L");
    }

    /** A level may have the name of a column that the formula does not use, and signs of formulas. */
    @Test
    void levelsInQuotes_nameNoColumns() throws IOException {
        Path table = Files.writeString(
                directory.resolve("levels.csv"),
                "y,x,low,f,g\n1,2,1,low,p\n2,3,5,a~.,q\n3,1,4,low,p\n4,5,9,a~.,q\n5,2,1,low,q\n7,3,3,a~.,p\n");
        Path rows = Files.writeString(directory.resolve("levels-new.csv"), "x,f\n1,low\n");
        Terminal terminal = Terminal.run(
                "select",
                table,
                "--quiet",
                "--formula=y ~ x + factor(f, levels = c(\"low\", 'a~.'))",
                "--predict=" + rows,
                "--out=" + directory.resolve("out"));
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out).contains("p=2 candidates", "f=a~.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "y~a+dd | must be a column of $/t.csv (of 6, nearest: d, id (text), a): dd, in --formula=y~a+dd",
                "y~a*(d | must have a ) for the ( of character 5 at character 7",
                "y~a+ward | must be a number: $/t.csv, line 2, column ward=",
                "x~a | must be a column of $/t.csv (of 6, nearest: a, d, y): --response=x",
                "y~a+factor(ward) --response d | must have the response, d, before ~ at character 1",
                "y~a+factor(ward) --predict $/odd.csv | must be a level of the data, [north, south]: $/odd.csv, line 2, column ward=west",
                "y~a+ward --factor ward --reference ward=west | must be a level of $/t.csv, column ward, which has north, south: --reference=west",
                "y~a+d --reference ward | must be NAME=LEVEL: --reference=ward",
                "y~a+ward --factor ward --reference ward=north --reference ward=south | must be given once for a factor: --reference=ward=south",
                "y~a+d --reference wards=north | must be a column of $/t.csv (of 6, nearest: ward (text), a, d): --reference=wards",
                "y~a+factor(d,ref=3) | must have levels = c(..) behind the comma at character 14: --formula=y~a+factor(d,ref=3)",
                "y~a+offset(e) | must be a column of $/t.csv",
                "y~y+a | must not use the response: --formula=y~y+a, column y",
                "size~a*d --family poisson --weights d | must not use a column of events, strata, trials, weights or an offset: --formula=size~a*d, column d",
                "y~log(ward) --factor ward | must have a column of numbers, not the factor ward, at character 7: --formula=y~log(ward)",
                "log(y)~a | must have a column before ~: --formula=log(y)~a; for logarithms of the response give --log y",
                "log(y)~a --response y | must have a column before ~: --formula=log(y)~a; for logarithms of the response give --log y",
                "y~a+d --always b | must be a variable, of a, d: --always=b",
                "y~a+d --heredity strong | must be none unless a formula has an interaction and a term that it contains: --heredity=strong",
                "Surv(y,d)~a | must have a column before ~: --formula=Surv(y,d)~a; for Surv(y,d) write y and give --family cox --event d",
                "y~a+strata(d) | must have no strata, which are a setting, strata(columns) (--strata), at character 5: --formula=y~a+strata(d)",
                "y~a*d --heredity Strong | must be none, weak or strong: --heredity=Strong",
                "y~a*d --heredity strong --always a:d | must have with it the terms that it needs by strong heredity, a, d: --always=a:d",
                "y~a+d --z $/t.csv --ld $/t.csv --rows 9 | must be given without --z",
            })
    void badFormulas_areRefused(String formula, String words) throws IOException {
        assertRefused("select $/t.csv --formula " + formula, words);
    }

    /** Once, also where it has spaces; a dot behind a line break is one. */
    @ParameterizedTest
    @ValueSource(strings = {"y ~ a d", "y ~ a + I(y + 1)", "y ~ (a +\n.)"})
    void formula_isNamedOnceAsTyped(String formula) {
        Terminal terminal = Terminal.run("select", directory.resolve("t.csv"), "--quiet", "--formula", formula);
        String words = formula.contains("I(")
                ? "must not use the response: --formula=y ~ a + I(y + 1), column y\n"
                : formula.contains(".") ? ", column id; leave it out" : "at character 7: --formula=y ~ a d\n";
        assertThat(terminal.err).contains(words);
        assertThat(terminal.exitCode).isEqualTo(2);
    }
}

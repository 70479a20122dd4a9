package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.select.data.Table;
import dev.lbp.select.data.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formulas of R: their terms, and that a term is the columns that R makes of it. */
class FormulaTest {

    @TempDir
    private Path directory;

    /** Numbers a to d and y, d and n positive, e of 2, 10 and 30, and a factor f of low, mid and top. */
    private Table table() throws IOException {
        Random random = new Random(1L);
        StringBuilder csv = new StringBuilder("a,b,c,d,e,f,my col,n,y\n");
        for (int t = 0; t < 40; t++) {
            double[] x = random.doubles(3).toArray();
            csv.append(x[0] + "," + x[1] + "," + (t % 8) + "," + (1 + x[2]) + "," + "2,10,30".split(",")[t % 3] + ","
                    + "low,mid,top".split(",")[random.nextInt(3)] + "," + random.nextGaussian() + ","
                    + random.nextInt(9) + "," + (x[0] + x[0] * x[1] + 0.1 * random.nextGaussian()) + "\n");
        }
        return TableReader.of(Files.writeString(directory.resolve("t.csv"), csv))
                .factors("f")
                .read();
    }

    private VariableSelection selection() throws IOException {
        return VariableSelection.linear(table().without("n"), "y").enumerateUpTo(20);
    }

    /** As R 4 lists {@code attr(terms(formula), "term.labels")}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a + b | a b",
                "y ~ a*b | a b a:b",
                "y~b:a+a | a b:a",
                "a + b + b:a | a b a:b",
                "a:b + a | a a:b",
                "(a+b+c)^2 | a b c a:b a:c b:c",
                "(a+b+c)^3 - a:b:c | a b c a:b a:c b:c",
                "a*b*c - b:c | a b c a:b a:c a:b:c",
                "a:a + (a) | a",
                "1 + a + I(a^2) | a I(a^2)",
                ". - c - f - `my col` | a b d e",
                "a*(b+c) | a b c a:b a:c",
                "a*f + factor(e) | a f factor(e) a:f",
                "log(d) + log2(d + 1) + poly(c, 2):a | log(d) log2(d+1) poly(c,2):a",
                "+ a - b | a",
            })
    void terms_areThoseOfR(String formula, String names) throws IOException {
        assertThat(selection().formula(formula).run().inclusion().stream().map(SelectionResult.Variable::name))
                .containsExactly(names.split(" "));
    }

    /** A term is a group of the columns, made here by hand. */
    @Test
    void terms_haveTheEvidenceOfTheirColumns() throws IOException {
        Table table = table();
        SelectionResult result = selection()
                .formula("y ~ a*f + sqrt(d):b + I(-a^2 + 2*b/d - 1e0)")
                .run();
        assertThat(result.coefficients().stream().map(SelectionResult.Coefficient::column))
                .containsExactly("a", "f=mid", "f=top", "I(-a^2+2*b/d-1e0)", "a:f=mid", "a:f=top", "sqrt(d):b");
        double[] a = table.column("a");
        double[] b = table.column("b");
        double[] d = table.column("d");
        String[] f = table.factor("f");
        double[][] x = new double[a.length][];
        for (int t = 0; t < x.length; t++) {
            double mid = f[t].equals("mid") ? 1 : 0;
            double top = f[t].equals("top") ? 1 : 0;
            x[t] = new double[] {
                a[t], mid, top, -a[t] * a[t] + 2 * b[t] / d[t] - 1, a[t] * mid, a[t] * top, Math.sqrt(d[t]) * b[t]
            };
        }
        SelectionResult byHand = VariableSelection.linear(x, table.column("y"))
                .names("a", "m", "t", "i", "am", "at", "db")
                .run();
        String[][][] models = {
            {{"a"}, {"a"}},
            {{"f", "a:f"}, {"m", "t", "am", "at"}},
            {{"sqrt(d):b", "a"}, {"db", "a"}},
            {{"I(-a^2+2*b/d-1e0)"}, {"i"}}
        };
        for (String[][] model : models) {
            assertThat(result.model(model[0]).logEvidence())
                    .isCloseTo(byHand.model(model[1]).logEvidence(), within(1e-9));
        }
    }

    /** The columns of R's {@code poly(c(1, 2, 4, 7, 11), 2)}: orthonormal, with positive leading coefficients. */
    @Test
    void polynomials_areThoseOfR() {
        double[][] rows = {{1, 0}, {2, 1}, {4, -1}, {7, 2}, {11, 1}};
        Table table = Table.of(new String[] {"c", "y"}, rows);
        double mean = 5;
        double[] first = Arrays.stream(rows).mapToDouble(row -> row[0] - mean).toArray();
        SelectionResult of = VariableSelection.linear(table, "y")
                .gPrior(50)
                .formula("poly(c, 2)")
                .run();
        double[][] x = new double[5][2];
        for (int t = 0; t < 5; t++) {
            x[t] = new double[] {first[t], first[t] * first[t]};
        }
        double log = VariableSelection.linear(x, table.column("y"))
                .gPrior(50)
                .run()
                .model("x1", "x2")
                .logEvidence();
        assertThat(of.model("poly(c,2)").logEvidence()).isCloseTo(log, within(1e-9));
        // unit columns: poly(1) = (x - 5) / sqrt(66), so its coefficient is the sum of y (x - 5) / sqrt(66), shrunk
        double slope = 0;
        for (int t = 0; t < 5; t++) {
            slope += rows[t][1] * first[t] / Math.sqrt(66);
        }
        SelectionResult.Coefficient one =
                of.coefficients(of.model("poly(c,2)"), 0.95).get(1);
        assertThat(one.column()).isEqualTo("poly(c,2)1");
        assertThat(one.mean()).isCloseTo(slope * 50 / 51, within(1e-12));
        // x^2 less its part in 1 and x - 5: the mean of x^2 is 38.2, and its product with x - 5 is 792
        double[] second = Arrays.stream(first)
                .map(x1 -> (x1 + 5) * (x1 + 5) - 38.2 - x1 * 792 / 66)
                .toArray();
        double length = Math.sqrt(Arrays.stream(second).map(v -> v * v).sum());
        double bend = 0;
        for (int t = 0; t < 5; t++) {
            bend += rows[t][1] * second[t] / length;
        }
        assertThat(of.coefficients(of.model("poly(c,2)"), 0.95).get(2).mean()).isCloseTo(bend * 50 / 51, within(1e-12));
    }

    /** New rows have the polynomials, levels and products of the data. */
    @Test
    void newRows_arePredictedByTheFormula() throws IOException {
        Table table = table();
        SelectionResult result = selection()
                .formula("y ~ poly(c, 3) + a*f + log(d) + factor(e)")
                .always("a", "poly(c,3)")
                .run();
        int[] some = {3, 11, 5};
        List<Double> means =
                result.predict(table.rows(some)).stream().map(one -> one.mean()).toList();
        for (int k = 0; k < some.length; k++) {
            assertThat(means.get(k)).isCloseTo(result.fitted(some[k])[0], within(1e-9));
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> result.predict(new double[1][5]))
                .withMessageContaining("must be a table to predict from: the data have factors or a formula");
    }

    @Test
    void offset_isThatOfAColumn() throws IOException {
        Table table = table().without("y", "my col");
        SelectionResult by = VariableSelection.poisson(table, "n")
                .formula("n ~ a + b + offset(log(d))")
                .run();
        double[] logs = Arrays.stream(table.column("d")).map(Math::log).toArray();
        SelectionResult given = VariableSelection.poisson(table, "n")
                .offset(logs)
                .formula("a + b")
                .run();
        assertThat(by.inclusion("a")).isEqualTo(given.inclusion("a"));
        assertThat(by.predict(table.rows(2)).get(0).mean()).isCloseTo(by.fitted(2)[0], within(1e-9));
        SelectionResult linear =
                VariableSelection.linear(table, "n").formula("a + offset(d)").run();
        assertThat(linear.predict(table.rows(2)).get(0).mean()).isCloseTo(linear.fitted(2)[0], within(1e-9));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a + bb | must be a column of $/t.csv (of 8, nearest: b, a, c): column=bb",
                "a * (b + c | must have a ) for the ( of character 5 at character 11: formula=a * (b + c",
                "a + b) | must have a sign between terms at character 6: formula=a + b)",
                "log(a b) | must have a sign or a ) at character 7",
                "a + | must have a column or a function at character 4",
                "a - 1 | must keep the constant at character 5",
                "a + 0 | must have a column or 1, the constant, at character 5",
                "1 | must have a term beside the constant: formula=",
                "a % b | must have a name, a number or a sign at character 2",
                "z ~ a | must have the response, y, before ~ at character 1: formula=z ~ a",
                "log(y) ~ a | must have the response, y, before ~ at character 1",
                "factor(e, 3) | must have levels = c(..) behind the comma at character 11",
                "factor(e, levels = c(2, 10)) | must have each level of the data once, [2, 10, 30], at character 11",
                "ordered(f, levels = c('low', 'mid', 'mid')) | must have each level of the data once, [low, mid, top], at",
                "ordered(f, levels = c(low)) | must have a level, a number or a text in quotes, at character 23",
                "ordered(f, levels = c('low', 'mid', 'top') | must have a ) for the ( of character 8",
                "sin(a) | must have factor, ordered, poly, I, offset, or a function of numbers, not sin, at character 1",
                "log(sin(a)) | must have a function of numbers, abs, exp, log, log10, log1p, log2, sqrt at character 5",
                "log(a - 1) | must be finite: $/t.csv, line 2, column log(a-1)=",
                "log(f) | must have a column of numbers, not the factor f, at character 5: formula=log(f)",
                "a + poly(f, 2) | must have a column of numbers, not the factor f, at character 10",
                "poly(a) | must have a comma and a degree at character 7",
                "poly(c, 8) | must have a degree below the number of values, 8: formula=poly(c,8)",
                "(a+b)^2.5 | must have a whole number from 1 to 20 at character 7",
                "a + factor(2) | must have a column at character 12",
                "y ~ y + a | must not use the response: formula=y ~ y + a, column y",
                "a + I(y^2) | must not use the response: formula=a + I(y^2), column y",
                "a + factor(y) | must not use the response: formula=a + factor(y), column y",
                "a - offset(b) | must have offset alone, added to the terms, at character 5",
                "a*offset(b) | must have offset alone, added to the terms, at character 3",
                "(a + offset(b) + c):d | must have offset alone, added to the terms, at character 6",
            })
    void badFormulas_areRefused(String formula, String words) throws IOException {
        VariableSelection selection = selection();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection.formula(formula))
                .withMessageContaining(words.replace("$", directory.toString()));
    }

    /** Columns whose names are those of terms: one of them alone is no fault. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "`a:b` + a:b | a:b",
                "log(a) + `log(a)` | log(a)",
                "I(`a+b`) + I(a + b) | I(a+b)",
                "I(`a+b` + a) + `a:b` + `log(a)` | ",
            })
    void termsOfOneName_areRefused(String formula, String name) {
        double[][] rows = new Random(2L)
                .doubles(20)
                .mapToObj(x -> new double[] {x, x * x, Math.cos(9 * x), Math.sin(9 * x), Math.exp(x), 1 / (1 + x)})
                .toArray(double[][]::new);
        Table table = Table.of(new String[] {"a", "b", "a:b", "log(a)", "a+b", "y"}, rows);
        VariableSelection selection = VariableSelection.linear(table, "y");
        if (name == null) {
            assertThat(selection.formula(formula).run().inclusion()).hasSize(3);
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> selection.formula(formula))
                    .withMessage("must not have two terms of one name: formula=" + formula + ", " + name
                            + "; rename the column");
        }
    }

    /** As in R, the offset of the formula and that of the caller are added; a formula replaces that of the last one. */
    @Test
    void offsets_areAdded() throws IOException {
        Table table = table().without("y", "my col");
        double[] logs = Arrays.stream(table.column("d")).map(Math::log).toArray();
        double[] sums = new double[logs.length];
        Arrays.setAll(sums, t -> logs[t] + table.column("c")[t]);
        double both = probability(VariableSelection.poisson(table, "n").offset(sums), "a + b");
        double one = probability(VariableSelection.poisson(table, "n").offset(table.column("c")), "a + b");
        VariableSelection of = VariableSelection.poisson(table, "n").offset("c");
        assertThat(probability(of, "a + b + offset(log(d))")).isEqualTo(both).isNotEqualTo(one);
        VariableSelection two = VariableSelection.poisson(table, "n");
        assertThat(probability(two, "a + offset(c) + b + offset(log(d))")).isEqualTo(both);
        assertThat(probability(two, "offset(c) + a + offset(c) + b")).isEqualTo(one); // R takes it once
        SelectionResult result = of.run();
        assertThat(result.predict(table.rows(2)).get(0).mean()).isCloseTo(result.fitted(2)[0], within(1e-9));
        assertThat(probability(of, "a + b")).isEqualTo(one);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of.formula("a*c"))
                .withMessage(
                        "must not use a column of events, strata, trials, weights or an offset: formula=a*c, column c");
        assertThat(probability(VariableSelection.poisson(table, "n"), "a + b + offset(log(d))", "a + b"))
                .isEqualTo(probability(VariableSelection.poisson(table, "n"), "a + b"));
    }

    @Test
    void functionsThatAreSettings_nameThese() throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection().formula("a + strata(f)"))
                .withMessage("must have no strata, which are a setting, strata(columns) (--strata), at character 5:"
                        + " formula=a + strata(f)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection().formula("Surv(a, b) ~ c"))
                .withMessageStartingWith("must have the times alone, without Surv: events are named by cox(table,");
    }

    private static double probability(VariableSelection selection, String... formulas) {
        Arrays.stream(formulas).forEach(selection::formula);
        return selection.run().inclusion("a").probability();
    }

    @Test
    void aDot_isTheColumnsBeforeAFormula() throws IOException {
        assertThat(selection().formula("log(d)").formula(". - f").run().inclusion())
                .hasSize(6);
    }

    @Test
    void alwaysBeforeTheFormula_isKeptOrRefused() throws IOException {
        VariableSelection selection = selection().always("a");
        assertThat(selection.formula("a + b").run().inclusion().stream().map(SelectionResult.Variable::name))
                .containsExactly("b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection.formula("b + c"))
                .withMessage("must be a variable, of b, c: always=a; give the formula before the variables of always");
    }

    /** More than memory or the stack allows. */
    @Test
    void endlessFormulas_areRefused() throws IOException {
        VariableSelection selection = selection();
        for (String start : new String[] {"", "log", "I"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> selection.formula(start + "(".repeat(3_000) + "a" + ")".repeat(3_000)))
                    .withMessageStartingWith("must have at most 100 parentheses within each other at character");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection.formula("I(" + "-".repeat(20_000) + "a)"))
                .withMessageStartingWith("must have at most 1,000 signs and values in I at character");
        double[][] rows = new Random(3L)
                .doubles(20)
                .mapToObj(x -> new Random((long) (x * 1e9)).doubles(40).toArray())
                .toArray(double[][]::new);
        String[] names = new String[40];
        Arrays.setAll(names, j -> "x" + j);
        VariableSelection wide = VariableSelection.linear(Table.of(names, rows), "x0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wide.formula(".^12"))
                .withMessage(
                        "must have at most 100,000 terms, and cross at most 1,000,000 pairs at character 5: formula=.^12");
        String all = String.join("*", List.of(names).subList(1, 17));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wide.formula("(" + all + ")^2"))
                .withMessageStartingWith("must have at most 100,000 terms, and cross at most 1,000,000 pairs");
    }
}

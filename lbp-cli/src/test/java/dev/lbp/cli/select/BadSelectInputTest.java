package dev.lbp.cli.select;

import dev.lbp.cli.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that {@code lbp select} refuses: by the file, and the line or the column. */
class BadSelectInputTest extends BadInput {

    private static final String[] NAMES = {"a", "b", "c", "yes", "n", "time", "w", "f"};

    private final String[][] rows = new String[30][];

    /** Numbers a, b, c, and w from 1 to 3; yes of 0 and 1, counts n, times, and a factor f of three levels. */
    @BeforeEach
    void writeTables() throws IOException {
        Random random = new Random(1L);
        for (int t = 0; t < rows.length; t++) {
            rows[t] = new String[] {
                "" + random.nextGaussian(),
                "" + random.nextGaussian(),
                "" + random.nextGaussian(),
                "" + random.nextInt(2),
                "" + random.nextInt(6),
                "" + (1 + random.nextInt(9)),
                "" + (1 + t % 3),
                "low,mid,top".split(",")[random.nextInt(3)]
            };
        }
        write("ok.csv", row -> row);
        change("negative-count.csv", "n", 4, "-1");
        change("fraction.csv", "n", 4, "1.5");
        change("negative-time.csv", "time", 4, "-2");
        change("weight.csv", "w", 7, "0");
        change("text.csv", "b", 3, "oops");
        change("missing.csv", "b", 3, "NA");
        change("question.csv", "yes", 3, "?");
        change("level.csv", "f", 6, "odd");
        change("maybe.csv", "yes", 6, "maybe");
        constant("no-events.csv", "yes", "0");
        constant("all.csv", "yes", "1");
        constant("constant.csv", "b", "3");
        constant("flat.csv", "n", "2");
        write("one.csv", row -> with(row, "a", row[3].equals("1") ? row[6] : "-" + row[6]));
        write("two.csv", row -> with(row, "yes", Double.parseDouble(row[0]) > Double.parseDouble(row[1]) ? "1" : "0"));
        write("names.csv", row -> with(row, "f", "n" + row[0]));
        StringBuilder few = new StringBuilder(Files.readString(directory.resolve("ok.csv")));
        Files.writeString(
                directory.resolve("few.csv"), few.toString().lines().limit(5).reduce("", (x, y) -> x + y + "\n"));
        Files.writeString(directory.resolve("open.csv"), "a,n,f\n\"1,2,low\n3,4,low\n");
        Files.writeString(directory.resolve("twice.csv"), "a,a\n1,2\n");
        Files.writeString(directory.resolve("nohead.csv"), "0.67,1,3\n1,2,4\n");
        Files.writeString(directory.resolve("same.csv"), "0,1,0\n1,2,4\n");
        Files.writeString(directory.resolve("no-f.csv"), "a,b,c\n1,2,3\n");
        Files.writeString(directory.resolve("less.csv"), "a;b;n;time;w;f\n1,5;2;3;4;1;low\n");
    }

    private static String[] with(String[] row, String column, String value) {
        String[] changed = row.clone();
        changed[java.util.List.of(NAMES).indexOf(column)] = value;
        return changed;
    }

    private void constant(String file, String column, String value) throws IOException {
        write(file, row -> with(row, column, value));
    }

    private void change(String file, String column, int at, String value) throws IOException {
        write(file, row -> row == rows[at] ? with(row, column, value) : row);
    }

    private void write(String file, UnaryOperator<String[]> change) throws IOException {
        StringBuilder text = new StringBuilder(String.join(",", NAMES) + "\n");
        for (String[] row : rows) {
            text.append(String.join(",", change.apply(row))).append("\n");
        }
        Files.writeString(directory.resolve(file), text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // separation: of one column, and of two together
                "one.csv --response yes --family logistic --prior bic | a coefficient without a prior is then infinite: column a; use --prior ridge or g, or leave it out ($/one.csv)",
                "one.csv --response yes --family probit --prior bic | must not separate the ones of the response from its zeros",
                "two.csv --response yes --family logistic --prior bic | it grows without end with column a, b",
                "two.csv --response yes --family logistic --prior bic --enumerate-up-to 0 --draws 20 | leave out a column, or use --prior ridge or g ($/two.csv)",
                // responses
                "no-events.csv --response yes --family linear | must not be constant: the response, yes ($/no-events.csv)",
                "no-events.csv --response yes --family logistic | must have two values, such as no and yes: $/no-events.csv, column yes has 1: 0",
                "maybe.csv --response yes --family logistic | must have two values, such as no and yes: $/maybe.csv, column yes has 3: 0, 1, maybe",
                "maybe.csv --response yes | must be a number: $/maybe.csv, line 8, column yes=maybe; a response of two texts needs --family logistic",
                "ok.csv --response yes --family logistic --yes no | must be a value of $/ok.csv, column yes, which has 0, 1: --yes=no",
                "flat.csv --response n --family poisson | must not be constant: the response, $/flat.csv, column n",
                "negative-count.csv --response n --family poisson | must be a whole number >= 0: $/negative-count.csv, line 6, column n=-1.0",
                "fraction.csv --response n --family negative-binomial:2 | must be a whole number >= 0: $/fraction.csv, line 6, column n=1.5",
                "ok.csv --response n --family logistic --trials w | must be at most the number of trials",
                "negative-time.csv --response time --family cox --event yes | must be a time, finite and >= 0: $/negative-time.csv, line 6, column time=-2.0",
                "no-events.csv --response time --family cox --event yes | must have an event: all times are censored, $/no-events.csv, column yes",
                "ok.csv --response time --family cox --event n | must be 1 for an event or 0 for a censored time: $/ok.csv, line",
                "weight.csv --response n --family poisson --weights w | must be finite and > 0: $/weight.csv, line 9, column w=0.0; leave out the row",
                // columns
                "constant.csv --response n | must not be constant: column b ($/constant.csv)",
                "constant.csv --response n --family poisson | must not be constant: column b ($/constant.csv)",
                "weight.csv --response n --family cox --event w --strata w | must be another column than --event: --strata=w",
                "weight.csv --response n --family cox --strata n | must be another column than the response: --strata=n",
                "text.csv --response n | must be a number: $/text.csv, line 5, column b=oops; leave out the column, or name it as a factor",
                "missing.csv --response n | must not be missing: $/missing.csv, line 5, column b; leave out the rows (Table.complete, --drop-incomplete) or the column, or fill in values",
                "question.csv --response yes --family logistic | must not be missing: $/question.csv, line 5, column yes; leave out the rows",
                "ok.csv --response time --family cox --event yes --formula a*yes | must not use the response: --formula=a*yes, column yes",
                "missing.csv --response b --formula a | must not be missing: $/missing.csv, line 5, column b",
                "missing.csv --response n --family poisson --formula a --offset b | must not be missing: $/missing.csv, line 5, column b",
                "missing.csv --response n --family poisson --formula a --weights b | must not be missing: $/missing.csv, line 5, column b",
                "question.csv --response time --family cox --event yes --formula a | must not be missing: $/question.csv, line 5, column yes",
                "question.csv --response n --family logistic --trials yes --formula a | must not be missing: $/question.csv, line 5, column yes",
                "ok.csv --response yes --without n,yes | must keep the response: --without=",
                "names.csv --response n | must not be another text in each row: $/names.csv, column f; leave it out (Table.without, --without)",
                "few.csv --response n --always a,b,c,yes | must not be constant nor a combination of the variables before it: always-in variable yes ($/few.csv)",
                "few.csv --response n --always a,b,c | must be >= 2: observations less the constant and the columns that are always in, a, b, c=0 ($/few.csv)",
                "few.csv --response n --always a,b,c --family poisson | must be >= 2: observations less the constant and the columns that are always in, a, b, c=0 ($/few.csv)",
                // rows held out and new rows
                "ok.csv --response n --holdout 0 | must be in (0, 1), such as 0.2, or 20%, or the name of a column: --holdout=0",
                "ok.csv --response n --holdout 100% | must be in (0, 1), such as 0.2, or 20%, or the name of a column: --holdout=100%",
                "ok.csv --response n --holdout 0,2 | must be in (0, 1), such as 0.2, or 20%, or the name of a column: --holdout=0,2",
                "ok.csv --response n --holdout -0.2 | must be in (0, 1), such as 0.2, or 20%, or the name of a column: --holdout=-0.2",
                "ok.csv --response n --holdout '' | must be in (0, 1), such as 0.2, or 20%, or the name of a column: --holdout=",
                "ok.csv --response n --holdout 0.001 | must hold out some of the 30 rows, and leave some: --holdout=0.001",
                "all.csv --response n --holdout yes | must hold out some of the 30 rows, and leave some: --holdout=yes",
                "no-events.csv --response n --holdout yes | must hold out some of the 30 rows, and leave some: --holdout=yes",
                "ok.csv --response yes --holdout yes --family logistic | must be a column that the regression does not use: --holdout=yes",
                "ok.csv --response time --event yes --holdout yes --family cox | must be a column that the regression does not use: --holdout=yes",
                "ok.csv --response n --holdout q | (of 8, nearest: a, b, c): --holdout=q",
                "ok.csv --response n --holdout time | must be 0 or 1, or train or test: $/ok.csv, line 2, column time=",
                "level.csv --response n --holdout w0 | : --holdout=w0",
                "ok.csv --response yes --family logistic --approximate --holdout 0.2 | must be given without --approximate, which predicts nothing: --holdout",
                "ok.csv --response n --reference yes=1 | must be of a factor, by --factor or factor() in --formula: --reference=yes=1",
                "ok.csv --response n --reference yes=7 | must be of a factor, by --factor or factor() in --formula: --reference=yes=7",
                "ok.csv --response n --log -a | must leave out a column of numbers that is named before it, as in all,-NAME: -a, in --log=-a",
                "nohead.csv --response y | $/nohead.csv (of 3, nearest: 1, 3, 0.67), whose names are all numbers, as if its first row had values: --factor=f",
                "nohead.csv --response n --formula 3 | , whose names are all numbers, as if its first row had values: ",
                "same.csv --response y | column 3 and column 1 are called 0; the first row must have names, not values",
                "open.csv --response n | must have a closing quote: $/open.csv, line 2",
                "ok.csv --response n --predict $/none.csv | must be a file that exists: --predict=$/none.csv",
                "ok.csv --response n --predict $/less.csv | must have the column c, as $/ok.csv has: $/less.csv, which has a, b, n, time, w, f",
                "ok.csv --response n --predict $/level.csv | must be a level of the data, [low, mid, top]: $/level.csv, line 8, column f=odd",
                "ok.csv --response n --predict $/missing.csv | must not be missing: $/missing.csv, line 5, column b; leave out",
                "ok.csv --response n --predict $/text.csv | must be a number: $/text.csv, line 5, column b=oops",
                "ok.csv --response n --predict $/twice.csv | must have distinct names: $/twice.csv, column 2 and column 1 are called a (a table of --predict)",
                "ok.csv --response n --predict $/no-f.csv | must be a column of $/no-f.csv (of 3, nearest: a, b, c): factor=f (a table of --predict)",
                "ok.csv --response n --noise-variance 1 --prior robust | --prior must be g, ridge or bic with --noise-variance",
                "ok.csv --response n --priors bic,eb-global:3 | must have 0 numbers behind a colon: --priors=eb-global:3",
                "ok.csv --response n --inclusion 0.5 | must be beta-binomial:A,B, bernoulli:H or size:M: --inclusion=0.5",
                "ok.csv --response n --inclusion size: | must be a number such as 2, 0.5 or 1e-3: : --inclusion=size:",
                "ok.csv --response n --prior ridge | must have 1 number behind a colon: --prior=ridge",
                "ok.csv --response n --prior aic | ridge:TAU2 or bic: --prior=aic",
                "ok.csv --response n --cross-validate 2.5 | must be a number of parts, or loo: --cross-validate=2.5",
                "ok.csv --response n --cross-validate 1 | rows: --cross-validate=1",
                "ok.csv --response n --cross-validate 999999 | rows: --cross-validate=999999",
                "ok.csv --response n --cross-validate 2 --checkpoint a.ckpt --enumerate-up-to 0 | must be given without --checkpoint, which saves one run: --cross-validate",
                "ok.csv --response n --ties efron | must be given with --family cox: --ties",
                "ok.csv --response n --strata yes | must be given with --family cox: --strata",
                "ok.csv --response time --family cox --event yes --ties exact | must be breslow or efron: --ties=exact",
                "ok.csv --response time --family cox --event yes --strata none | : --strata=none",
                "ok.csv --response time --family cox --event yes --strata n --holdout 0.2 | must be given without --strata, each with its own hazard: --holdout; use --cross-validate",
                "ok.csv --response n --survival-at 3 | must be given with --family cox and --predict: --survival-at",
                "ok.csv --response time --family cox --event yes --predict $/ok.csv --survival-at -1 | must be finite and >= 0: --survival-at=-1",
                "ok.csv --response n --separator dot | must be comma, semicolon, tab, bar, blank or space: --separator=dot",
                "ok.csv --response n --decimal dot | must be point or comma: --decimal=dot",
                "ok.csv --response n --separator | must be given with a value: --separator",
                "ok.csv --response n --separator semicolon | must stand between the names in the first row of $/ok.csv, which is one name by it, a,b,c,yes,n,time,w,f: --separator=semicolon",
            })
    void isRefused(String arguments, String words) throws IOException {
        String factor = arguments.startsWith("names") || arguments.startsWith("few") ? "" : " --factor f";
        String without = arguments.startsWith("few") ? " --without f,time" : "";
        assertRefused("select $/" + arguments + factor + without, words);
    }
}

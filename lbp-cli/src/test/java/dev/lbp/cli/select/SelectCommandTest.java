package dev.lbp.cli.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ParsedPage;
import dev.lbp.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code lbp select}. */
class SelectCommandTest {

    @TempDir
    private Path directory;

    private Path table;
    private Path out;

    /** y grows with log a and with the level of f; b and c have no effect. */
    @BeforeEach
    void writeTable() throws IOException {
        Random random = new Random(1L);
        StringBuilder csv = new StringBuilder("id,a,b,c,f,y\n");
        for (int t = 0; t < 60; t++) {
            double a = Math.exp(random.nextGaussian());
            int level = random.nextInt(3);
            double y = Math.exp(2 * Math.log(a) + level + 0.3 * random.nextGaussian());
            csv.append(t + "," + a + "," + random.nextGaussian() + "," + (1 + random.nextInt(9)) + ",")
                    .append("low,mid,top".split(",")[level] + "," + y + "\n");
        }
        table = Files.writeString(directory.resolve("table.csv"), csv);
        out = directory.resolve("out");
    }

    private Terminal select(Object... more) {
        Object[] all = new Object[more.length + 6];
        System.arraycopy(new Object[] {"select", table, "--quiet", "--out", out, "--without=id"}, 0, all, 0, 6);
        System.arraycopy(more, 0, all, 6, more.length);
        return Terminal.run(all);
    }

    @Test
    void enumeration_writesEverything() throws IOException {
        Terminal terminal = select("--response", "y", "--factor", "f", "--log", "all,-b", "--prior", "bic", "--top", 3);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out)
                .contains("variable selection for y: n=60, p=4 candidates", "exact: all 2^4 models", "BIC")
                .contains("Written to " + out
                        + ": inclusion.csv, coefficients.csv, models.csv, sizes.csv, pairs.csv, sets.csv, summary.txt,"
                        + " report.html, selection.json");
        assertThat(terminal.number("a ")).isGreaterThan(0.999);
        assertThat(terminal.number("f ")).isGreaterThan(0.999);
        assertThat(terminal.number("b ")).isLessThan(0.5);
        assertThat(Files.readAllLines(out.resolve("models.csv"))).hasSize(1 + 16);
        assertThat(Files.readString(out.resolve("coefficients.csv"))).contains("f=mid,", "f=top,");
        assertThat(terminal.out).startsWith(Files.readString(out.resolve("summary.txt")));
        assertThat(ParsedPage.source(out.resolve("report.html"))).contains("<h1>Variable selection for y</h1>");
    }

    /** Models that are enumerated need no chains and leave nothing to save, and a note says so. */
    @Test
    void optionsOfChains_haveNoUse_inAnEnumeration() {
        String saved = "--checkpoint=" + directory.resolve("saved");
        Terminal terminal = select("--response=y", "--factor=f", saved, "--checkpoint-every=9s", "--draws=9");
        assertThat(terminal.err)
                .isEqualTo("lbp select: note: no use here, since all models are enumerated, without chains: --draws,"
                        + " --checkpoint, --checkpoint-every\n");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("table.csv", "out");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hyper-g | hyper-g prior, a = 3.0",
                "hyper-g:2.5 | hyper-g prior, a = 2.5",
                "hyper-g-n | hyper-g/n prior, a = 3.0, n = 60 (rows)",
                "hyper-g-n:4 | hyper-g/n prior, a = 4.0, n = 60 (rows)",
                "zellner-siow | Zellner-Siow prior, n = 60 (rows)",
                "eb-local | local empirical Bayes, the g of largest evidence in each model",
                "g=n | g-prior, g = n = 60 (rows)",
                "g=max(n, p^2) | g-prior, g = max(n, p^2) = 60, n = 60 (rows), p = 5 (columns)",
            })
    void priorsOfG_areNamedInTheSummary(String prior, String name) {
        Terminal terminal = select("--response", "y", "--factor", "f", "--prior", prior);
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).contains("coefficients: " + name + "; models");
    }

    @Test
    void logisticFamily_explainsZerosAndOnes() throws IOException {
        StringBuilder csv = new StringBuilder("a,b,y\n");
        Random random = new Random(2L);
        for (int t = 0; t < 80; t++) {
            double a = random.nextGaussian();
            csv.append(a + "," + random.nextGaussian() + "," + (a + random.nextGaussian() > 0 ? 1 : 0) + "\n");
        }
        Path binary = Files.writeString(directory.resolve("binary.csv"), csv);
        Terminal terminal = Terminal.run(
                "select", binary, "--quiet", "--out", out, "--response=y", "--family=logistic", "--approximate");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out).contains("logistic regression, approximate");
        assertThat(terminal.number("a ")).isGreaterThan(0.999);
        Terminal full = Terminal.run(
                "select", binary, "--quiet", "--out", out, "--response=y", "--family=logistic", "--exact-evidence");
        assertThat(full.err).isEmpty();
        assertThat(full.out).contains("Laplace's method against importance sampling of the 4 most probable models");
        assertThat(full.out).contains("logistic regression\n").doesNotContain("approximate");
        assertThat(full.number("a ")).isGreaterThan(0.999);
        Terminal refused =
                Terminal.run("select", binary, "--quiet", "--response=y", "--family=logistic", "--noise-variance=1");
        assertThat(refused.exitCode).isEqualTo(2);
        assertThat(refused.err)
                .contains("must not be set for a regression that is not linear, which has no noise of its own:"
                        + " --noise-variance=1");
    }

    /** Columns a and b separate the response together: found when a model with both is fitted. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "15"})
    void separation_isRefused_andNothingIsWritten(String most) throws IOException {
        StringBuilder csv = new StringBuilder("a,b,c,y\n");
        Random random = new Random(3L);
        for (int t = 0; t < 60; t++) {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            csv.append(a + "," + b + "," + random.nextGaussian() + "," + (a > b ? 1 : 0) + "\n");
        }
        Path separated = Files.writeString(directory.resolve("separated.csv"), csv);
        Terminal refused = Terminal.run(
                "select",
                separated,
                "--quiet",
                "--out",
                out,
                "--response=y",
                "--family=logistic",
                "--prior=bic",
                "--enumerate-up-to=" + most);
        assertThat(refused.err).contains("must have a largest likelihood, and it grows without end with column a, b");
        assertThat(refused.exitCode).isEqualTo(2);
        assertThat(out).doesNotExist();
    }

    /** The message has the name and parameters of the prior, which the option replaces as a whole. */
    @ParameterizedTest
    @ValueSource(strings = {"beta-binomial:900,1e-3", "bernoulli:0.9", "size:59"})
    void priorWithoutPossibleModels_isRefused_byOption(String prior) throws IOException {
        StringBuilder text = new StringBuilder("y");
        for (int j = 1; j <= 60; j++) {
            text.append(",v").append(j);
        }
        Random random = new Random(1L);
        for (int t = 0; t < 12; t++) {
            text.append('\n').append(random.nextGaussian());
            for (int j = 1; j <= 60; j++) {
                text.append(',').append(random.nextGaussian());
            }
        }
        Path wide = Files.writeString(table.resolveSibling("wide.csv"), text.append('\n'));
        Terminal refused = Terminal.run("select", wide, "--quiet", "--response=y", "--inclusion", prior);
        assertThat(refused.exitCode).isEqualTo(2);
        assertThat(refused.err).contains(": --inclusion=" + prior + " gives ");
    }

    @Test
    void sampling_drawsUntilErrorsAreSmall() {
        Terminal terminal = select(
                "--response",
                "y",
                "--without",
                "f",
                "--enumerate-up-to",
                0,
                "--inclusion",
                "bernoulli:0.3",
                "--prior",
                "ridge:4",
                "--always",
                "a",
                "--draws",
                300,
                "--chains",
                2,
                "--until-pip-error",
                0.01);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out)
                .contains("always in: a", "tau^2 = 4.0; models: Bernoulli(0.3)", "sampled: 2 chains", "verdict: ");
        assertThat(terminal.number("sampled: 2 chains, ", " draws each")).isGreaterThanOrEqualTo(300);
    }

    @Test
    void untilPipError_looksFirstAtAThousandDraws() {
        Terminal terminal = select("--response=y", "--factor=f", "--enumerate-up-to=0", "--until-pip-error=0.5");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.number("sampled: 4 chains, ", " draws each")).isEqualTo(1_000);
    }

    /**
     * A run that ends by its bound on errors is saved at its end, which resuming gives again; other runs are refused.
     */
    @Test
    void checkpoint_isResumed_byTheSameCommandAlone() throws IOException {
        String saved = directory.resolve("saved").toString();
        String run =
                "--response y --without f --enumerate-up-to 0 --draws 200 --chains 2 --until-pip-error 0.02 --checkpoint ";
        assertThat(select((Object[]) (run + saved).split(" ")).exitCode).isZero();
        String models = Files.readString(out.resolve("models.csv"));
        Files.delete(out.resolve("models.csv"));
        Terminal again = select((Object[]) (run + saved + " --resume").split(" "));
        assertThat(again.err).isEmpty();
        assertThat(Files.readString(out.resolve("models.csv"))).isEqualTo(models);
        for (String[] row : new String[][] {
            {"--seed 2", "--seed must be 1, as in the checkpoint, and is 2"},
            {"--log a", "--log must be left out, as in the checkpoint, and is a"},
            {"--prior g:9", "--prior must be g, as in the checkpoint, and is g:9"},
            {
                "--inclusion bernoulli:0.2",
                "--inclusion must be beta-binomial:1,1, as in the checkpoint, and is bernoulli:0.2"
            },
            {"--enumerate-up-to 20", "--enumerate-up-to must be 0, as in the checkpoint, and is 20"},
        }) {
            String changed =
                    run.replace(row[0].split(" ")[0].equals("--enumerate-up-to") ? "--enumerate-up-to 0 " : "?", "");
            Terminal refused = select((Object[]) (changed + saved + " --resume " + row[0]).split(" "));
            assertThat(refused.err).contains(row[1]);
            assertThat(refused.exitCode).isEqualTo(2);
        }
        Terminal other = select((Object[]) (run.replace("0.02", "0.03") + saved + " --resume").split(" "));
        assertThat(other.err).contains("--until-pip-error must be 0.02, as in the checkpoint, and is 0.03");
        Terminal finished = select((Object[]) (run + saved).split(" "));
        assertThat(finished.err).isEmpty();
        assertThat(Files.readString(out.resolve("models.csv"))).isEqualTo(models);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--response z | must be a column of TABLE (of 5, nearest: a, b, c): --response=z",
                "--response y --without q,f | must be a column of TABLE (of 6, nearest: a, b, c): --without=q",
                "--response y --factor f --log a,q | must be a column of TABLE (of 5, nearest: a, b, c): --log=q",
                "--response y --formula a+ed | must be a column of TABLE (of 5, nearest: a, b, c): ed, in --formula=a+ed",
                "--response y --factor f,q | must be a column of TABLE (of 6, nearest: a, b, c): --factor=q",
                "--response y | must be a number: TABLE, line 2, column f=",
                "--response y --factor f --log b | must be > 0 to take its logarithm: TABLE, line 2, column b=",
                "--response y --factor f --log all,-q | must leave out a column of numbers that is named before it, as in all,-NAME: -q, in --log=all,-q",
                "--response y --factor f --prior zellner | must be g=n, g=max(n,p2), g:G, hyper-g, hyper-g:A, hyper-g-n, hyper-g-n:A, zellner-siow, robust, eb-local, eb-global, local-g=n, local-g=max(n,p2), local-g:G, ridge:TAU2 or bic: --prior=zellner",
                "--response y --factor f --prior local-g | --prior must not be local-g in a regression that is linear or approximate; use --prior g",
                "--response y --factor f --prior ridge | must have 1 number behind a colon: --prior=ridge",
                "--response y --factor f --prior g:x | must be a number such as 2, 0.5 or 1e-3: x: --prior=g:x",
                "--response y --factor f --inclusion size:9 | must be < p=4, the number of variables: --inclusion=size:9",
                "--response y --factor f --inclusion beta-binomial:1 | must have 2 numbers behind a colon: --inclusion=beta-binomial:1",
                "--response y --factor f --family logistic | must have two values, such as no and yes: TABLE, column y has 60: ",
                "--response y --factor f --family gamma | must be linear, logistic, probit, poisson, negative-binomial[:SIZE] or cox: --family=gamma",
                "--response c --factor f --family negative-binomial:0 | must have a size in [1.0E-6, 1.0E300]: --family=negative-binomial:0",
                "--response c --factor f --family negative-binomial:1e301 | must have a size in [1.0E-6, 1.0E300]: --family=negative-binomial:1e301",
                "--response y --factor f --family poisson | must be a whole number >= 0: TABLE, line 2, column y=",
                "--response c --factor f --family cox | must be given with --event NAME: --family=cox",
                "--response y --factor f --family cox --event b | must be 1 for an event or 0 for a censored time: TABLE, line 2, column b=",
                "--response y --factor f --exact-evidence | must be given with another --family than linear: --exact-evidence",
                "--response c --factor f --family poisson --prior bic --exact-evidence | must be with --prior g or ridge, not with a prior whose fits are those of the largest likelihood: --exact-evidence",
                "--response c --factor f --family poisson --prior local-g --exact-evidence | must be with --prior g or ridge, not with a prior whose fits are those of the largest likelihood: --exact-evidence",
                "--response y --factor f --priors bic,local-g | --prior must not be local-g in a regression that is linear or approximate; use --prior g: --priors=local-g",
                "--response y --factor f --priors bic,max(n,p2) | : --priors=max(n,p2)",
                "--response y --factor f --priors bic --checkpoint a.ckpt --enumerate-up-to 0 | must be given without --checkpoint, which saves one run: --priors",
                "--response y --factor f --event b | must be given with --family cox: --event",
                "--response y --factor f --weights b | must be finite and > 0: TABLE, line",
                "--response c --factor f --family poisson --weights b | must be finite and > 0: TABLE, line",
                "--response c --factor f --family poisson --weights none | : --weights=none",
                "--response c --factor f --family cox --event none | : --event=none",
                "--response none --factor f --family poisson | : --response=none",
                "--response y --factor f --always q | must be a variable, of a, b, c, f: --always=q",
                "--response y --factor f --always a,b,c,f | must leave a candidate: --always=a,b,c,f",
                "--response y --factor f --max-size 0 | must be >= 1: --max-size=0",
                "--response y --factor f --until-pip-error 1 | must be in (0, 1): --until-pip-error=1",
                "--response y --factor f --enumerate-up-to 31 | must be in [0, 30]: --enumerate-up-to=31",
                "--response y --factor f --thin 0 | must be >= 1: --thin=0",
                "--response y --factor f --resume | must be given with --checkpoint FILE: --resume",
                "--response y --factor f --checkpoint TABLE | must not be the file of FILE, or lie in it: --checkpoint=TABLE",
                "--response y --factor f --top 0 | must be in [1, 1000]: --top=0",
                "--response y --factor f --prior hyper-g:5 | must be in (2, 4]: --prior=hyper-g:5",
                "--response y --factor f --prior g:0 | must be finite and > 0: --prior=g:0",
                "--response y --factor f --inclusion bernoulli:1 | must be in (0, 1): --inclusion=bernoulli:1",
                "--response y --factor f --inclusion beta-binomial:0,1 | must be finite and > 0: --inclusion=beta-binomial:0,1",
                "--response y --factor f --noise-variance 1e-300 | , the square of the rounding errors of the response's values: --noise-variance=1e-300",
                "--response y --factor f --prior zellner-siow --noise-variance 1 | --prior must be g, ridge or bic with --noise-variance or in an approximate regression, not zellner-siow",
            })
    void badInput_isRefused_andNothingIsWritten(String arguments, String message) throws IOException {
        Terminal terminal =
                select((Object[]) arguments.replace("TABLE", table.toString()).split(" "));
        assertThat(terminal.err).contains(message.replace("TABLE", table.toString()));
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(out).doesNotExist();
    }

    /** As in CSV: a name in double quotes may have commas, and two double quotes are one of the name. */
    @Test
    void namesOfLists_mayBeInQuotes() throws IOException {
        String csv = Files.readString(table).replace("id,a,b,c,f,y", "\"id,1\",\"a,1\",\"b \"\"x\"\", 2\",c,f,y");
        Files.writeString(table, csv);
        Terminal terminal = Terminal.run(
                "select",
                table,
                "--quiet",
                "--out",
                out,
                "--response=y",
                "--prior=bic",
                "--log=\"a,1\"",
                "--without=\"id,1\",c",
                "--factor=\"f\"",
                "--always=\"b \"\"x\"\", 2\",\"a,1\"");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).contains("p=1 candidates");
        assertThat(Files.readString(out.resolve("models.csv"))).contains("f");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"id", "\"i\"d", "c,\"i\"d\"", "\"id\"\""})
    void namesOfLists_openQuotes_areRefused(String names) {
        ByteArrayOutputStream warnings = new ByteArrayOutputStream();
        PrintStream before = System.err;
        Terminal terminal;
        System.setErr(new PrintStream(warnings, true, StandardCharsets.UTF_8));
        try {
            terminal = Terminal.run("select", table, "--quiet", "--out", out, "--response=y", "--without=" + names);
        } finally {
            System.setErr(before);
        }
        assertThat(warnings.toString(StandardCharsets.UTF_8))
                .as("names of classes")
                .isEmpty();
        assertThat(terminal.err)
                .contains("must end with the quote that it begins with, and have each other one twice: ");
        assertThat(terminal.exitCode).isEqualTo(2);
    }

    /** Names of columns differ by their case, and may be long. */
    @Test
    void namesOfLists_keepTheirCase() throws IOException {
        String longName = "z".repeat(9_000);
        Files.writeString(table, Files.readString(table).replace("id,a,b,c,f,y", longName + ",a,A,c,f,y"));
        Terminal terminal = Terminal.run(
                "select",
                table,
                "--quiet",
                "--out",
                out,
                "--response=y",
                "--factor=f",
                "--without=\"" + longName + "\",A,a");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a,b\",", ",\"a,b\"", "\"a,b\",,c", "\"\"", "\"a,b\",\"\""})
    void namesOfLists_none_areRefused(String names) {
        Terminal terminal =
                Terminal.run("select", table, "--quiet", "--out", out, "--response=y", "--without=" + names);
        assertThat(terminal.err).contains("must have a name on each side of a comma: " + names);
        assertThat(terminal.exitCode).isEqualTo(2);
    }

    @Test
    void dataWithoutAnAnswer_areRefused() throws IOException {
        StringBuilder exact = new StringBuilder("a,b,y\n");
        for (int t = 0; t < 9; t++) {
            exact.append(t + "," + t * t + "," + (1 + 2 * t) + "\n");
        }
        Files.writeString(table, exact.toString().replace("a,b,y", "id,b,y"));
        Terminal perfect = Terminal.run("select", table, "--quiet", "--out", out, "--response", "y", "--prior", "bic");
        assertThat(perfect.exitCode).isEqualTo(2);
        assertThat(perfect.err).contains("must not fit the response exactly");
        Terminal sampled = Terminal.run(
                "select", table, "--quiet", "--out", out, "--response=y", "--prior=bic", "--enumerate-up-to=0");
        assertThat(sampled.exitCode).isEqualTo(2);
        assertThat(sampled.err).contains("must not fit the response exactly");
        Terminal same = Terminal.run("select", table, "--quiet", "--out", out, "--response", "b", "--prior", "bic");
        assertThat(same.exitCode).isEqualTo(2);
        assertThat(same.err).contains("columns id and y; leave out one of them, or give --allow-duplicates");
        assertThat(out).doesNotExist();
    }
}

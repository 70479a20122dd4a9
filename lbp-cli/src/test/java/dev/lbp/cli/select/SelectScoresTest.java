package dev.lbp.cli.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.BadInput;
import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lbp select --z FILE --ld FILE}. */
class SelectScoresTest extends BadInput {

    private static final int N = 60;

    /** y grows with b; c is b up to noise. */
    @BeforeEach
    void writeFiles() throws IOException {
        Random random = new Random(3L);
        double[][] rows = new double[N][4];
        StringBuilder csv = new StringBuilder("a,b,c,y\n");
        for (double[] row : rows) {
            row[0] = random.nextGaussian();
            row[1] = random.nextGaussian();
            row[2] = row[1] + 0.1 * random.nextGaussian();
            row[3] = row[1] + random.nextGaussian();
            csv.append(row[0] + "," + row[1] + "," + row[2] + "," + row[3] + "\n");
        }
        Files.writeString(directory.resolve("rows.csv"), csv);
        StringBuilder z = new StringBuilder("snp\tposition\tz\n");
        StringBuilder ld = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            double r = correlation(rows, i, 3);
            z.append("abc".charAt(i) + "\t" + i + "\t" + r * Math.sqrt((N - 2) / (1 - r * r)) + "\n");
            for (int j = 0; j < 3; j++) {
                ld.append(correlation(rows, i, j)).append(j < 2 ? " " : "\n");
            }
        }
        Files.writeString(directory.resolve("z.tsv"), z);
        Files.writeString(directory.resolve("ld.txt"), ld);
        Files.writeString(directory.resolve("skew.txt"), "1 0 0\n0.1 1 0\n0 0 1\n");
        Files.writeString(directory.resolve("less.txt"), "1 0\n0 1\n");
        Files.writeString(directory.resolve("bent.txt"), "1 .9 0\n.9 1 .9\n0 .9 1\n");
        Files.writeString(directory.resolve("numbered.txt"), "1 2 3\n1 0 0\n0 1 0\n0 0 1\n");
        Files.writeString(directory.resolve("small.tsv"), "z\n1\n1\n1\n");
        Files.writeString(directory.resolve("nan.tsv"), "z\n1\nNaN\n2\n");
        Files.writeString(directory.resolve("beta.tsv"), "beta\n1\n2\n2\n");
    }

    private static double correlation(double[][] rows, int i, int j) {
        double[] sums = new double[5];
        for (double[] row : rows) {
            sums[0] += row[i] / N;
            sums[1] += row[j] / N;
        }
        for (double[] row : rows) {
            sums[2] += (row[i] - sums[0]) * (row[j] - sums[1]);
            sums[3] += (row[i] - sums[0]) * (row[i] - sums[0]);
            sums[4] += (row[j] - sums[1]) * (row[j] - sums[1]);
        }
        return i == j ? 1 : sums[2] / Math.sqrt(sums[3] * sums[4]);
    }

    private Path select(String... arguments) {
        Path out = directory.resolve("out-" + arguments.length);
        Object[] all = new Object[arguments.length + 4];
        System.arraycopy(new Object[] {"select", "--quiet", "--out", out}, 0, all, 0, 4);
        System.arraycopy(arguments, 0, all, 4, arguments.length);
        Terminal terminal = Terminal.run(all);
        assertThat(terminal.err).isEmpty();
        return out;
    }

    @Test
    void scores_haveTheProbabilitiesOfTheRows() throws IOException {
        Path rows = select("" + directory.resolve("rows.csv"), "--response=y");
        Path scores = select("--z=" + directory.resolve("z.tsv"), "--ld=" + directory.resolve("ld.txt"), "--rows=" + N);
        for (String table : new String[] {"inclusion.csv", "sizes.csv", "pairs.csv", "sets.csv"}) {
            assertThat(rounded(scores.resolve(table))).as(table).isEqualTo(rounded(rows.resolve(table)));
        }
        assertThat(Files.readString(scores.resolve("summary.txt")))
                .contains("n=60, p=3", "b or c", "from z-scores and correlations: coefficients are of columns")
                .doesNotContain("(intercept)");
        Path named = directory.resolve("named.csv"); // as write.csv of R writes it, with row names
        List<String> lines = Files.readAllLines(directory.resolve("z.tsv"));
        Files.write(
                named,
                lines.stream()
                        .map(line -> line.replaceFirst("^name", "\"\"").replace('\t', ','))
                        .toList());
        Path numbered = directory.resolve("numbered.txt"); // as write.table of R writes it: rows have numbers
        Files.write(
                numbered,
                IntStream.range(0, lines.size())
                        .mapToObj(k -> (k == 0 ? "" : "\"" + k + "\" ")
                                + lines.get(k).replaceFirst("(\\w+)", "\"$1\"").replace('\t', ' '))
                        .toList());
        Path third = select("--z=" + numbered, "--ld=" + directory.resolve("ld.txt"), "--rows=" + N, "--top=9");
        assertThat(Files.readString(third.resolve("sets.csv"))).isEqualTo(Files.readString(scores.resolve("sets.csv")));
        Path again = select("--z=" + named, "--ld=" + directory.resolve("ld.txt"), "--rows=" + N, "--top=9");
        assertThat(Files.readString(again.resolve("sets.csv"))).isEqualTo(Files.readString(scores.resolve("sets.csv")));
    }

    private static String rounded(Path file) throws IOException {
        return Files.readString(file).replaceAll("(\\.\\d{8})\\d+", "$1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--z $/z.tsv --ld $/ld.txt | must be given with --z: --rows",
                "--z $/z.tsv --rows 60 | must be given with --z: --ld",
                "--z $/z.tsv --ld $/ld.txt --rows 2 | must be >= 3: --rows=2",
                "--z $/none.tsv --ld $/ld.txt --rows 60 | must be a file that exists: --z=$/none.tsv",
                "--z $/z.tsv --ld $/none.txt --rows 60 | must be a file that exists: --ld=$/none.txt",
                "--z $/nan.tsv --ld $/ld.txt --rows 60 | must not be missing: $/nan.tsv, line 3, column z",
                "--z $/beta.tsv --ld $/ld.txt --rows 60 | must have a column z: $/beta.tsv, which has beta",
                "--z $/z.tsv --ld $/less.txt --rows 60 | must have 3 values, one for each z-score: $/less.txt, line 1 has 2",
                "--z $/z.tsv --ld $/skew.txt --rows 60 | must be symmetric: correlations[1][0]=0.1, correlations[0][1]=0.0 ($/skew.txt)",
                "--z $/z.tsv --ld $/bent.txt --rows 60 | must be positive semidefinite: the correlations, whose smallest eigenvalue is about -0.27",
                "--z $/z.tsv --ld $/ld.txt --rows 60 --ld-shrink 1 | must be in [0, 1): --ld-shrink=1",
                "--z $/z.tsv --ld $/ld.txt --rows 60 --predict $/rows.csv | must be given without --z, which stands for a table of rows: --predict",
                "--z $/z.tsv --ld $/ld.txt --rows 60 --separator tab | must be given without --z, which stands for a table of rows: --separator",
                "--z $/z.tsv --ld $/ld.txt --rows 60 --decimal comma | must be given without --z, which stands for a table of rows: --decimal",
                "--z $/z.tsv --ld $/numbered.txt --rows 60 | must have 3 rows, one for each z-score: $/numbered.txt, line 4 is one more; a first row of names must not be numbers",
                "--z $/z.tsv --ld $/ld.txt --rows 60 --response y | must be given without --z, which stands for a table of rows: --response",
                "--z $/z.tsv --ld $/ld.txt --rows 60 --family logistic | must be given without --z, which stands for a table of rows: --family",
                "$/rows.csv --z $/z.tsv --ld $/ld.txt --rows 60 | must be given without --z, which stands for a table of rows: FILE=$/rows.csv",
                "$/rows.csv --response y --rows 60 | must be given with --z: --rows",
                "$/rows.csv | must be given: --response",
                "--response y | must be given: FILE, or --z",
            })
    void isRefused(String arguments, String words) throws IOException {
        assertRefused("select " + arguments, words);
    }

    /** What the message of bent.txt says to do. */
    @Test
    void shrunkenCorrelations_areAccepted() {
        select(
                "--z=" + directory.resolve("small.tsv"),
                "--ld=" + directory.resolve("bent.txt"),
                "--rows=" + N,
                "--ld-shrink=0.3");
    }
}

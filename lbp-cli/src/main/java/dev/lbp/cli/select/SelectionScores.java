package dev.lbp.cli.select;

import dev.lbp.cli.run.RunOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.select.CorrelationFile;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.data.Table;
import dev.lbp.select.data.TableReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The options of {@code lbp select} on z-scores and correlations, which it takes in place of a table of rows. */
final class SelectionScores {

    /** The name of the column of z-scores. */
    private static final String Z = "z";

    /** Options that need a table of rows. */
    private static final String OF_ROWS =
            "--response --family --approximate --exact-evidence --event --ties --strata --trials --weights"
                    + " --separator --decimal --offset --yes --without --drop-incomplete --factor --reference --log --formula --holdout --predict --cross-validate --survival-at";

    @Option(
            names = "--z",
            paramLabel = "FILE",
            converter = FilePath.class,
            description =
                    "In place of a table: z-scores of linear regressions of one column each, in the column z; the first"
                            + " column, if it is another one, has names.")
    private @Nullable Path z;

    @Option(
            names = "--ld",
            paramLabel = "FILE",
            converter = FilePath.class,
            description =
                    "With --z: the correlations of these columns, a row for each, between commas, tabs or spaces; names"
                            + " in a first row, and in a first column, are compared with those of --z.")
    private @Nullable Path ld;

    @Option(names = "--rows", paramLabel = "N", description = "With --z: the number of rows that z-scores come from.")
    private @Nullable Integer rows;

    @Option(
            names = "--ld-shrink",
            paramLabel = "S",
            description = "With --z: take (1 - S) R + S I for the matrix R of --ld, which has too few digits or other"
                    + " rows. Default: ${DEFAULT-VALUE}.")
    private double shrink;

    boolean isGiven() {
        return z != null;
    }

    /** The file of correlations; null if it is not given. */
    @Nullable Path file() {
        return ld;
    }

    /** Checks the options, and declares the files that are read. */
    void declare(CommandFiles files, ParseResult given, @Nullable Path table, String response) throws IOException {
        if (z == null) {
            checkRows(given, table, response);
            return;
        }
        for (String option : OF_ROWS.split(" ")) {
            Check.that(
                    table == null && !given.hasMatchedOption(option),
                    "be given without --z, which stands for a table of rows: "
                            + (table != null ? "FILE=" + table : option));
        }
        for (String option : List.of("--ld", "--rows")) {
            Check.that(given.hasMatchedOption(option), "be given with --z: " + option);
        }
        Check.that(shrink >= 0.0 && shrink < 1.0, "be in [0, 1)", "--ld-shrink", shrink);
        Check.that(Objects.requireNonNull(rows) >= 3, "be >= 3", "--rows", rows);
        files.reads("--z", z);
        files.reads("--ld", Objects.requireNonNull(ld));
    }

    /** Checks the options of a selection from a table of rows: no option of z-scores, a table and a response. */
    private static void checkRows(ParseResult given, @Nullable Path table, String response) {
        for (String option : List.of("--ld", "--rows", "--ld-shrink")) {
            Check.that(!given.hasMatchedOption(option), "be given with --z: " + option);
        }
        Check.that(
                table == null || !response.isEmpty() || !given.hasMatchedOption("--formula"),
                "begin with the response and ~, as \"y ~ a + b\", or be given with --response: --formula");
        Check.that(
                table != null && !response.isEmpty(),
                "be given: " + (table == null ? "FILE, or --z" : "--response, the column to explain"));
    }

    /** Whether a message names the file of the z-scores. */
    boolean isOfScores(String message) {
        return z != null && message.contains(z.toString());
    }

    /** Reads the files; says how much memory a selection takes before it reads the correlations. */
    VariableSelection read(RunOptions options) throws IOException {
        Path source = Objects.requireNonNull(z);
        Check.regularFile("--z", source);
        Path matrix = Objects.requireNonNull(ld);
        Check.regularFile("--ld", matrix);
        Table table = TableReader.of(source).read();
        Check.that(
                table.names().contains(Z),
                "have a column " + Z + ": " + source + ", which has " + ForeignText.shortened(table.names()));
        String[] names = names(table, source);
        double[][] correlations = options.doing(
                "reading " + matrix + ", for a selection in " + Memory.size(CorrelationFile.bytes(names.length)),
                () -> CorrelationFile.read(matrix, names));
        if (shrink > 0.0) {
            shrink(correlations);
        }
        return VariableSelection.summary(table.column(Z), correlations, Objects.requireNonNull(rows))
                .names(names);
    }

    /**
     * The names of the variables: the names of the rows, else the first column, else x1, x2 and so on. Numbers that R
     * has written before its rows are no names if a column of names follows them.
     */
    private static String[] names(Table table, Path source) throws IOException {
        String first = table.names().get(0);
        String[] ofRows = table.rowNames().orElse(null);
        if (ofRows != null && (first.equals(Z) || !Arrays.stream(ofRows).allMatch(name -> name.matches("\\d+")))) {
            return ofRows;
        }
        if (!first.equals(Z)) {
            return TableReader.of(source).factors(first).read().factor(first);
        }
        String[] numbered = new String[table.rows()];
        Arrays.setAll(numbered, j -> "x" + (j + 1));
        return numbered;
    }

    /** Shrinks the matrix R to {@code (1 - shrink) R + shrink I}. */
    private void shrink(double[][] correlations) {
        for (int i = 0; i < correlations.length; i++) {
            for (int j = 0; j < correlations.length; j++) {
                correlations[i][j] = (1.0 - shrink) * correlations[i][j] + (i == j ? shrink : 0.0);
            }
        }
    }
}

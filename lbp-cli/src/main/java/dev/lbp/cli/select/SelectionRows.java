package dev.lbp.cli.select;

import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Progress;
import dev.lbp.internal.Check;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.select.average.Measures;
import dev.lbp.result.SamplingListener;
import dev.lbp.select.LogScores;
import dev.lbp.select.SelectionResult;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.data.Table;
import dev.lbp.select.data.TableSplit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code lbp select} on rows that are predicted: rows held out, new rows and cross-validation. */
final class SelectionRows {

    static final String PREDICTIONS = "predictions.csv";

    /** Predictions of more rows are in their own file alone, not in the summary, the report and the JSON file too. */
    private static final int MOST_SHOWN = 1_000;

    static final String SCORES = "scores.csv";
    static final String ELPD = "elpd.csv";
    private static final String LEAVE_ONE_OUT = "loo";

    private static final String FRACTION = "[0-9]*\\.?[0-9]+%?";

    /** What is no name of a column, but meant for a fraction, such as 0,2 or -1. */
    private static final String NUMBER = "[-+]?[0-9.,]*(e[-+]?[0-9]+)?%?";

    @Option(
            names = "--holdout",
            paramLabel = "PART",
            description =
                    "Leave rows out and score their predictions: a part of them at random (by --seed; of yes and no"
                            + " alike), such as 0.2 or 20%%; or those where a column of this name is 1 or test.")
    private @Nullable String holdout;

    @Option(
            names = "--predict",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "Predict the rows of another table, with columns of the same names, into " + PREDICTIONS
                    + "; at most 1,000 are in the summary, the report and the JSON file too.")
    private @Nullable Path predict;

    @Option(
            names = "--survival-at",
            paramLabel = "TIMES",
            split = ",",
            description = "With --family cox and --predict: times to predict the survival at, between commas.")
    private double @Nullable [] times;

    @Option(
            names = "--cross-validate",
            paramLabel = "K",
            description =
                    "Leave out each of K parts of the rows in turn, predict them by a selection of the others, and score"
                            + " the average over models, the full and the empty model: a table in the summary and the report,"
                            + " and " + ELPD + ". loo leaves out one row after another.")
    private @Nullable String folds;

    @Option(
            names = "--level",
            paramLabel = "L",
            description = "The probability of intervals and credible sets. Default: 0.95, and 0.9 of predictions.")
    private @Nullable Double level;

    /** The number of rows of the selection. */
    private int rows;

    private String failure = ""; // why the cross-validation failed; empty if it did not
    private boolean interrupted;

    private @Nullable Table heldOut;
    private @Nullable Table fresh; // the rows of --predict
    private List<String> others = List.of(); // columns of --predict that the table has not

    /** The result with intervals of {@code --level}. */
    SelectionResult withLevel(SelectionResult result) {
        return level == null ? result : result.withLevel(level);
    }

    /** Checks the options, and declares the file that is read. */
    void declare(CommandFiles files, SelectionFamily family) {
        if (level != null) {
            Measures.checkLevel("--level", level);
        }
        boolean predicts = holdout != null || predict != null || folds != null;
        Check.that(
                !predicts || !family.isApproximate(),
                "be given without --approximate, which predicts nothing: "
                        + (holdout != null ? "--holdout" : predict != null ? "--predict" : "--cross-validate"));
        if (folds != null && !folds.equals(LEAVE_ONE_OUT)) {
            Check.that(folds.matches("[1-9][0-9]{0,8}"), "be a number of parts, or loo", "--cross-validate", folds);
        }
        if (!family.strata().isEmpty() && (holdout != null || times != null)) {
            throw new IllegalArgumentException("must be given without --strata, each with its own hazard: "
                    + (holdout != null ? "--holdout; use --cross-validate" : "--survival-at"));
        }
        boolean predictsSurvival = predict != null && family.isSurvival();
        Check.that(times == null || predictsSurvival, "be given with --family cox and --predict: --survival-at");
        for (double time : times()) {
            Check.that(time >= 0.0 && time <= Double.MAX_VALUE, "be finite and >= 0", "--survival-at", time);
        }
        if (holdout != null && holdout.matches(NUMBER)) {
            boolean valid = holdout.matches(FRACTION) && fraction(holdout) > 0.0 && fraction(holdout) < 1.0;
            Check.that(valid, "be in (0, 1), such as 0.2, or 20%, or the name of a column", "--holdout", "" + holdout);
        }
        if (predict != null) {
            Check.regularFile("--predict", predict);
            files.reads("--predict", predict);
        }
    }

    boolean isCrossValidated() {
        return folds != null;
    }

    /** Scores the selection by cross-validation. Where that fails, the selection is kept; an interrupt ends it. */
    SelectionResult crossValidated(VariableSelection selection, SelectionResult own, boolean quiet) {
        int count = parts();
        try (ProgressBar bar = Progress.bar("cross-validation", count, quiet)) {
            selection.listener(new SamplingListener() {
                @Override
                public void drawsProgress(long done, long total) {
                    bar.stepTo(done);
                }
            });
            LogScores scores = selection.crossValidate(count);
            interrupted = Thread.interrupted(); // cleared here, because closing the bar would clear it, too
            return scores.folds() == 0 ? own : own.with(scores);
        } catch (IllegalArgumentException e) {
            failure = String.valueOf(e.getMessage());
            return own;
        }
    }

    boolean wasInterrupted() {
        return interrupted;
    }

    /** The number of parts of a cross-validation. If one row is left out at a time, each row is a part. */
    private int parts() {
        String given = Objects.requireNonNull(folds);
        return given.equals(LEAVE_ONE_OUT) ? rows : Integer.parseInt(given);
    }

    /** Throws if a cross-validation was asked for and failed. Must be called after all files are written. */
    void checkScored() throws IOException {
        if (!failure.isEmpty()) {
            throw new IOException(failure + "; all but the cross-validation is written");
        }
    }

    private double[] times() {
        return times == null ? new double[0] : times;
    }

    /** The column that tells which rows are held out; null if there is none. */
    @Nullable String column() {
        return holdout == null || holdout.matches(FRACTION) ? null : holdout;
    }

    boolean hasHeldOut() {
        return holdout != null;
    }

    /**
     * Keeps the rows that are held out, and returns the others.
     *
     * @param strata a column; the same part of the rows of each of its values is held out; null for none
     */
    Table training(Table table, @Nullable String strata, long seed) {
        if (holdout == null) {
            return table;
        }
        TableSplit split = split(table, holdout, strata, seed);
        heldOut = split.heldOut();
        return split.training();
    }

    /** The value of a fraction such as 0.2 or 20%. */
    private static double fraction(String given) {
        return Double.parseDouble(given.replace("%", "")) / (given.endsWith("%") ? 100.0 : 1.0);
    }

    /**
     * Holds rows out: those that a column marks, or a random fraction. The message of a failure names the option.
     *
     * @param given the value of {@code --holdout}, the name of a column or a fraction
     * @param strata a column: of each of its values the same fraction is held out; null for none
     */
    private TableSplit split(Table table, String given, @Nullable String strata, long seed) {
        try {
            if (column() != null) {
                return TableSplit.by(table, given);
            }
            double part = fraction(given);
            return strata == null
                    ? TableSplit.random(table, part, seed)
                    : TableSplit.stratified(table, strata, part, seed);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage()).replaceFirst(": (part|column)=.*$", ": --holdout=" + given);
            throw new IllegalArgumentException(message, e);
        }
    }

    /**
     * Checks all rows before the run, and reads those to predict.
     *
     * @param training the rows that are not held out
     * @param needed columns that new rows must have
     */
    void check(VariableSelection selection, SelectionColumns columns, Table training, List<String> needed)
            throws IOException {
        rows = training.rows();
        if (folds != null) {
            String words = "be in [2, n], with n = " + rows + " rows";
            Check.that(parts() >= 2 && parts() <= rows, words, "--cross-validate", folds);
        }
        if (heldOut != null) {
            try {
                selection.checkPredictable(heldOut);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(e.getMessage() + " (a row of --holdout)", e);
            }
        }
        if (predict != null) {
            Table read;
            try {
                read = columns.applyToNew(predict, needed, training);
                selection.checkPredictable(read);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(e.getMessage() + " (a table of --predict)", e);
            }
            fresh = read;
            List<String> known = training.names();
            others = read.names().stream().filter(name -> !known.contains(name)).toList();
        }
    }

    /**
     * Writes scores of a cross-validation, scores of rows that were held out, and predictions of at most
     * {@value #MOST_SHOWN} new rows. Returns the result with them.
     */
    SelectionResult scored(SelectionResult result, OutputDirectory directory) {
        SelectionResult[] made = {result}; // an array, so that the lambdas can replace it
        if (result.logScores().isPresent()) {
            directory.writeAll(List.of(ELPD), to -> result.exportCsv(to, ELPD));
        }
        Table held = heldOut;
        Table toPredict = fresh;
        if (held != null) {
            directory.writeAll(List.of(SCORES), to -> {
                made[0] = made[0].scoredOn(held);
                made[0].exportCsv(to, SCORES);
            });
        }
        if (toPredict != null && toPredict.rows() <= MOST_SHOWN) {
            directory.writeAll(List.of(PREDICTIONS), to -> {
                made[0] = made[0].predicting(toPredict, times());
                made[0].exportCsv(to, PREDICTIONS);
            });
        }
        return made[0];
    }

    /**
     * Writes predictions of many new rows; {@link #scored} has written those of few. They take long, so this is called
     * when all else is written.
     */
    void writeMany(SelectionResult result, OutputDirectory directory) {
        Table many = fresh;
        if (many != null && many.rows() > MOST_SHOWN) {
            directory.writeAll(
                    List.of(PREDICTIONS), to -> result.exportPredictions(to.resolve(PREDICTIONS), many, times()));
        }
    }

    /** The files that {@link #scored} writes. */
    List<String> tables() {
        List<String> names = new ArrayList<>();
        if (folds != null) {
            names.add(ELPD);
        }
        if (holdout != null) {
            names.add(SCORES);
        }
        if (predict != null) {
            names.add(PREDICTIONS);
        }
        return names;
    }

    /** A line on times to predict that are beyond those of the data; empty if there are none. */
    String beyond(SelectionResult result) {
        double last = times == null ? 0.0 : result.lastFollowUp();
        String beyond = Arrays.stream(times())
                .filter(time -> time > last)
                .mapToObj(Numbers::shortest)
                .collect(Collectors.joining(", "));
        return beyond.isEmpty()
                ? ""
                : "note: no row is followed beyond " + Numbers.shortest(last) + ": survival at " + beyond
                        + " is that of this time, an upper bound" + System.lineSeparator();
    }

    /** A line on columns of the rows to predict that the table has not; empty if there are none. */
    String unused() {
        return others.isEmpty()
                ? ""
                : ForeignText.onOneLine("note: not used of " + predict + ": " + String.join(", ", others))
                        + System.lineSeparator();
    }
}

package dev.lbp.select;

import dev.lbp.internal.Order;
import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Plot;
import dev.lbp.internal.html.Plot.Caption;
import dev.lbp.internal.select.average.SelectionFacts;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Draws observed responses against predicted ones. */
final class FitPictures {

    /** The largest number of rows in a picture. Of more rows, this many at equal distances are drawn. */
    static final int MOST_ROWS = 2_000;

    private static final int GROUPS = 10;

    /** The number of standard errors from a dot to each end of its bar. */
    private static final double BAR = 2.0;

    private static final double MARGIN = 0.03;

    private FitPictures() {}

    /**
     * Writes the picture of a selection's own rows.
     *
     * @param fitted means of the response at rows
     */
    static void write(Html html, SelectionFacts.Data data, Function<int[], double[]> fitted) {
        double[] observed = data.response();
        int[] rows = rows(observed.length);
        double[] seen = Arrays.stream(rows).mapToDouble(t -> observed[t]).toArray();
        String some = rows.length < observed.length ? rows.length + " of the rows of the data" : "the rows of the data";
        write(html, data.scale(), some, seen, fitted.apply(rows));
        html.paragraph(
                "These rows were used for the selection, so they look better than new rows will. Predictions are averages"
                        + " over the most probable models, at most " + SelectionPredictions.MODELS_AVERAGED_FOR_FITS
                        + ".");
    }

    /** The numbers of the rows that a picture of n rows shows: all, or {@link #MOST_ROWS} at equal distances. */
    static int[] rows(int n) {
        int shown = Math.min(n, MOST_ROWS);
        return IntStream.range(0, shown).map(k -> (int) ((long) k * n / shown)).toArray();
    }

    /**
     * Writes the picture of a scale: a dot for each row, or for probabilities the calibration of ten groups.
     *
     * @param which rows they are, in words
     * @param observed [rows]
     * @param predicted [rows], means of the response
     */
    static void write(Html html, SelectionFacts.Scale scale, String which, double[] observed, double[] predicted) {
        if (scale == SelectionFacts.Scale.PROBABILITY) {
            writeCalibration(html, which, observed, predicted);
        } else {
            writeScatter(html, which, observed, predicted);
        }
    }

    /** Writes a scatter plot of observed against predicted responses, with the part of the variance that is left. */
    private static void writeScatter(Html html, String which, double[] observed, double[] predicted) {
        DoubleSummaryStatistics all = DoubleStream.concat(Arrays.stream(observed), Arrays.stream(predicted))
                .summaryStatistics();
        double[] ends = {all.getMin(), all.getMax()};
        Axis across = Axis.around("predicted", ends);
        Axis up = Axis.around("observed", ends);
        double rest = 0.0;
        double squares = 0.0;
        double mean = Arrays.stream(observed).average().orElse(Double.NaN);
        for (int t = 0; t < observed.length; t++) {
            rest += (observed[t] - predicted[t]) * (observed[t] - predicted[t]);
            squares += (observed[t] - mean) * (observed[t] - mean);
        }
        String description = "A dot for each row; on the line both are equal. Root mean squared difference: "
                + Numbers.text(Math.sqrt(rest / observed.length)) + ", " + Numbers.fixed(100.0 * rest / squares, 0)
                + " % of the variance of what was observed.";
        new Plot(new Caption("Observed against predicted, " + which, description), across, up)
                .points("rows", predicted, observed)
                .curve("equal", ends, ends)
                .writeTo(html);
        html.paragraph(description);
    }

    /**
     * Draws the share of ones against the mean prediction, for groups of equal numbers of rows by ascending prediction.
     */
    private static void writeCalibration(Html html, String which, double[] observed, double[] predicted) {
        int n = observed.length;
        int groups = Math.min(GROUPS, n);
        int[] order = Order.of(n, t -> predicted[t]);
        double[] places = new double[groups];
        double[] shares = new double[groups];
        double[] lows = new double[groups];
        double[] highs = new double[groups];
        for (int g = 0; g < groups; g++) {
            int from = (int) ((long) g * n / groups);
            int to = (int) ((long) (g + 1) * n / groups);
            double variance = 0.0;
            for (int k = from; k < to; k++) {
                double mean = predicted[order[k]];
                places[g] += mean / (to - from);
                shares[g] += observed[order[k]] / (to - from);
                variance += mean * (1.0 - mean);
            }
            double reach = BAR * Math.sqrt(variance) / (to - from);
            lows[g] = Math.max(0.0, places[g] - reach);
            highs[g] = Math.min(1.0, places[g] + reach);
        }
        String description =
                "Rows in " + groups + " groups by ascending prediction. A dot is the share of ones of a group;"
                        + " a bar reaches two standard errors to both sides of its mean prediction, where the dot should be."
                        + " Brier score: " + Numbers.fixed(brierScore(observed, predicted), 4) + ".";
        double[] ends = {0.0, 1.0};
        new Plot(
                        new Caption("Calibration, " + which, description),
                        Axis.of("mean prediction", -MARGIN, 1.0 + MARGIN),
                        Axis.of("share of ones", -MARGIN, 1.0 + MARGIN))
                .bars("where 95 % of the shares should be", places, lows, highs)
                .dots("share of ones", places, shares)
                .curve("equal", ends, ends)
                .writeTo(html);
        html.paragraph(description);
    }

    private static double brierScore(double[] observed, double[] predicted) {
        return IntStream.range(0, observed.length)
                .mapToDouble(t -> (observed[t] - predicted[t]) * (observed[t] - predicted[t]))
                .average()
                .orElse(Double.NaN);
    }

    /** Scores and predictions of rows that were held out. */
    static void writeHeldOut(Html html, SelectionFacts.Scale scale, HeldOut scores) {
        Columns<String, String> columns = new Columns<String, String>().add("measure", measure -> measure);
        for (String one : scores.predictors()) {
            columns.add(one, measure -> Numbers.text(scores.score(measure, one).value()));
            columns.add(
                    "standard error",
                    measure -> Numbers.text(scores.score(measure, one).error()));
        }
        String caption = Numbers.count(scores.rows(), "row") + " held out: how well they were predicted";
        Page.table(html, caption, columns.heads(), columns.rows(scores.measures()));
        // A note begins with "the": it becomes a sentence.
        scores.note().ifPresent(note -> html.paragraph(note.replaceFirst("^t", "T") + "."));
        if (scale != SelectionFacts.Scale.NONE) {
            double[] observed = scores.points().stream()
                    .mapToDouble(HeldOut.Point::observed)
                    .toArray();
            double[] predicted = scores.points().stream()
                    .mapToDouble(HeldOut.Point::predicted)
                    .toArray();
            write(html, scale, "rows held out", observed, predicted);
        }
    }
}

package dev.lbp.select;

import dev.lbp.internal.select.average.Dispersion;
import dev.lbp.internal.select.average.Measures;
import dev.lbp.internal.select.average.SelectionFacts;
import dev.lbp.select.data.Prediction;
import dev.lbp.select.data.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** What a {@link SelectionResult} predicts of new rows and of those of the data. */
public abstract class SelectionPredictions extends SelectionTables {

    /** The largest number of models that fitted responses and the dispersion are averaged over. */
    static final int MODELS_AVERAGED_FOR_FITS = 100;

    final Forecast<?> forecast;

    SelectionPredictions(Forecast<?> forecast) {
        this.forecast = forecast;
    }

    /** The probability of intervals that the caller has set; {@code other} if none is set. */
    abstract double level(double other);

    /** The variables of the median probability model, by number, ascending. */
    abstract int[] medianSites();

    SelectionFacts facts() {
        return forecast.regression().facts();
    }

    /**
     * Predicts the response at new observations, with intervals of 90 %.
     *
     * @param x [rows][variables], finite: all columns of the data in their order, those that are always in included
     * @throws IllegalStateException if the data are a table with factors, or the regression is approximate
     */
    public List<Prediction> predict(double[][] x) {
        return forecast.predict(facts().newData().of(x), level(Measures.LEVEL));
    }

    /**
     * Predicts the response at new observations, with intervals of 90 %. Columns are found by their names; the response
     * need not be there, and other columns than those of the data are not read.
     *
     * @param table with all columns of the data, and that of offsets if there is one
     * @throws IllegalArgumentException if a column is missing, or a factor has a level that the data have not; the
     *     message names the row and the column
     * @throws IllegalStateException if the regression is approximate
     */
    public List<Prediction> predict(Table table) {
        return predict(table, level(Measures.LEVEL));
    }

    /**
     * {@link #predict(Table)} with intervals of another probability.
     *
     * <p>Ends of intervals are quantiles, at {@code (1 - level) / 2} and {@code (1 + level) / 2}, of the mixture of all
     * models' distributions: of t or normal distributions if the regression is linear; else of the normal distributions
     * of the linear predictor, and of counts given these. The mixture has the 50,000 most probable models; if there are
     * more, the summary says which part of the probability they have.
     *
     * @param level of intervals, in [1e-8, 1 - 1e-8]
     */
    public List<Prediction> predict(Table table, double level) {
        return forecast.predict(facts().newData().of(table), level);
    }

    /**
     * The longest time of the data, whether it ends with an event or is censored.
     *
     * @throws IllegalStateException if the regression is not that of survival times
     */
    public double lastFollowUp() {
        return forecast.regression().lastFollowUp();
    }

    /**
     * Predicts survival: for each row the probability that its time exceeds each of some times. In a model it is the
     * mean of {@code exp(-H(t) e^eta)} over the normal distribution of the row's linear predictor eta, with Breslow's
     * estimate H of the cumulative baseline hazard at the mode. The uncertainty of H itself is not in it. H has no
     * steps beyond the {@link #lastFollowUp}, so that survival there is an upper bound.
     *
     * @param times in units of the data, finite and >= 0
     * @return [rows][times]
     * @throws IllegalStateException if the regression is not that of survival times
     */
    public double[][] survival(Table table, double... times) {
        return forecast.survival(table, times);
    }

    /**
     * Writes predictions as comma-separated values (RFC 4180), a row for each of the table: its number from 1; the mean
     * with its credible interval, under the name {@code mean}, {@code probability} or {@code hazard_ratio}; the
     * standard deviation and the predictive interval of a response where it has one; under {@code median_model} and
     * {@code best_model} the mean by the {@link SelectionResult#medianModel} and by the most probable model alone, NaN
     * if the first is impossible; and survival. Intervals are of 90 %.
     *
     * @param file replaced if it exists
     * @param table with all columns of the data, and that of offsets if there is one
     * @param times to predict survival at, finite and >= 0; none in other regressions than those of survival times
     * @throws IOException if the file cannot be written; an earlier one then stays as it was
     */
    public void exportPredictions(Path file, Table table, double... times) throws IOException {
        sheet(table, times).writeCsv(file);
    }

    /** The table of predictions that {@link #exportPredictions} writes. */
    Sheet<Integer> sheet(Table table, double... times) {
        return forecast.sheet(table, level(Measures.LEVEL), medianSites(), times);
    }

    /**
     * Pearson's chi-square of counts divided by its degrees of freedom, at means averaged over the best models, at most
     * 100: about 1 if they vary as much as the regression says. The summary has a note if it is well above.
     *
     * @return empty if the response is no count, or there are no degrees of freedom
     */
    public OptionalDouble dispersion() {
        Dispersion dispersion = forecast.dispersion(MODELS_AVERAGED_FOR_FITS);
        return dispersion == null ? OptionalDouble.empty() : OptionalDouble.of(dispersion.ratio());
    }

    /**
     * The size of a negative binomial regression that estimates it, as {@code exp} of the mean of its logarithm over
     * the best models, at most 100.
     *
     * @return empty if no size is estimated
     */
    public OptionalDouble estimatedSize() {
        return sized().map(one -> OptionalDouble.of(one.assumed())).orElseGet(OptionalDouble::empty);
    }

    /** The dispersion by an estimated size, if one is estimated. */
    Optional<Dispersion> sized() {
        Dispersion dispersion = forecast.dispersion(MODELS_AVERAGED_FOR_FITS);
        return dispersion != null && dispersion.isEstimated() ? Optional.of(dispersion) : Optional.empty();
    }

    /** Notes of a summary, each a line, on the data and on the dispersion. */
    List<String> notes() {
        Dispersion dispersion = forecast.dispersion(MODELS_AVERAGED_FOR_FITS);
        return Stream.concat(facts().notes().stream(), dispersion == null ? Stream.of() : dispersion.note().stream())
                .toList();
    }

    /**
     * Means of the response at some rows of the data, given by number from 0, averaged over the most probable models,
     * at most {@link #MODELS_AVERAGED_FOR_FITS}.
     */
    double[] fitted(int... rows) {
        return forecast.fitted(facts().data().rows().only(rows), MODELS_AVERAGED_FOR_FITS);
    }
}

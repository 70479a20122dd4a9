package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.select.average.Dispersion;
import dev.lbp.internal.select.average.GivenModels;
import dev.lbp.internal.select.average.Measures;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.SelectionFacts;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.internal.select.data.NewData;
import dev.lbp.internal.select.data.RowValues;
import dev.lbp.select.data.Prediction;
import dev.lbp.select.data.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Predicts new rows by the models of a result.
 *
 * @param <F> the fit of a model
 */
record Forecast<F>(Regression<F> regression, VisitedModels<F> models) {

    /** @param level of intervals, in [1e-8, 1 - 1e-8] */
    List<Prediction> predict(NewData.Rows rows, double level) {
        Measures.checkLevel("level", level);
        return regression.predict(rows, models, level);
    }

    /** Means of the response of rows, averaged over some of the most probable models. */
    double[] fitted(NewData.Rows rows, int most) {
        return regression.fitted(rows, leading(most));
    }

    /** The most probable models. */
    private GivenModels<F> leading(int most) {
        return new GivenModels<>(regression, models.best().stream().limit(most).toList());
    }

    /** How much counts vary around their means by some of the most probable models; null for other responses. */
    @Nullable Dispersion dispersion(int most) {
        return regression.dispersion(leading(most));
    }

    /** By row of the table, the probability of surviving each of the times. */
    double[][] survival(Table table, double... times) {
        for (int k = 0; k < times.length; k++) {
            Check.that(
                    times[k] >= 0.0 && times[k] <= Double.MAX_VALUE,
                    "be finite and >= 0",
                    "times[" + k + "]",
                    times[k]);
        }
        return regression.survival(regression.facts().newData().of(table), models, times);
    }

    /** Scores predictions of a table's rows, by the average, the empty and the full model. */
    HeldOut score(Table table) {
        NewData newData = regression.facts().newData();
        List<RowValues> outcome = newData.outcomes(table);
        double[] weights = newData.weights(table);
        NewData.Rows rows = newData.of(table).weighted(weights);
        Map<String, VisitedModels<F>> predictors = new LinkedHashMap<>();
        predictors.put(HeldOut.AVERAGE, models);
        predictors.putAll(single(regression));
        Map<String, List<HeldOut.Score>> byMeasure = new LinkedHashMap<>();
        List<Prediction> predictions = regression.predict(rows, models, Measures.LEVEL);
        // The scores are listed measure by measure, and in each by predictor.
        predictors.forEach((name, predictor) -> regression
                .measures()
                .of(
                        outcome,
                        weights,
                        predictor == models ? predictions : regression.predict(rows, predictor, Measures.LEVEL))
                .forEach((measure, value) -> byMeasure
                        .computeIfAbsent(measure, key -> new ArrayList<>())
                        .add(new HeldOut.Score(measure, name, value[0], value[1]))));
        // The share of successes in the trials is compared with the predicted probability.
        boolean hasTrials = regression.facts().data().scale() == SelectionFacts.Scale.PROBABILITY && outcome.size() > 1;
        List<HeldOut.Point> points = IntStream.range(0, table.rows())
                .mapToObj(t -> new HeldOut.Point(
                        outcome.get(0).at(t) / (hasTrials ? outcome.get(1).at(t) : 1.0),
                        predictions.get(t).mean()))
                .toList();
        return new HeldOut(
                table.rows(), byMeasure.values().stream().flatMap(List::stream).toList(), points);
    }

    /** By name, the model without candidates, and the model of all candidates if it has a fit. */
    static <F> Map<String, VisitedModels<F>> single(Regression<F> regression) {
        Map<String, VisitedModels<F>> predictors = new LinkedHashMap<>();
        predictors.put(HeldOut.EMPTY, GivenModels.only(regression));
        int p = regression.facts().names().size();
        GivenModels<F> full = GivenModels.only(regression, IntStream.range(0, p).toArray());
        if (full.isPossible()) {
            predictors.put(HeldOut.FULL, full);
        }
        return predictors;
    }

    /**
     * Predicts rows by one model alone.
     *
     * @param sites its variables, ascending
     * @return the mean response of each row; NaN if the model is impossible
     */
    private double[] means(NewData.Rows rows, int[] sites) {
        GivenModels<F> model = GivenModels.only(regression, sites);
        return model.isPossible()
                ? regression.fitted(rows, model)
                : DoubleStream.generate(() -> Double.NaN).limit(rows.count()).toArray();
    }

    /**
     * The table of predictions, averaged over models and by two single models, by rows from 0.
     *
     * @param level of intervals, in [1e-8, 1 - 1e-8]
     * @param median the variables of the median probability model, ascending
     * @param times to predict survival at; none in other regressions
     */
    Sheet<Integer> sheet(Table table, double level, int[] median, double... times) {
        double[][] survival = times.length > 0 ? survival(table, times) : new double[0][];
        NewData.Rows rows = regression.facts().newData().of(table);
        List<Prediction> predictions = predict(rows, level);
        double[] byMedian = means(rows, median);
        double[] byBest = means(rows, models.best().get(0).sites());
        String mean = regression.facts().data().scale().predicted;
        // Whether predictions have the distribution of a new response, beside that of its mean.
        boolean hasResponse = predictions.stream().anyMatch(one -> !Double.isNaN(one.lower()));
        Columns<Integer, Object> columns = new Columns<Integer, Object>()
                .add("row", t -> t + 1)
                .add(mean, t -> predictions.get(t).mean())
                .add(mean + "_lower", t -> predictions.get(t).lowerOfMean())
                .add(mean + "_upper", t -> predictions.get(t).upperOfMean())
                .addIf(hasResponse, "sd", t -> predictions.get(t).sd())
                .addIf(hasResponse, "lower", t -> predictions.get(t).lower())
                .addIf(hasResponse, "upper", t -> predictions.get(t).upper())
                .add("median_model", t -> byMedian[t])
                .add("best_model", t -> byBest[t]);
        numbers(times.length)
                .forEach(k -> columns.add("survival_at_" + Numbers.shortest(times[k]), t -> survival[t][k]));
        return new Sheet<>(columns, numbers(predictions.size()));
    }

    /** The numbers 0 to count - 1. */
    static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}

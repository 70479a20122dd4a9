package dev.lbp.select;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How well rows were predicted that were no part of the data: by the average over models, by the model without
 * candidates, and by the model of all candidates if it has a fit. All three have the same priors.
 *
 * @param rows the number of rows
 * @param scores by measure and predictor, in the order of a table
 */
public record HeldOut(int rows, List<Score> scores) {

    private static final String AVERAGE = "average";
    private static final String EMPTY = "empty model";
    private static final String FULL = "full model";

    /** Copies the list. */
    public HeldOut {
        scores = List.copyOf(scores);
    }

    /**
     * One measure of one predictor.
     *
     * @param measure such as "Brier score"
     * @param predictor "average", "empty model" or "full model"
     * @param value of the measure; NaN if the rows do not tell it, as the AUC of ones alone
     * @param error the standard error of the value over rows like these
     */
    public record Score(String measure, String predictor, double value, double error) {}

    /** The score of one measure and predictor. */
    Score score(String measure, String predictor) {
        return scores.stream()
                .filter(one -> one.measure().equals(measure) && one.predictor().equals(predictor))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "must be a measure and a predictor: " + measure + ", " + predictor));
    }

    /** The measures, in order. */
    List<String> measures() {
        return scores.stream().map(Score::measure).distinct().toList();
    }

    /** The predictors, in order. */
    List<String> predictors() {
        return scores.stream().map(Score::predictor).distinct().toList();
    }

    /** Scores predictions of a table's rows. */
    static <F> HeldOut of(Regression<F> regression, VisitedModels<F> models, Table table) {
        NewData newData = regression.facts().newData();
        NewData.Rows rows = newData.of(table);
        List<Values> outcome = newData.outcomes(table);
        double[] weights = newData.weights(table);
        Map<String, VisitedModels<F>> predictors = new LinkedHashMap<>();
        predictors.put(AVERAGE, models);
        predictors.put(EMPTY, new SingleModel<>(regression, new int[0]));
        int p = regression.facts().names().size();
        SingleModel<F> full =
                new SingleModel<>(regression, IntStream.range(0, p).toArray());
        if (full.isPossible()) {
            predictors.put(FULL, full);
        }
        Map<String, List<Score>> byMeasure = new LinkedHashMap<>();
        predictors.forEach((name, predictor) -> regression
                .measures()
                .of(outcome, weights, regression.predict(rows, predictor, Measures.LEVEL))
                .forEach((measure, value) -> byMeasure
                        .computeIfAbsent(measure, key -> new ArrayList<>())
                        .add(new Score(measure, name, value[0], value[1]))));
        return new HeldOut(
                table.rows(), byMeasure.values().stream().flatMap(List::stream).toList());
    }
}

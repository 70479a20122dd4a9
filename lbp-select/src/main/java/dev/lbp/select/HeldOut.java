package dev.lbp.select;

import java.util.List;
import java.util.Optional;

/**
 * How well rows were predicted that were no part of the data: by the average over models, by the model without
 * candidates, and by the model of all candidates if it has a fit. All three have the same priors.
 *
 * @param rows the number of rows
 * @param scores by measure and predictor, in the order of a table
 * @param points by row
 */
public record HeldOut(int rows, List<Score> scores, List<Point> points) {

    static final String AVERAGE = "average";
    static final String EMPTY = "empty model";
    static final String FULL = "full model";
    static final String NO_FULL = "the full model is left out: the model of all candidates has no fit";

    /** Copies the lists. */
    public HeldOut {
        scores = List.copyOf(scores);
        points = List.copyOf(points);
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

    /**
     * The observed and the predicted response of a held-out row.
     *
     * @param observed the response; in a binomial regression its successes divided by its trials
     * @param predicted the mean of the average's {@link dev.lbp.select.data.Prediction}
     */
    public record Point(double observed, double predicted) {}

    /** Why the table is without the full model; empty if it has it. */
    Optional<String> note() {
        return predictors().contains(FULL) ? Optional.empty() : Optional.of(NO_FULL);
    }

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
}

package dev.lbp.select;

import dev.lbp.internal.html.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * What a cross-validation found: how well each row is predicted by a selection without it, by the average over models,
 * by the model without candidates, and by the model of all candidates if it has a fit in every fold.
 *
 * @param asked the number of folds that the caller wanted
 * @param folds the number of folds that were left out in turn; fewer than {@code asked} if the thread was interrupted
 * @param rows the number of rows that were left out
 * @param scores of the predictors, the average first
 * @param notMixed folds whose chains did not agree; 0 if all models were enumerated
 * @param partial whether scores are those of Cox's partial likelihood
 */
public record LogScores(int asked, int folds, int rows, List<Score> scores, int notMixed, boolean partial) {

    /** Copies the list. */
    public LogScores {
        scores = List.copyOf(scores);
    }

    /**
     * The score of a predictor.
     *
     * @param predictor "average", "empty model" or "full model"
     * @param elpd the sum over rows of the logarithm of the predictive density; the larger, the better
     * @param error the standard error of {@code elpd}, sqrt(n) times the standard deviation of the rows' terms
     *     (Vehtari, Gelman and Gabry 2017, doi:10.1007/s11222-016-9696-4); in Cox's regression the terms are those of
     *     folds
     * @param difference the elpd less that of the average
     * @param differenceError the standard error of the difference
     */
    public record Score(String predictor, double elpd, double error, double difference, double differenceError) {}

    /** Lines below the table. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (folds < asked) {
            notes.add("note: interrupted after " + folds + " of " + asked + " folds");
        }
        if (folds > 0 && scores.stream().noneMatch(one -> one.predictor().equals(HeldOut.FULL))) {
            notes.add(HeldOut.NO_FULL);
        }
        if (notMixed > 0) {
            notes.add("note: in " + notMixed + " of " + folds + " folds the chains are not mixed");
        }
        return notes;
    }

    /** The title of the table. */
    String title() {
        return "cross-validation, "
                + (folds == rows ? "each of " + rows + " rows" : rows + " rows in " + folds + " folds")
                + " left out: elpd, the sum of log "
                + (partial ? "partial likelihoods" : "predictive densities") + " (larger is better)";
    }

    static Columns<Score, String> columns() {
        return new Columns<Score, String>()
                .add("predictor", Score::predictor)
                .add("elpd", one -> Numbers.format("%.3f", one.elpd()))
                .add("error", one -> Numbers.format("%.3f", one.error()))
                .add("less the average's", one -> Numbers.format("%.3f", one.difference()))
                .add("error of this", one -> Numbers.format("%.3f", one.differenceError()));
    }
}

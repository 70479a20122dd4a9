package dev.lbp.internal.select.average;

import dev.lbp.internal.select.data.DataException;
import java.util.List;

/**
 * A given list of models, such as the most probable ones of an analysis, or one alone.
 *
 * @param best in descending order of their log-probability
 * @param <F> the fit of a model
 */
public record GivenModels<F>(Regression<F> regression, List<VisitedModels.Known> best) implements VisitedModels<F> {

    /**
     * One model alone.
     *
     * @param sites the variables that are in, ascending
     */
    public static <F> GivenModels<F> only(Regression<F> regression, int... sites) {
        double logProb = 0.0; // any number: one model has all of the weight
        return new GivenModels<>(regression, List.of(new Known(sites, logProb)));
    }

    /** Whether each model of the list has a fit. */
    public boolean isPossible() {
        F fit = regression.newFit();
        try {
            return best.stream().allMatch(known -> regression.load(fit, known.sites()) > Double.NEGATIVE_INFINITY);
        } catch (DataException e) {
            return false;
        }
    }

    @Override
    public void forEach(Visitor<F> visitor) {
        F fit = regression.newFit();
        best.forEach(known -> {
            regression.load(fit, known.sites());
            visitor.visit(fit, known.logProb());
        });
    }

    @Override
    public double logTotal() {
        return WeightedSums.logOf(best.stream().mapToDouble(Known::logProb).toArray());
    }
}

package dev.lbp.select;

import java.util.List;

/**
 * Some of the most probable models of others.
 *
 * @param <F> the fit of a model
 */
record TopModels<F>(Regression<F> regression, List<VisitedModels.Known> best) implements VisitedModels<F> {

    @Override
    public void forEach(Visitor<F> visitor) {
        F fit = regression.newFit();
        best.forEach(known -> visitor.visit(fit, regression.load(fit, known.sites())));
    }

    @Override
    public double logTotal() {
        WeightedSums sum = new WeightedSums(0);
        best.forEach(known -> sum.weigh(known.logProb()));
        return sum.logTotal();
    }
}

package dev.lbp.select;

import java.util.List;

/**
 * One model alone.
 *
 * @param sites the variables that are in, ascending
 * @param <F> the fit of a model
 */
record SingleModel<F>(Regression<F> regression, int[] sites) implements VisitedModels<F> {

    /** Whether the model has a fit. */
    boolean isPossible() {
        try {
            return regression.load(regression.newFit(), sites) > Double.NEGATIVE_INFINITY;
        } catch (DataException e) {
            return false;
        }
    }

    @Override
    public void forEach(Visitor<F> visitor) {
        F fit = regression.newFit();
        regression.load(fit, sites);
        visitor.visit(fit, 0.0);
    }

    @Override
    public double logTotal() {
        return 0.0;
    }

    @Override
    public List<Known> best() {
        return List.of(new Known(sites, 0.0));
    }
}

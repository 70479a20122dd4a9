package dev.lbp.internal.select.average;

import dev.lbp.select.prior.Heredity;
import dev.lbp.select.prior.Inclusion;

/**
 * The prior of models.
 *
 * @param maxSize the largest number of variables in a model that the caller allows
 * @param margins which models are allowed
 */
public record ModelPrior(Inclusion inclusion, int maxSize, Margins margins) {

    @Override
    public String toString() {
        return inclusion + (margins.heredity == Heredity.NONE ? "" : ", " + margins.heredity + " heredity");
    }
}

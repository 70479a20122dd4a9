package dev.lbp.internal.select.prior;

import dev.lbp.select.prior.Evidence;

/** An evidence that knows a fast way to compare a model with all models of one more column. */
public interface AdditionEvidence extends Evidence {

    /**
     * An upper bound of the absolute derivative of the log-evidence by rss.
     *
     * @param rss not below 0
     * @return at least 0, may be infinite at 0
     */
    double slope(double rss);

    /**
     * For each column, the log-evidence of the model with it minus that of the model. Where rounding errors leave
     * nothing of rss, any number.
     *
     * @param k number of columns of the model
     * @param rss of the model
     * @param squares squared products of the columns with the residual; column j would lower rss by {@code squares[j] /
     *     pivots[j]}, in [0, rss]
     * @param pivots the factors by which each column would raise det A, > 0
     * @param out receives the differences
     */
    void additions(int k, double rss, double[] squares, double[] pivots, double[] out);

    /** The posterior distribution of a model's coefficients. */
    PosteriorPart[] parts(int k, double rss);
}

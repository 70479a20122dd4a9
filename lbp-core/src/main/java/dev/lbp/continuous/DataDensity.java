package dev.lbp.continuous;

/**
 * A density whose logarithm is a sum over data, as that of a posterior: {@code log pi(x) = log prior(x) + sum_k log
 * p(datum_k | x)}. Its gradient can be estimated from a part of the data, which is enough to fit a proposal. The steps
 * of a chain use all data.
 */
public interface DataDensity extends DensityModel {

    /** The number n of data, at least 1; always the same. */
    int dataCount();

    /**
     * Estimates the log-density and its gradient from some data: the sum over all data is replaced by n / m times the
     * sum over the m given data.
     *
     * @param point d numbers; only read
     * @param data indices in [0, n), at least one; only read
     * @param gradient [d], written
     * @return the estimated log-density
     */
    double estimate(double[] point, int[] data, double[] gradient);
}

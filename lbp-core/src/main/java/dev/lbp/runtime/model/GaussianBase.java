package dev.lbp.runtime.model;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Independent normal coordinates: the reference of tempered densities. */
public final class GaussianBase implements RowReference<double[]> {

    private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2.0 * Math.PI);

    private final double[] means;
    private final double[] deviations;

    /** The log-density at the means. */
    private final double constant;

    /**
     * @param means d finite values
     * @param deviations d finite values > 0
     */
    public GaussianBase(double[] means, double[] deviations) {
        this.means = means;
        this.deviations = deviations;
        this.constant = -Arrays.stream(deviations)
                .map(deviation -> HALF_LOG_TWO_PI + Math.log(deviation))
                .sum();
    }

    @Override
    public void draw(double[] point, UniformRandomProvider rng) {
        NormalizedGaussianSampler normal = ZigguratSampler.NormalizedGaussian.of(rng);
        for (int i = 0; i < point.length; i++) {
            point[i] = means[i] + deviations[i] * normal.sample();
        }
    }

    /** The log density: a constant minus half the sum of squared standardised coordinates. */
    @Override
    public double logProb(double[] point) {
        double squares = 0.0;
        for (int i = 0; i < point.length; i++) {
            double z = (point[i] - means[i]) / deviations[i];
            squares += z * z;
        }
        return constant - 0.5 * squares;
    }

    @Override
    public boolean isFair() {
        return false;
    }

    /** Adds the gradient of log pi_0, times {@code share}: densities have it in place of log-ratios. */
    @Override
    public void addRatios(double share, double[] point, double[] row) {
        for (int i = 0; i < row.length; i++) {
            row[i] += share * (means[i] - point[i]) / (deviations[i] * deviations[i]); // the gradient of log pi_0
        }
    }

    @Override
    public StateRows<double[]> rows() {
        return StateRows.REALS;
    }

    @Override
    public int sites() {
        return means.length;
    }
}

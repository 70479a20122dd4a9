package dev.lbp.learn;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.proposal.RealDistribution;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Independent normal coordinates, {@code q(x) = prod_j N(x_j; mu_j, sigma_j^2)}: a proposal for
 * {@link dev.lbp.Samplers#independent(RealDistribution)}. {@link #fit} fits it to a density. Few targets are close to a
 * product of Gaussians, so the acceptance falls fast with the number of coordinates and of data, see
 * {@link FittedGaussian#summary}.
 *
 * <p>Experimental: names and defaults may change until 1.0. Immutable. A draw costs O(d).
 */
public final class GaussianProposal implements RealDistribution {

    private static final long serialVersionUID = 1L;

    private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2.0 * Math.PI);

    private final transient double[] means;
    private final transient double[] deviations;

    /** {@code -sum_j log sigma_j - d/2 log(2 pi)}. */
    private final transient double logNormaliser;

    private GaussianProposal(double[] means, double[] deviations) {
        this.means = means;
        this.deviations = deviations;
        double sum = 0.0;
        for (double deviation : deviations) {
            sum -= Math.log(deviation) + HALF_LOG_TWO_PI;
        }
        this.logNormaliser = sum;
    }

    /**
     * The distribution with these means and standard deviations.
     *
     * @param means mu, [d], at least one
     * @param deviations sigma, [d], finite and positive
     */
    public static GaussianProposal of(double[] means, double[] deviations) {
        Check.atLeast(1, "means.length", Check.notNull("means", means).length);
        Check.length(means.length, "deviations", Check.notNull("deviations", deviations).length);
        for (int j = 0; j < means.length; j++) {
            Check.finite("means[" + j + "]", means[j]);
            Check.positive("deviations[" + j + "]", deviations[j]);
        }
        return new GaussianProposal(means.clone(), deviations.clone());
    }

    /** The default settings of a fit to a density; {@link GaussianFit#run} runs it. */
    public static GaussianFit fit(DensityModel posterior) {
        return new GaussianFit(Check.notNull("posterior", posterior));
    }

    @Override
    public int dimension() {
        return means.length;
    }

    /** The means mu, [d]; a copy. */
    public double[] means() {
        return means.clone();
    }

    /** The standard deviations sigma, [d]; a copy. */
    public double[] deviations() {
        return deviations.clone();
    }

    @Override
    public void draw(UniformRandomProvider random, double[] point) {
        Check.length(means.length, "point", point.length);
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        for (int j = 0; j < means.length; j++) {
            point[j] = means[j] + deviations[j] * normal.sample();
        }
    }

    /** The normalised log-density of a point, log q. */
    @Override
    public double logProb(double[] point) {
        Check.length(means.length, "point", point.length);
        double squares = 0.0;
        for (int j = 0; j < means.length; j++) {
            double z = (point[j] - means[j]) / deviations[j];
            squares += z * z;
        }
        return logNormaliser - 0.5 * squares;
    }

    @Override
    public String name() {
        return "Gaussian proposal";
    }

    @Override
    public String toString() {
        return name() + " of " + means.length + (means.length == 1 ? " coordinate" : " coordinates");
    }

    private Object writeReplace() {
        return new Kept(means, deviations);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw KeptArrays.refusal(GaussianProposal.class);
    }

    /** The serialised form of a proposal: its means, then its standard deviations. */
    private static final class Kept extends KeptArrays {

        private static final long serialVersionUID = 1L;

        Kept(double[] means, double[] deviations) {
            super(means, deviations);
        }

        @Override
        Object proposal(double[] means, double[] deviations) {
            return of(means, deviations);
        }
    }
}

package dev.lbp.continuous;

import dev.lbp.proposal.RealDistribution;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** d independent normal coordinates of one mean and one standard deviation, as a proposal. */
public record WideNormal(double mean, double deviation, int dimension) implements RealDistribution {

    @Override
    public void draw(UniformRandomProvider random, double[] point) {
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        for (int i = 0; i < point.length; i++) {
            point[i] = mean + deviation * normal.sample();
        }
    }

    @Override
    public double logProb(double[] point) {
        double sum = 0.0;
        for (double x : point) {
            double z = (x - mean) / deviation;
            sum -= 0.5 * z * z;
        }
        return sum - dimension * Math.log(deviation);
    }
}

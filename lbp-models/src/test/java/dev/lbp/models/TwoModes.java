package dev.lbp.models;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.GaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * An RBM 784x20 with two modes, which differ in one hidden unit: 32 of the 784 visible sites are 1 with probability
 * 0.777 where it is on, and 0.223 where it is off. The other units touch the other sites only, so that P(on) is 0.72
 * exactly: with weight w and bias -w / 2 at each of these sites, the sum over a site's values is {@code e^(w / 2)}
 * times as large where the unit is on.
 */
final class TwoModes {

    static final int SITES = 32;

    static final double ON = 0.72;

    private static final double WEIGHT = 2.5;

    private TwoModes() {}

    static BernoulliRbm rbm() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1);
        ContinuousSampler normal = GaussianSampler.of(ZigguratSampler.NormalizedGaussian.of(random), 0.0, 0.1);
        double[][] weights = new double[784][20];
        double[] visibleBias = new double[784];
        double[] hiddenBias = new double[20];
        for (int i = 0; i < 784; i++) {
            if (i < SITES) {
                weights[i][0] = WEIGHT;
                visibleBias[i] = -WEIGHT / 2;
            } else {
                for (int j = 1; j < 20; j++) {
                    weights[i][j] = normal.sample();
                }
            }
        }
        hiddenBias[0] = Math.log(ON / (1.0 - ON)) - SITES * WEIGHT / 2;
        return BernoulliRbm.of(weights, visibleBias, hiddenBias);
    }

    /** P(x_i = 1) of each of the 32 sites. */
    static double marginal() {
        double high = 1.0 / (1.0 + Math.exp(-WEIGHT / 2));
        return ON * high + (1.0 - ON) * (1.0 - high);
    }
}

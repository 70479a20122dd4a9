package dev.lbp.experiments.moves;

import dev.lbp.target.MoveModel;
import dev.lbp.target.ValueStatistic;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A linear statistic: the sum over sites of the number of the site's value. It is unrelated to the log-probability.
 *
 * @param numbers [N][C]
 */
record LinearStatistic(double[][] numbers) implements ValueStatistic {

    /** A statistic with independent standard normal numbers. */
    static LinearStatistic random(MoveModel model, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
        double[][] numbers = new double[model.dimension()][];
        Arrays.setAll(numbers, i -> gaussian.samples(model.values()).toArray());
        return new LinearStatistic(numbers);
    }

    @Override
    public double of(int[] state) {
        double sum = 0.0;
        for (int i = 0; i < state.length; i++) {
            sum += numbers[i][state[i]];
        }
        return sum;
    }
}

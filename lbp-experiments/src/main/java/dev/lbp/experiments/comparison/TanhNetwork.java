package dev.lbp.experiments.comparison;

import dev.lbp.target.EnergyModel;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A network of two hidden layers with random weights, {@code log pi = c . tanh(tanh(s A) B)} with s = 2x - 1. Its
 * log-ratios are first-order approximations.
 */
public final class TanhNetwork implements EnergyModel {

    private static final long serialVersionUID = 1L;

    /**
     * The standard deviation of a weight times the square root of its unit's number of inputs, so large that units
     * saturate.
     */
    private static final double GAIN = 1.5;

    /** The standard deviation of c, large enough for a rough log-probability. */
    private static final double LAST = 6.0;

    private final INDArray first;
    private final INDArray second;
    private final INDArray last;

    /**
     * A network with normal weights.
     *
     * @param hidden units of the first hidden layer
     * @param top units of the second one
     */
    public TanhNetwork(int sites, int hidden, int top, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        first = normal(random, sites, hidden, GAIN / Math.sqrt(sites));
        second = normal(random, hidden, top, GAIN / Math.sqrt(hidden));
        last = normal(random, top, 1, LAST);
    }

    private static INDArray normal(UniformRandomProvider random, int rows, int columns, double deviation) {
        double[] values = ZigguratSampler.NormalizedGaussian.of(random)
                .samples((long) rows * columns)
                .map(z -> deviation * z)
                .toArray();
        return Nd4j.createFromArray(values).reshape(rows, columns);
    }

    @Override
    public int dimension() {
        return first.rows();
    }

    @Override
    public INDArray logProb(INDArray states) {
        return top(hidden(states)).mmul(last).reshape(states.rows());
    }

    @Override
    public INDArray gradient(INDArray states) {
        INDArray hidden = hidden(states);
        INDArray top = top(hidden);
        INDArray back = slope(top).muliRowVector(last.reshape(1, last.rows())).mmul(second.transpose());
        return slope(hidden).muli(back).mmul(first.transpose()).muli(2.0); // ds/dx = 2
    }

    private INDArray hidden(INDArray states) {
        return Nd4j.math().tanh(states.mul(2.0).subi(1.0).mmul(first));
    }

    private INDArray top(INDArray hidden) {
        return Nd4j.math().tanh(hidden.mmul(second));
    }

    /** The derivative of tanh, from the value of tanh. */
    private static INDArray slope(INDArray tanh) {
        return tanh.mul(tanh).rsubi(1.0);
    }
}

package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Independent sites, {@code P(x_i = 1) = p_i}. The log-probability is normalised. The theory of optimal scaling is
 * exact for this target. Try a sampler on it first: everything about it is known.
 */
public final class BernoulliModel extends QuadraticModel {

    private static final long serialVersionUID = 1L;

    private static final int[] NO_SITES = {};
    private static final double[] NO_VALUES = {};

    private final double[] probabilities;

    private BernoulliModel(double[] probabilities) {
        super("p", logProbOfZeros(probabilities), logOdds(probabilities), NO_SITES, NO_SITES, NO_VALUES);
        this.probabilities = probabilities;
    }

    /**
     * From the probability of each site.
     *
     * @param p [N], each in the open interval (0, 1): a site that cannot change belongs in a run's frozen mask
     * @throws IllegalArgumentException if it is empty or a value is outside
     */
    public static BernoulliModel of(double[] p) {
        Check.atLeast(1, "p.length", Check.notNull("p", p).length);
        Check.inOpenUnit("p", p);
        return new BernoulliModel(p.clone());
    }

    /**
     * An instance as in Table 1 and Figure 1 of Sun et al. (2022): each p_i is uniform between the configuration's low
     * value and its complement.
     *
     * @param sites N, at least 1
     */
    public static BernoulliModel paper(int sites, PaperConfiguration configuration, long seed) {
        return drawn(sites, configuration, seed, (random, low) -> low + (1.0 - 2.0 * low) * random.nextDouble());
    }

    /**
     * An instance of two values: each p_i is the configuration's low value or its complement, by a fair coin. All
     * locally balanced weights then give the same proposal, because flips have only two weights, whose ratio follows
     * from balance.
     *
     * @param sites N, at least 1
     */
    public static BernoulliModel twoValued(int sites, PaperConfiguration configuration, long seed) {
        return drawn(sites, configuration, seed, (random, low) -> random.nextBoolean() ? low : 1.0 - low);
    }

    /**
     * Draws the probabilities of an instance.
     *
     * @param law draws one probability, given the low value of the configuration
     */
    private static BernoulliModel drawn(
            int sites,
            PaperConfiguration configuration,
            long seed,
            ToDoubleBiFunction<UniformRandomProvider, Double> law) {
        Check.atLeast(1, "sites", sites);
        Check.notNull("configuration", configuration);
        Couplings.checkMemory(sites, 0.0, "sites=" + sites); // 0 couplings
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] p = new double[sites];
        Arrays.setAll(p, i -> law.applyAsDouble(random, configuration.lowProbability));
        return new BernoulliModel(p);
    }

    /** P(x_i = 1), a copy: the values that a run's marginals estimate. */
    public double[] probabilities() {
        return probabilities.clone();
    }

    private static double logProbOfZeros(double[] p) {
        return Sum.of(p, value -> Math.log1p(-value));
    }

    private static double[] logOdds(double[] p) {
        return IntStream.range(0, p.length)
                .mapToDouble(i -> Math.log(p[i]) - Math.log1p(-p[i]))
                .toArray();
    }
}

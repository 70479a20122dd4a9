package dev.lbp.experiments.reals;

import dev.lbp.continuous.DensityModel;
import dev.lbp.continuous.DensityModels;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** The densities of {@link RealTrials}. */
enum RealCase {
    /** Independent standard normal coordinates. */
    NORMAL("normal", (dimension, narrow) -> normal(dimension, 1.0)),
    /**
     * {@code -sum sqrt(0.1 + x^2)}, nearly the Laplace distribution: the gradient is nearly constant in the tails, and
     * changes its sign fast at 0.
     */
    HYPERBOLIC("heavy tails", (dimension, narrow) -> {
        return DensityModels.of(
                dimension,
                x -> -Arrays.stream(x)
                        .map(u -> Math.sqrt(RealCase.SOFT + u * u))
                        .sum(),
                (x, g) -> Arrays.setAll(g, i -> -x[i] / Math.sqrt(RealCase.SOFT + x[i] * x[i])));
    }),
    /** {@code -sum x^4 / 4}. */
    QUARTIC("light tails", (dimension, narrow) -> {
        return DensityModels.of(
                dimension,
                x -> -0.25 * Arrays.stream(x).map(u -> u * u * u * u).sum(),
                (x, g) -> Arrays.setAll(g, i -> -x[i] * x[i] * x[i]));
    }),
    /** Normal coordinates, the first of them narrow. The scale is the one that was learned for equal coordinates. */
    NARROW("one narrow coordinate", RealCase::normal),
    /**
     * Normal coordinates, the first of them narrow. Warm-up starts far from the mode and learns the width of each
     * coordinate.
     */
    DIAGONAL("one narrow coordinate, widths learned", RealCase::normal),
    /** Neal's funnel: v from N(0, 3^2), the others from N(0, e^v). */
    FUNNEL("funnel", (dimension, narrow) -> {
        double slope = 0.5 * (dimension - 1.0);
        return DensityModels.of(
                dimension,
                x -> -x[0] * x[0] / RealCase.VARIANCE / 2.0 - slope * x[0] - 0.5 * Math.exp(-x[0]) * squares(x),
                (x, g) -> {
                    double precision = Math.exp(-x[0]);
                    Arrays.setAll(g, i -> -precision * x[i]);
                    g[0] = -x[0] / RealCase.VARIANCE - slope + 0.5 * precision * squares(x);
                });
    });

    /** The constant of the hyperbolic density. */
    private static final double SOFT = 0.1;

    /** The variance of v in the funnel. */
    private static final double VARIANCE = 9.0;

    /** The standard deviation of the starting points of {@link #DIAGONAL}. */
    private static final double FAR = 10.0;

    final String title;
    private final Maker maker;

    /** Makes the density; {@code narrow} divides the width of the first coordinate, in the cases that use it. */
    private interface Maker {

        DensityModel of(int dimension, double narrow);
    }

    RealCase(String title, Maker maker) {
        this.title = title;
        this.maker = maker;
    }

    /** Whether the sampler learns the width of each coordinate. */
    boolean isDiagonal() {
        return this == DIAGONAL;
    }

    /**
     * The density.
     *
     * @param narrow the factor by which the first coordinate is narrower, in cases with a narrow coordinate
     */
    DensityModel model(int dimension, double narrow) {
        return maker.of(dimension, narrow);
    }

    /**
     * Fills in a starting point of independent normal numbers. Their standard deviation is 1, except that points of
     * {@link #NARROW} are in equilibrium, and that it is 10 for {@link #DIAGONAL}.
     */
    void start(double[] x, double narrow, UniformRandomProvider random) {
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        double size = this == DIAGONAL ? FAR : 1.0;
        Arrays.setAll(x, i -> size * normal.sample());
        x[0] /= this == NARROW ? narrow : 1.0;
    }

    private static DensityModel normal(int dimension, double narrow) {
        double precision = narrow * narrow;
        return DensityModels.of(
                dimension,
                x -> {
                    double sum = precision * x[0] * x[0];
                    for (int i = 1; i < dimension; i++) {
                        sum += x[i] * x[i];
                    }
                    return -0.5 * sum;
                },
                (x, g) -> {
                    Arrays.setAll(g, i -> -x[i]);
                    g[0] *= precision;
                });
    }

    /** The sum of squares of all coordinates except the first. */
    private static double squares(double[] x) {
        double sum = 0.0;
        for (int i = 1; i < x.length; i++) {
            sum += x[i] * x[i];
        }
        return sum;
    }
}

package dev.lbp.learn;

import dev.lbp.continuous.DataDensity;
import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.target.ModelException;
import java.util.concurrent.CancellationException;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a mode of a density, such as the maximum a posteriori, by Adam on its gradient or on estimates from batches
 * of data. If there are several modes, the result depends on the start. A mode is a good start of a
 * {@link GaussianFit}. Experimental.
 */
public final class PosteriorMode {

    /** The last learning rate, as a share of the first one. The rate falls linearly. */
    private static final double LAST_RATE = 0.01;

    private final DensityModel posterior;
    private int updates = 1_000;
    private int batch;
    private double learningRate = 0.01;
    private long seed = 1L;
    private double @Nullable [] start;

    private PosteriorMode(DensityModel posterior) {
        this.posterior = posterior;
    }

    /** A search for a mode of the given density. */
    public static PosteriorMode of(DensityModel posterior) {
        return new PosteriorMode(Check.notNull("posterior", posterior));
    }

    /** The number of updates, at least 1; default 1,000. */
    public PosteriorMode updates(int count) {
        updates = Check.atLeast(1, "updates", count);
        return this;
    }

    /**
     * The number of data in an update; default all.
     *
     * @param size at least 1 and at most the number of data of a {@link DataDensity}
     */
    public PosteriorMode batch(int size) {
        batch = DensitySlopes.checkedBatch(posterior, size);
        return this;
    }

    /** The first learning rate of Adam, finite and positive; default 0.01. It falls linearly to a hundredth. */
    public PosteriorMode learningRate(double rate) {
        learningRate = Check.positive("learningRate", rate);
        return this;
    }

    /** The start of the search, [d], finite; by default a start of the density, drawn by the seed. */
    public PosteriorMode begunAt(double[] point) {
        Check.length(posterior.dimension(), "point", Check.notNull("point", point).length);
        start = Check.finite("point", point.clone());
        return this;
    }

    /** The seed of the start and the batches; default 1. */
    public PosteriorMode seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Runs the search.
     *
     * @return the last point, [d]
     * @throws ModelException if the density, its gradient or a point is not finite at any update
     * @throws CancellationException if the thread is interrupted; its interrupt flag stays set
     */
    public double[] run() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] point = start == null ? posterior.start(random) : start.clone();
        DensitySlopes slopes = new DensitySlopes(posterior, batch, random);
        Adam adam = new Adam(point.length);
        double[] gradient = new double[point.length];
        for (int t = 0; t < updates; t++) {
            slopes.evaluate(point, gradient);
            double left = 1.0 - t / (double) updates;
            // without decay of the parameters
            adam.ascend(learningRate * (LAST_RATE + (1.0 - LAST_RATE) * left), 0.0, gradient, point);
            for (int j = 0; j < point.length; j++) {
                if (!Double.isFinite(point[j])) {
                    throw new ModelException(
                            "update " + (t + 1) + " with learningRate=" + learningRate + ": must be finite: point[" + j
                                    + "]=" + point[j],
                            null);
                }
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("interrupted after update " + (t + 1) + " of " + updates);
            }
        }
        return point;
    }
}

package dev.lbp.runtime.engine;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.internal.Reals;
import dev.lbp.runtime.model.ModelCalls;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** The start of the chains of a run on a density: their points, and their generators, which are {@link ChainStreams}. */
public final class RealStart {

    private final double[][] points;
    private final ChainStreams streams;

    /**
     * Makes the start of all chains of a run.
     *
     * @param chains the number of chains, at least 1
     * @param initial one point for each chain, or null for those of {@link DensityModel#start}, each from its chain's own stream
     * @throws dev.lbp.target.ModelException if the model fails, or returns a point that is not d finite numbers
     * @throws IllegalArgumentException if a given point is not d finite numbers
     */
    public RealStart(DensityModel model, int chains, long seed, double @Nullable [][] initial) {
        int dimension = ModelCalls.dimensionOf(model);
        streams = ChainStreams.of(seed, 0, chains);
        points = new double[chains][];
        if (initial != null) {
            Check.length(chains, "initial", initial.length);
        }
        for (int c = 0; c < chains; c++) {
            points[c] = initial == null
                    ? ModelCalls.start(model, generator(c))
                    : Reals.checked("initial[" + c + "]", initial[c], dimension);
        }
    }

    int chains() {
        return points.length;
    }

    int dimension() {
        return points[0].length;
    }

    double[] point(int chain) {
        return points[chain];
    }

    UniformRandomProvider generator(int chain) {
        return streams.chains()[chain];
    }
}

package dev.lbp.runtime.engine;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Reals;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.RowBlocks;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** The start of the chains of a run on a density: their points, and their generators, which are {@link ChainStreams}. */
public final class RealStart {

    private final double[][] points;
    private final ChainSpan span;
    private final ChainStreams streams;

    /** The chains of a batch of the model; 0 for all. */
    private final int chainsPerBatch;

    /** Makes the start of all chains of a run; see the next constructor. */
    public RealStart(DensityModel model, int chains, long seed, double @Nullable [][] initial) {
        this(model, ChainSpan.all(chains), seed, initial);
    }

    /**
     * Makes the start of some chains of a run, the same as in the whole run.
     *
     * @param initial one point for each chain of the run, or null for those of {@link DensityModel#start}, each from its chain's own stream
     * @throws dev.lbp.target.ModelException if the model fails, or returns a point that is not d finite numbers
     * @throws IllegalArgumentException if a given point is not d finite numbers
     */
    public RealStart(DensityModel model, ChainSpan span, long seed, double @Nullable [][] initial) {
        int dimension = ModelCalls.dimensionOf(model);
        this.span = span;
        streams = ChainStreams.of(seed, span);
        chainsPerBatch = 0;
        points = new double[span.count()][];
        for (int c = 0; c < points.length; c++) {
            int number = span.number(c);
            points[c] = initial == null
                    ? ModelCalls.start(model, generator(c))
                    : Reals.checked("initial[" + number + "]", initial[number], dimension);
        }
    }

    private RealStart(double[][] points, ChainSpan span, ChainStreams streams, int chainsPerBatch) {
        this.span = span;
        this.points = points;
        this.streams = streams;
        this.chainsPerBatch = chainsPerBatch;
    }

    /**
     * This start, for an ensemble whose model is evaluated in batches of some chains, in order.
     *
     * @param most the chains of a batch, at least 1; 0 for all
     */
    public RealStart inBatchesOf(int most) {
        return new RealStart(points, span, streams, most);
    }

    /** The batches of a model that has one row for each chain. */
    RowBlocks rowBlocks() {
        return RowBlocks.of(chains(), 1, chainsPerBatch);
    }

    int chains() {
        return points.length;
    }

    /** The names of the chains. */
    RowNames rowNames() {
        return new RowNames(span, 1);
    }

    int dimension() {
        return points[0].length;
    }

    double[] point(int chain) {
        return points[chain];
    }

    UniformRandomProvider generator(int chain) {
        return generators()[chain];
    }

    /** The generators of all chains; tests replace them before chains are made. */
    UniformRandomProvider[] generators() {
        return streams.chains();
    }
}

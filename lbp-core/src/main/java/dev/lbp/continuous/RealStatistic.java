package dev.lbp.continuous;

import java.io.Serializable;

/**
 * A number computed from a point, which a run traces besides the log-probability, see
 * {@link dev.lbp.ContinuousRun#track}. It depends on the point alone, and is finite for every point of a chain,
 * including the starting point. A run evaluates it at every draw that differs from the previous draw. The threads of
 * all chains call it, several at once. A statistic that fails or writes to the point ends the run with a
 * {@link dev.lbp.target.ModelException}; writing is noticed at the start and at the first draw.
 */
@FunctionalInterface
public interface RealStatistic extends Serializable {

    /**
     * The statistic of a point.
     *
     * @param point d coordinates: the chain's own array, valid during the call, and not to be written to
     */
    double of(double[] point);
}

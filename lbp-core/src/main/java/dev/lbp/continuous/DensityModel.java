package dev.lbp.continuous;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.nd4j.NativeMemory;
import dev.lbp.target.Target;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A target density over d real coordinates: its unnormalised log-density, here called log-probability as for other
 * targets, and the gradient of it, batched over chains.
 *
 * <p>The arrays that a model receives are [rows, d] of double in 'c' order, read-only, and valid only during the call.
 * A run ends with a {@link dev.lbp.target.ModelException} if a model writes to them from the beginning. The array that
 * a model returns may have any floating type. It is copied before the next call, so a model may reuse it. A run calls
 * the model from one thread. For two runs at once, the rules of {@link dev.lbp.target.EnergyModel} hold.
 *
 * <p>A point with log-probability -Infinity is impossible, and never accepted. NaN or +Infinity, or a gradient that is
 * not finite at a possible point, is an error that ends a run; only while warm-up adapts a scale or shape, where long
 * steps may overflow, a proposal with such an answer is rejected.
 *
 * @see DensityModels DensityModels, for densities written in plain Java
 */
public interface DensityModel extends Target {

    /** The number d of coordinates, in [1, 10^9]; always the same. */
    @Override
    int dimension();

    /**
     * The unnormalised log-density of each point.
     *
     * @param points [rows, d]
     * @return [rows]; a column [rows, 1] is also accepted
     */
    INDArray logProb(INDArray points);

    /**
     * The gradient of {@link #logProb} at each point.
     *
     * @param points [rows, d]
     * @return [rows, d]
     */
    INDArray gradient(INDArray points);

    /**
     * The log-density and the gradient of the same points, as a step needs them. Samplers that use the gradient call
     * only this method, once a step for all chains. Override it if the log-density and the gradient share work.
     *
     * @param points [rows, d]
     */
    default Evaluation evaluate(INDArray points) {
        INDArray logProb = NativeMemory.copied(logProb(points)); // the next call may reuse the model's array
        return new Evaluation(logProb, Check.notNull("gradient", gradient(points)));
    }

    /**
     * Draws the first point of a chain whose caller gives none. The default is d independent standard normal numbers.
     * Scattered starts help to notice chains that do not converge.
     *
     * @param rng the chain's generator, also used from then on for its steps
     * @return a possible point, d finite numbers, a new array
     */
    default double[] start(UniformRandomProvider rng) {
        return ZigguratSampler.NormalizedGaussian.of(rng).samples(dimension()).toArray();
    }

    /**
     * The answer of a model for a batch of points.
     *
     * @param logProb [rows]
     * @param gradient [rows, d]
     */
    record Evaluation(INDArray logProb, INDArray gradient) {}
}

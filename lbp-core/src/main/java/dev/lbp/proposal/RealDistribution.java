package dev.lbp.proposal;

import dev.lbp.internal.Names;
import java.io.Serializable;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A distribution q of points of d real coordinates that can be drawn from and scored: the proposal of
 * {@link dev.lbp.Samplers#independent(RealDistribution)}. Immutable: any number of chains and threads use one object at
 * once.
 *
 * <p>Whatever q is, a chain that proposes draws of q keeps the law of its target, if {@link #logProb} scores the law
 * that {@link #draw} draws from. No run can check that: a q that scores another law gives wrong results without an
 * error. Sum log q in double: over some thousand coordinates a sum in float is wrong in the third decimal.
 *
 * <p>The tails of q must be at least as wide as those of the target. If they are narrower, a chain stays at a point in
 * the tail for a long time.
 *
 * <p>A checkpoint knows q by its serialised fields, or by its class alone if a field cannot be serialised.
 */
public interface RealDistribution extends Serializable {

    /** The number d of coordinates. */
    int dimension();

    /**
     * Draws a point.
     *
     * @param point receives d finite numbers
     */
    void draw(UniformRandomProvider random, double[] point);

    /**
     * The log-density of a point, up to one constant for all points.
     *
     * @param point d numbers, not to be written to
     * @return finite, or negative infinity for a point that {@link #draw} never gives
     */
    double logProb(double[] point);

    /** The name used in summaries. */
    default String name() {
        return Names.ofClass(getClass());
    }
}

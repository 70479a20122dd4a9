package dev.lbp.runtime.engine.sweep;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Draws how many sites lie between one candidate of a {@link SkippingSweep} and the next. */
interface Gaps {

    /** Draws the number of sites before the next candidate, at least 0. */
    long next();

    /**
     * Gaps between candidates that are drawn independently with probability {@code p} each: {@code P(G >= g) = (1 -
     * p)^g}, as the integer part of an exponential random number. Most draws need no logarithm.
     */
    static Gaps of(double p, UniformRandomProvider rng) {
        double mean = -1.0 / Math.log1p(-p);
        SharedStateContinuousSampler exponential = ZigguratSampler.Exponential.of(rng);
        return () -> (long) (mean * exponential.sample());
    }
}

package dev.lbp.continuous;

import dev.lbp.internal.Check;
import java.io.Serializable;

/** Densities written in plain Java, one point at a time. A function receives a copy of the point. */
public final class DensityModels {

    private DensityModels() {}

    /** The unnormalised log-density of a point. */
    @FunctionalInterface
    public interface LogProb extends Serializable {

        /** Scores a point of d coordinates; -Infinity if it is impossible. */
        double of(double[] point);
    }

    /** The gradient of a log-density. */
    @FunctionalInterface
    public interface Gradient extends Serializable {

        /**
         * Writes the d partial derivatives at a point.
         *
         * @param gradient d zeros; receives the derivatives
         */
        void at(double[] point, double[] gradient);
    }

    /**
     * A density from its logarithm and gradient. A step of each chain calls both functions once.
     *
     * @param dimension the number d of coordinates, in [1, 10^9]
     * @param logProb called by one thread at a time
     * @param gradient called by one thread at a time
     */
    public static DensityModel of(int dimension, LogProb logProb, Gradient gradient) {
        return new PlainDensity(
                Check.sites("dimension", dimension),
                Check.notNull("logProb", logProb),
                Check.notNull("gradient", gradient));
    }
}

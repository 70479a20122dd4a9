package dev.lbp.internal;

/** Checks of states of real coordinates. */
public final class Reals {

    private Reals() {}

    /**
     * Checks a point, and returns a copy.
     *
     * @param name of the array, for the message
     * @throws IllegalArgumentException if it does not have d coordinates, or names the first one that is not finite
     */
    public static double[] checked(String name, double[] point, int dimension) {
        Check.length(dimension, name, Check.notNull(name, point).length);
        return Check.finite(name, point.clone());
    }
}

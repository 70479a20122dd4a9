package dev.lbp.internal;

/** Checks of states of real coordinates. */
public final class Reals {

    private Reals() {}

    /**
     * Checks a point, and returns a copy.
     *
     * @param name the name of the array, for the message
     * @throws IllegalArgumentException if it does not have {@code dimension} coordinates, or one is not finite
     */
    public static double[] checked(String name, double[] point, int dimension) {
        Check.length(dimension, name, Check.notNull(name, point).length);
        return Check.finite(name, point.clone());
    }
}

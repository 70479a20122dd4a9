package dev.lbp.internal.solve.pairs;

/**
 * Inverse temperatures of an anneal.
 *
 * @param first inverse temperature of the first sweep, more than 0
 * @param last inverse temperature of the last sweep, at least {@code first}
 * @param geometric whether the inverse temperature grows by a constant factor; otherwise by a constant step
 */
public record Betas(double first, double last, boolean geometric) {

    /**
     * The inverse temperature of a sweep.
     *
     * @param sweep 0 to sweeps - 1
     * @param sweeps at least 2
     */
    public double at(int sweep, int sweeps) {
        double done = sweep / (sweeps - 1.0);
        return geometric ? first * Math.pow(last / first, done) : first + (last - first) * done;
    }
}

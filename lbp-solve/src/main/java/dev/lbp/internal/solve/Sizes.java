package dev.lbp.internal.solve;

import java.util.Arrays;

/** Collects the absolute values of log-ratios; a search chooses its temperatures from their quantiles. */
public final class Sizes {

    private double[] size = new double[256];
    private int count;

    /** Adds the size of a log-ratio. Ignores 0 and the infinite ratio of an impossible state. */
    public void add(double ratio) {
        double absolute = Math.abs(ratio);
        if (absolute > 0.0 && absolute <= Double.MAX_VALUE) {
            if (count == size.length) {
                size = Arrays.copyOf(size, 2 * count);
            }
            size[count++] = absolute;
        }
    }

    /**
     * A quantile of the sizes.
     *
     * @param q 0 to 1
     * @param otherwise the result if there are no sizes
     */
    public double quantile(double q, double otherwise) {
        if (count == 0) {
            return otherwise;
        }
        Arrays.sort(size, 0, count);
        return size[(int) (q * (count - 1))];
    }
}

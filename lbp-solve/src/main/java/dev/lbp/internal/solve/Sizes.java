package dev.lbp.internal.solve;

import java.util.Arrays;

/** Sizes of log-ratios, for the scale of temperatures. Those of 0 and of impossible states are left out. */
public final class Sizes {

    private double[] size = new double[256];
    private int count;

    /** Takes a log-ratio. */
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
     * A quantile; {@code otherwise} if there are no sizes.
     *
     * @param q 0 to 1
     */
    public double quantile(double q, double otherwise) {
        if (count == 0) {
            return otherwise;
        }
        Arrays.sort(size, 0, count);
        return size[(int) (q * (count - 1))];
    }
}

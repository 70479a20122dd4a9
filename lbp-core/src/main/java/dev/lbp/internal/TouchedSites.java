package dev.lbp.internal;

/** Checks of the touched sites that a tracker returns: the sites whose log-ratios its flips have changed. */
public final class TouchedSites {

    /** {@code LocalEnergyModel.Tracker.ALL_SITES}: the log-ratio of any site may have changed. */
    public static final int ALL = -1;

    private TouchedSites() {}

    /**
     * Checks the return value of a tracker's method, and returns it.
     *
     * @param n the number N of sites, the largest valid count
     * @throws IllegalStateException if it is neither a valid count nor {@link #ALL}
     */
    public static int count(String method, int returned, int n) {
        if (returned < ALL || returned > n) {
            throw new IllegalStateException("must be in [0, N=" + n + "], or ALL_SITES: " + method + "=" + returned);
        }
        return returned;
    }

    /**
     * Checks the return value and the sites: {@link #ALL}, or the first {@code returned} entries of {@code touched}.
     *
     * @throws IllegalStateException if the count is not valid, or an entry is not a site
     */
    public static int checked(String method, int returned, int[] touched, int n) {
        int outside = 0; // its sign bit is set by any entry below 0 or above N - 1
        int count = count(method, returned, n);
        for (int k = 0; k < count; k++) {
            outside |= touched[k] | (n - 1 - touched[k]);
        }
        for (int k = 0; outside < 0 && k < returned; k++) {
            if (touched[k] < 0 || touched[k] >= n) {
                throw new IllegalStateException(
                        "must be in [0, N - 1=" + (n - 1) + "]: touched[" + k + "]=" + touched[k] + " of " + method);
            }
        }
        return returned;
    }
}

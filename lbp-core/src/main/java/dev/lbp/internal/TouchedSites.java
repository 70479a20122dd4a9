package dev.lbp.internal;

/** The check of what a tracker says of the sites whose log-ratios its flips have changed. */
public final class TouchedSites {

    /** {@code LocalEnergyModel.Tracker.ALL_SITES}: the log-ratio of any site may have changed. */
    public static final int ALL = -1;

    private TouchedSites() {}

    /**
     * What a method of a tracker returned.
     *
     * @param n the number N of sites, the most that it may be
     * @throws IllegalStateException if it is no such count
     */
    public static int count(String method, int returned, int n) {
        if (returned < ALL || returned > n) {
            throw new IllegalStateException("must be in [0, N=" + n + "], or ALL_SITES: " + method + "=" + returned);
        }
        return returned;
    }

    /**
     * The same, with the sites: {@link #ALL}, or the first {@code returned} of {@code touched}.
     *
     * @throws IllegalStateException if it is no such count, or an entry is no site
     */
    public static int checked(String method, int returned, int[] touched, int n) {
        int outside = 0; // its sign is set by the first entry below 0 or above N - 1
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

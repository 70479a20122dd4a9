package dev.lbp.target;

/**
 * The log-ratios of single sites as a function of the state, in plain Java arrays. Nothing is kept between calls, so
 * any number of threads may call it at once, even with the same state. A log-ratio costs O(degree) at each call, where
 * a {@link LocalEnergyModel.Tracker} pays O(degree) at each flip.
 *
 * <p>{@code Samplers.gibbs().inBlocks()} and {@code metropolis().inBlocks()} need it: there several threads update
 * sites of one colour at once.
 */
@FunctionalInterface
public interface SiteRatios {

    /**
     * Log-ratios of some sites: {@code out[k] = log pi(x with sites[from + k] flipped) - log pi(x)}, equal to a
     * tracker's log-ratios up to rounding.
     *
     * @param state x, N values of 0 or 1; not to be written to
     * @param sites the sites, in the places {@code from} to {@code to - 1}; not to be written to
     * @param out receives the log-ratios, in the first {@code to - from} places
     */
    void logRatios(byte[] state, int[] sites, int from, int to, double[] out);
}

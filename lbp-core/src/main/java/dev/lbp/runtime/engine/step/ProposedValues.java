package dev.lbp.runtime.engine.step;

/**
 * The values that a step on a model with its own moves has given to sites, before it is accepted. A site may change
 * several times. Each change costs O(1).
 */
public final class ProposedValues {

    private final int values;

    /** The sites that the step has changed so far, each once. */
    private final int[] sites;

    private int count;

    /** By site: its proposed value, if the step has changed it. */
    private final int[] proposed;

    private final boolean[] changed;

    /**
     * @param dimension the number of sites N
     * @param values the number of values of a site
     */
    public ProposedValues(int dimension, int values) {
        this.values = values;
        this.sites = new int[dimension];
        this.proposed = new int[dimension];
        this.changed = new boolean[dimension];
    }

    /**
     * Gives values to the first {@code n} of some sites.
     *
     * @param newSites the sites
     * @param newValues their values, in the same order
     * @throws IllegalStateException if a site or a value is out of range
     */
    public void set(int[] newSites, int[] newValues, int n) {
        if (n < 0 || n > changed.length) {
            throw new IllegalStateException("must be in [0, N=" + changed.length + "]: changes()=" + n);
        }
        for (int k = 0; k < n; k++) {
            int site = newSites[k];
            int value = newValues[k];
            if (site < 0 || site >= changed.length || value < 0 || value >= values) {
                throw new IllegalStateException("must have sites in [0, N - 1=" + (changed.length - 1)
                        + "] and values in [0, values - 1=" + (values - 1) + "]: changes(), site=" + site + ", value="
                        + value);
            }
            if (!changed[site]) {
                changed[site] = true;
                sites[count++] = site;
            }
            proposed[site] = value;
        }
    }

    /** The proposed value of a site that the step has changed. */
    public int value(int site) {
        return proposed[site];
    }

    /** The proposed value of a site, or {@code before} if the step has not changed it. */
    public int valueNow(int site, int before) {
        return changed[site] ? proposed[site] : before;
    }

    /**
     * Ends the step: writes the sites whose proposed value differs from {@code state} to {@code differing}, and returns
     * their number. {@link #value} of these sites stays until the next change.
     */
    public int takeDiffering(int[] state, int[] differing) {
        int n = 0;
        for (int k = 0; k < count; k++) {
            int site = sites[k];
            if (proposed[site] != state[site]) {
                differing[n++] = site;
            }
        }
        clear();
        return n;
    }

    /** Forgets all changes. */
    public void clear() {
        for (int k = 0; k < count; k++) {
            changed[sites[k]] = false;
        }
        count = 0;
    }
}

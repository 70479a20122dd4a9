package dev.lbp.internal.models.tracker;

import dev.lbp.internal.Check;
import java.io.Serializable;

/**
 * For each site that has changed since a tracker saved its state: its value in the saved state. Each site is noted
 * once, at its first change, so the memory is 9 bytes per site for any number of changes.
 */
public final class SavedValues implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final int NOTHING_SAVED = -1;

    private final int[] sites;
    private final int[] values;
    private final boolean[] noted;
    private int count = NOTHING_SAVED;

    public SavedValues(int dimension) {
        this.sites = new int[dimension];
        this.values = new int[dimension];
        this.noted = new boolean[dimension];
    }

    /** Starts to note changes. */
    public void save() {
        forget();
        count = 0;
    }

    /** Discards the saved state. */
    public void forget() {
        for (int k = 0; k < count; k++) {
            noted[sites[k]] = false;
        }
        count = NOTHING_SAVED;
    }

    /** Notes the value of a site that is about to change. */
    public void note(int site, int value) {
        if (count != NOTHING_SAVED && !noted[site]) {
            noted[site] = true;
            sites[count] = site;
            values[count++] = value;
        }
    }

    /**
     * The number of sites that have changed since the state was saved.
     *
     * @throws IllegalStateException if no state is saved
     */
    public int count() {
        Check.state(count != NOTHING_SAVED, "save before restore");
        return count;
    }

    public int site(int k) {
        return sites[k];
    }

    public int value(int k) {
        return values[k];
    }
}

package dev.lbp.runtime.engine;

import dev.lbp.internal.Transcript;
import java.util.Arrays;

/** The sites in which a state differs from an earlier one, each once: O(1) per flip, a second flip of a site undoes the first. */
public final class ChangedSites {

    private static final int ABSENT = -1;

    private final int[] sites;
    private final int[] position;
    private int count;

    public ChangedSites(int dimension) {
        sites = new int[dimension];
        position = new int[dimension];
        Arrays.fill(position, ABSENT);
    }

    /** Takes in the flips of the first {@code n} sites. */
    public void flipAll(int[] flipped, int n) {
        for (int k = 0; k < n; k++) {
            flip(flipped[k]);
        }
    }

    /** Takes in the flip of a site. */
    void flip(int site) {
        int at = position[site];
        if (at == ABSENT) {
            position[site] = count;
            sites[count++] = site;
            return;
        }
        int last = sites[--count];
        sites[at] = last;
        position[last] = at;
        position[site] = ABSENT;
    }

    /** Takes the present state for the earlier one. */
    public void clear() {
        for (int k = 0; k < count; k++) {
            position[sites[k]] = ABSENT;
        }
        count = 0;
    }

    public void transcribe(Transcript transcript) {
        count = transcript.of(count);
        transcript.of(sites, count);
        Arrays.fill(position, ABSENT);
        for (int k = 0; k < count; k++) {
            position[sites[k]] = k;
        }
    }

    /** The sites are the first {@link #count} of these. */
    public int[] sites() {
        return sites;
    }

    public int count() {
        return count;
    }
}

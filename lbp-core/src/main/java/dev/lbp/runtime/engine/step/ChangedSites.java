package dev.lbp.runtime.engine.step;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;

/**
 * The set of sites where a state differs from an earlier one. A flip costs O(1); a second flip of a site removes it
 * from the set.
 */
public final class ChangedSites {

    private static final int ABSENT = -1;

    private final int[] sites;
    /** The index in {@link #sites} of each site of the set; {@link #ABSENT} for any other site. */
    private final int[] position;

    private int count;

    public ChangedSites(int dimension) {
        sites = new int[dimension];
        position = new int[dimension];
        Arrays.fill(position, ABSENT);
    }

    /** Records the flips of the first {@code n} sites of {@code flipped}. */
    public void flipAll(int[] flipped, int n) {
        for (int k = 0; k < n; k++) {
            flip(flipped[k]);
        }
    }

    /** Adds the first {@code n} of {@code changed}; a site that is in the set stays there. */
    public void addAll(int[] changed, int n) {
        for (int k = 0; k < n; k++) {
            if (position[changed[k]] == ABSENT) {
                flip(changed[k]);
            }
        }
    }

    /** Records the flip of a site. */
    public void flip(int site) {
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

    /** Empties the set: the current state becomes the earlier one. */
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

    /** An array whose first {@link #count} elements are the sites. */
    public int[] sites() {
        return sites;
    }

    public int count() {
        return count;
    }
}

package dev.lbp.runtime.record;

import dev.lbp.internal.kernel.BitCounts;
import dev.lbp.internal.kernel.LaneCounts;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the ones and the distances of all chains that share words, at once. A chain is one lane, a bit position, of
 * each site's word. The chains make their draws together, in order: the first chain begins the count of a draw, the
 * last one ends it.
 */
final class WordSites {

    private final long[] words;

    /** The reference state of the Hamming distances: for each site a word whose bits all equal the site's value. */
    private final long[] reference;

    private final List<LaneSites> chains = new ArrayList<>();
    private final List<LaneDistance> selves = new ArrayList<>();

    /** For each site that {@link SelfDistance} counts, the bits of all chains in the middle of warm-up, as one word. */
    private long[] earlier = {};

    private final long[] differences;
    private final LaneCounts counts = new LaneCounts();
    private final int[] distances = new int[LaneCounts.LANES];
    private final int[] selfDistances = new int[LaneCounts.LANES];

    /** For each site and chain, how many of the draws that are not yet in the frequencies have the value 1. */
    private final BitCounts ones;

    /** Whether the frequencies have all draws. */
    private boolean counted = true;

    /** The number of draws made. */
    private int draws;

    WordSites(long[] words, byte[] reference) {
        this.words = words;
        this.reference = new long[words.length];
        for (int i = 0; i < words.length; i++) {
            this.reference[i] = -(long) reference[i]; // 64 ones or 64 zeros
        }
        this.differences = new long[words.length];
        this.ones = new BitCounts(words.length);
    }

    void add(LaneSites chain) {
        chains.add(chain);
    }

    void add(LaneDistance self) {
        selves.add(self);
    }

    /** The Hamming distance of a chain's draw to the reference state. */
    int distance(LaneSites chain) {
        if (chain == chains.get(0)) { // the first chain to ask computes the distances of all
            for (int i = 0; i < words.length; i++) {
                differences[i] = words[i] ^ reference[i];
            }
            counts.addAll(differences, words.length);
            counts.take(distances);
        }
        return distances[chain.lane()];
    }

    /** The distance of a chain's draw to its own state in the middle of warm-up. */
    int distance(LaneDistance self) {
        if (self == selves.get(0)) { // the first chain to ask computes the distances of all
            if (earlier.length == 0) { // at the first draw: collects the earlier states of all chains, a bit each
                earlier = new long[self.sites()];
                selves.forEach(chain -> chain.write(earlier));
            }
            for (int k = 0; k < earlier.length; k++) {
                differences[k] = words[self.site(k)] ^ earlier[k];
            }
            counts.addAll(differences, earlier.length);
            counts.take(selfDistances);
        }
        return selfDistances[self.lane()];
    }

    /** Counts a draw, after all chains have made it. */
    void drawn(LaneSites chain, int made) {
        if (chain == chains.get(chains.size() - 1)) {
            ones.add(words);
            counted = false;
            draws = made;
            if (chain.batchEnds(made)) {
                addCounts();
            }
        }
    }

    /** Adds all draws to the frequencies of the chains. */
    void addCounts() {
        if (!counted) {
            ones.take((site, times) -> chains.forEach(chain -> chain.count(site, times[chain.lane()], draws)));
            counted = true;
        }
    }
}

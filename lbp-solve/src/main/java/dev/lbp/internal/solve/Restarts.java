package dev.lbp.internal.solve;

/**
 * Lengths of restarts: 1, 1, 2, 1, 1, 2, 4, 1, ... times a base length. The expected time until success is at most a
 * logarithmic factor above that of the best fixed length, which nobody knows (Luby, Sinclair and Zuckerman, 1993).
 */
public final class Restarts {

    private Restarts() {}

    /**
     * The length of a restart in base lengths.
     *
     * @param restart from 0
     */
    public static long factor(long restart) {
        // With k = restart + 1, the length is 2^(j - 1) if k = 2^j - 1. Otherwise the sequence repeats from its
        // beginning.
        long k = restart + 1;
        while (true) {
            long block = Long.highestOneBit(k);
            if (k == 2 * block - 1) {
                return block;
            }
            k -= block - 1;
        }
    }
}

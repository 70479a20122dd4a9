package dev.lbp.internal.solve;

/**
 * Lengths of restarts: 1, 1, 2, 1, 1, 2, 4, 1, ... times a base length. Whatever length suits an instance, the time
 * until success is within a logarithm of the time of restarts of that length alone (Luby, Sinclair and Zuckerman,
 * 1993).
 */
public final class Restarts {

    private Restarts() {}

    /**
     * The factor of a restart.
     *
     * @param restart from 0
     */
    public static long factor(long restart) {
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

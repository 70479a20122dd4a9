package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.kernel.Exp;
import java.util.Arrays;

/**
 * A cache of exponentials. If couplings and fields take few values, so do the log-ratios of sites: five for couplings
 * +-J on a square lattice. A look-up costs a multiplication and a comparison, an exponential 16 operations. Results
 * equal those of {@link Exp} bit for bit, so draws do not depend on the cache.
 *
 * <p>Each argument has one entry (place) of the table, by a multiplicative hash (Knuth, The Art of Computer Programming
 * 3, section 6.4). A new argument replaces the argument in its place. A model of many log-ratios pays a look-up and a
 * store for each exponential. Memory: 2 kB. For one thread.
 */
final class ExpTable {

    private static final int PLACES_LOG2 = 7;

    /** {@code 2^64} divided by the golden ratio, odd: multiples of a coupling get different places. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long[] arguments = new long[1 << PLACES_LOG2];
    private final double[] exponentials = new double[1 << PLACES_LOG2];

    /** Fills each place with e^0 = 1, whose argument has no bit set. */
    ExpTable() {
        Arrays.fill(exponentials, 1.0);
    }

    /** Returns e^x, with the bits of {@link Exp#exp}. */
    double exp(double x) {
        long argument = Double.doubleToRawLongBits(x);
        int place = (int) (argument * GOLDEN >>> Long.SIZE - PLACES_LOG2); // a hash: the highest bits of the product
        if (arguments[place] == argument) {
            return exponentials[place];
        }
        double exponential = Exp.exp(x);
        arguments[place] = argument;
        exponentials[place] = exponential;
        return exponential;
    }
}

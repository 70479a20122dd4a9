package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.kernel.Exp;
import java.util.Arrays;

/**
 * Exponentials that were computed before, by their argument. Where couplings and fields have few sizes, the sites of a
 * state have few log-ratios: five for the couplings +-J of a square lattice. A look-up costs a multiplication and a
 * comparison, an exponential 16 operations. The bits are those of {@link Exp}, whatever the order of the arguments, so
 * draws do not depend on the table.
 *
 * <p>Each argument has one place, by a multiplicative hash (Knuth, The Art of Computer Programming 3, section 6.4).
 * The last one computed there stays. A model of many log-ratios pays for a look-up and a store beside its exponential.
 * 2 kB; for one thread.
 */
final class ExpTable {

    private static final int PLACES_LOG2 = 7;

    /** {@code 2^64} divided by the golden ratio, odd: neighbours in multiples of a coupling fall apart. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long[] arguments = new long[1 << PLACES_LOG2];
    private final double[] exponentials = new double[1 << PLACES_LOG2];

    /** Fills each place with e^0 = 1, whose argument has no bit set. */
    ExpTable() {
        Arrays.fill(exponentials, 1.0);
    }

    /** e^x, as {@link Exp#exp}. */
    double exp(double x) {
        long argument = Double.doubleToRawLongBits(x);
        int place = (int) (argument * GOLDEN >>> Long.SIZE - PLACES_LOG2);
        if (arguments[place] == argument) {
            return exponentials[place];
        }
        double exponential = Exp.exp(x);
        arguments[place] = argument;
        exponentials[place] = exponential;
        return exponential;
    }
}

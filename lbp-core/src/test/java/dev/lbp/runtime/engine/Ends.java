package dev.lbp.runtime.engine;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Finds where intervals of uniform numbers end, by bisection, to 2^-53. Few probabilities of a kernel are different
 * ones, so the ends that were found before are tried first.
 */
public final class Ends {

    /** The number of doubles that a generator can return: the multiples of 2^-53 in [0, 1). */
    static final long RANGE = 1L << 53;

    /** How far rounding moves an end. */
    private static final long NEAR = 1L << 12;

    /** Near no end. */
    static final long NOWHERE = -2 * NEAR;

    /** Those found so far, ascending. */
    private long[] ends = new long[64];

    private int known;

    /**
     * The probability of an event that happens for all uniform numbers below a threshold and for none above it: the
     * number of multiples of 2^-53 in [0, 1) for which it does, divided by 2^53.
     */
    public double probability(ScriptedRandom.Event event) {
        return after(-1L, RANGE, NOWHERE, number -> event.happens(number * 0x1p-53)) * 0x1p-53;
    }

    /**
     * The number after the last one of an interval.
     *
     * @param from in the interval, or before its first
     * @param most not in the interval
     * @param likely near which the search begins, in steps that grow; {@link #NOWHERE} for the ends that are known
     * @param within whether a number between the two is in the interval
     */
    long after(long from, long most, long likely, LongPredicate within) {
        long least = from;
        long end = most;
        long step = 1;
        while (end - least > 1) {
            long asked;
            if (least < likely && likely < end) {
                asked = likely;
            } else if (end <= likely && likely - end < NEAR && end - step > least) {
                asked = end - step;
                step *= 4;
            } else if (likely <= least && least - likely < NEAR && least + step < end) {
                asked = least + step;
                step *= 4;
            } else {
                asked = between(least, end);
            }
            if (within.test(asked)) {
                least = asked;
            } else {
                end = asked;
            }
        }
        learn(end);
        return end;
    }

    private void learn(long end) {
        int place = place(end);
        if (place == known || ends[place] != end) {
            if (known == ends.length) {
                ends = Arrays.copyOf(ends, 2 * known);
            }
            System.arraycopy(ends, place, ends, place + 1, known - place);
            ends[place] = end;
            known++;
        }
    }

    /** The middle one of the ends known between two numbers, or the last below a known end, or the middle. */
    private long between(long least, long most) {
        int below = place(least + 1);
        int upTo = place(most);
        if (below < upTo) {
            return ends[(below + upTo) >>> 1];
        }
        return upTo < known && ends[upTo] == most ? most - 1 : (least + most) >>> 1;
    }

    /** The number of known ends below a number. */
    private int place(long number) {
        int found = Arrays.binarySearch(ends, 0, known, number);
        return found >= 0 ? found : -found - 1;
    }
}

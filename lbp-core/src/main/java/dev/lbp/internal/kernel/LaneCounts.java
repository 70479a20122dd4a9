package dev.lbp.internal.kernel;

import java.util.Arrays;

/**
 * Counts, for each of the 64 bits of a word, the words that have the bit. The counts are held as planes: bit {@code l}
 * of plane {@code k} is the binary digit of value 2^k of the count of bit {@code l}. Carry-save adders add eight words
 * at a time (Harley and Seal; Warren, Hacker's Delight, 2nd edition, 5-1), with about five operations per word.
 */
public final class LaneCounts {

    /** The number of lanes: the ones of each of the 64 bits of a word are counted apart. */
    public static final int LANES = Long.SIZE;

    private final long[] planes = new long[Integer.SIZE];

    /** Adds the first {@code n} words. */
    public void addAll(long[] words, int n) {
        long ones = planes[0];
        long twos = planes[1];
        long fours = planes[2];
        int k = 0;
        for (; k + 8 <= n; k += 8) {
            // each adder turns three words of one value into their digit and a carry of twice the value
            long two = carry(ones, words[k], words[k + 1]);
            ones = digit(ones, words[k], words[k + 1]);
            long otherTwo = carry(ones, words[k + 2], words[k + 3]);
            ones = digit(ones, words[k + 2], words[k + 3]);
            long four = carry(twos, two, otherTwo);
            twos = digit(twos, two, otherTwo);
            two = carry(ones, words[k + 4], words[k + 5]);
            ones = digit(ones, words[k + 4], words[k + 5]);
            otherTwo = carry(ones, words[k + 6], words[k + 7]);
            ones = digit(ones, words[k + 6], words[k + 7]);
            long otherFour = carry(twos, two, otherTwo);
            twos = digit(twos, two, otherTwo);
            add(carry(fours, four, otherFour), 3);
            fours = digit(fours, four, otherFour);
        }
        planes[0] = ones;
        planes[1] = twos;
        planes[2] = fours;
        for (; k < n; k++) {
            add(words[k], 0);
        }
    }

    /** The bits that at least two of the words have. */
    private static long carry(long a, long b, long c) {
        return a & b | (a ^ b) & c;
    }

    /** The bits that one or all three of the words have. */
    private static long digit(long a, long b, long c) {
        return a ^ b ^ c;
    }

    /** Adds {@code 2^plane} to the counts of the bits of a word. */
    private void add(long word, int plane) {
        long carry = word;
        for (int k = plane; carry != 0L; k++) {
            long next = planes[k] & carry;
            planes[k] ^= carry;
            carry = next;
        }
    }

    /**
     * Returns the counts and sets them to 0.
     *
     * @param counts receives the count of each bit
     */
    public void take(int[] counts) {
        Arrays.fill(counts, 0);
        int used = planes.length;
        while (used > 0 && planes[used - 1] == 0L) {
            used--;
        }
        addPlanes(planes, used, counts);
        Arrays.fill(planes, 0, used, 0L);
    }

    /**
     * Adds the counts of 64 lanes, given as planes (bit l of plane k is binary digit k of the count of lane l), to
     * {@code counts}. It takes eight planes at a time, by transposition of blocks of 8 x 8 bits (Warren, 7-3).
     *
     * @param planes the first {@code used} elements are the planes, the lowest digit first
     * @param counts receives the sums, [64]
     */
    public static void addPlanes(long[] planes, int used, int[] counts) {
        for (int from = 0; from < used; from += 8) {
            int to = Math.min(from + 8, used);
            for (int lane = 0; lane < LANES; lane += 8) {
                long block = 0L;
                for (int k = from; k < to; k++) { // byte k - from has the digits of plane k in eight lanes
                    block |= (planes[k] >>> lane & 0xff) << 8 * (k - from);
                }
                // transposes the block of 8 x 8 bits: swaps within blocks of 2 x 2, 4 x 4 and 8 x 8
                block = swapped(block, 7, 0x00aa00aa00aa00aaL);
                block = swapped(block, 14, 0x0000cccc0000ccccL);
                block = swapped(block, 28, 0x00000000f0f0f0f0L);
                for (int k = 0; k < 8; k++) { // byte k now has the eight digits of one lane
                    counts[lane + k] += (int) (block >>> 8 * k & 0xff) << from;
                }
            }
        }
    }

    /** Exchanges each bit of {@code lower} with the bit that is {@code distance} places above it. */
    private static long swapped(long bits, int distance, long lower) {
        long unequal = (bits ^ bits >>> distance) & lower;
        return bits ^ unequal ^ unequal << distance;
    }
}

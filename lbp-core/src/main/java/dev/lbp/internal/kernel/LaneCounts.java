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
            long a = words[k];
            long b = words[k + 1];
            // an adder of three words: ones, a and b give the digit 1 in ones and the carry, of value 2, in two
            long half = ones ^ a;
            long two = ones & a | half & b;
            ones = half ^ b;
            a = words[k + 2];
            b = words[k + 3];
            half = ones ^ a;
            long otherTwo = ones & a | half & b;
            ones = half ^ b;
            half = twos ^ two;
            long four = twos & two | half & otherTwo;
            twos = half ^ otherTwo;
            a = words[k + 4];
            b = words[k + 5];
            half = ones ^ a;
            two = ones & a | half & b;
            ones = half ^ b;
            a = words[k + 6];
            b = words[k + 7];
            half = ones ^ a;
            otherTwo = ones & a | half & b;
            ones = half ^ b;
            half = twos ^ two;
            long otherFour = twos & two | half & otherTwo;
            twos = half ^ otherTwo;
            half = fours ^ four;
            add(fours & four | half & otherFour, 3);
            fours = half ^ otherFour;
        }
        planes[0] = ones;
        planes[1] = twos;
        planes[2] = fours;
        for (; k < n; k++) {
            add(words[k], 0);
        }
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
                long swap = (block ^ block >>> 7) & 0x00aa00aa00aa00aaL;
                block ^= swap ^ swap << 7;
                swap = (block ^ block >>> 14) & 0x0000cccc0000ccccL;
                block ^= swap ^ swap << 14;
                swap = (block ^ block >>> 28) & 0x00000000f0f0f0f0L;
                block ^= swap ^ swap << 28;
                for (int k = 0; k < 8; k++) { // byte k now has the eight digits of one lane
                    counts[lane + k] += (int) (block >>> 8 * k & 0xff) << from;
                }
            }
        }
    }
}

package dev.lbp.internal.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Counts, for each bit of each of N words, how often it was 1. The counts are held as planes, see {@link LaneCounts}. A
 * carry-save adder adds two words at a time to a plane, and two of its carries at a time to the next plane. So an
 * addition of N words costs about 5N operations. Memory: {@code 2 log2(additions)} arrays of N words.
 */
public final class BitCounts {

    private final int n;

    /** Plane k holds, for each bit of the N words, the binary digit of value 2^k of its count. */
    private final List<long[]> planes = new ArrayList<>();

    /**
     * At index k, words whose bits count 2^k each and that wait for a second such word, as words are added in pairs.
     */
    private final List<long[]> waiting = new ArrayList<>();

    /** Whether {@link #waiting} holds words at index k. */
    private final BitSet waits = new BitSet();

    /**
     * @param n the number of words
     */
    public BitCounts(int n) {
        this.n = n;
    }

    /** Receives the counts of the bits of one word. */
    public interface Reader {

        /**
         * @param counts the count of each bit, valid during the call
         */
        void accept(int word, int[] counts);
    }

    /** Adds the bits of the words, which are not changed. */
    public void add(long[] words) {
        long[] addend = words;
        int k = 0;
        while (waits.get(k)) {
            waits.clear(k);
            long[] carries = waiting.get(k);
            WordLoops.addTwo(planes.get(k), carries, addend, n); // carries becomes what plane k + 1 must add
            addend = carries;
            k++;
        }
        if (k == planes.size()) {
            planes.add(new long[n]);
            waiting.add(new long[n]);
        }
        System.arraycopy(addend, 0, waiting.get(k), 0, n);
        waits.set(k);
    }

    /** Passes the counts of each word in turn to a reader, and sets them to 0. */
    public void take(Reader reader) {
        int[] counts = new int[LaneCounts.LANES];
        long[] digits = new long[planes.size() + 1];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < planes.size(); k++) {
                digits[k] = planes.get(k)[i];
            }
            digits[planes.size()] = 0L;
            addWaiting(i, digits);
            Arrays.fill(counts, 0);
            LaneCounts.addPlanes(digits, digits.length, counts);
            reader.accept(i, counts);
        }
        planes.forEach(plane -> Arrays.fill(plane, 0L));
        waits.clear();
    }

    /** Adds the waiting words at index i, of value 2^k each, to the binary digits of the counts. */
    private void addWaiting(int i, long[] digits) {
        for (int k = waits.nextSetBit(0); k >= 0; k = waits.nextSetBit(k + 1)) {
            long carry = waiting.get(k)[i];
            for (int at = k; carry != 0L; at++) {
                long next = digits[at] & carry;
                digits[at] ^= carry;
                carry = next;
            }
        }
    }
}

package dev.lbp.internal.kernel;

/**
 * Loops over the first {@code n} places of arrays of words. Each is so small that the JIT compiler turns it into vector
 * instructions. The results do not depend on that.
 */
public final class WordLoops {

    private WordLoops() {}

    /**
     * Adds the bits of {@code first} and {@code second} to one binary digit of many counts, a bit for each count, and
     * replaces {@code first} by the carries.
     */
    public static void addTwo(long[] digits, long[] first, long[] second, int n) {
        for (int j = 0; j < n; j++) {
            long half = digits[j] ^ first[j];
            first[j] = digits[j] & first[j] | half & second[j];
            digits[j] = half ^ second[j];
        }
    }

    /** Adds the bits of words to one binary digit of many counts, and replaces the words by the carries. */
    public static void add(long[] digits, long[] words, int n) {
        for (int j = 0; j < n; j++) {
            long carry = digits[j] & words[j];
            digits[j] ^= words[j];
            words[j] = carry;
        }
    }

    /** Computes {@code into ^= a ^ b}. */
    public static void xor(long[] into, long[] a, long[] b, int fromOfB, int n) {
        for (int j = 0; j < n; j++) {
            into[j] ^= a[j] ^ b[fromOfB + j];
        }
    }

    /** Computes {@code into &= a ^ b}. */
    public static void andXor(long[] into, long[] a, long b, int n) {
        for (int j = 0; j < n; j++) {
            into[j] &= a[j] ^ b;
        }
    }

    /** Computes {@code into |= a}. */
    public static void or(long[] into, long[] a, int n) {
        for (int j = 0; j < n; j++) {
            into[j] |= a[j];
        }
    }

    /**
     * Computes random words of SplitMix64 (Steele, Lea, Flood 2014).
     *
     * @param states the states of the generator, not changed
     * @param more the number to add to each state
     * @param out receives the words
     */
    public static void random(long[] states, long more, long[] out, int n) {
        for (int j = 0; j < n; j++) {
            long z = states[j] + more;
            z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
            z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
            out[j] = z ^ z >>> 31;
        }
    }

    /**
     * Compares one binary digit of random numbers with the same digit of thresholds, for each bit of a word.
     *
     * @param undecided the bits whose higher digits are equal; bits whose digits now differ are removed
     * @param below receives the bits whose random number is below the threshold
     */
    public static void compare(long[] random, long[] thresholds, long[] undecided, long[] below, int n) {
        for (int j = 0; j < n; j++) {
            long r = random[j];
            long t = thresholds[j];
            long u = undecided[j];
            below[j] |= u & t & ~r;
            undecided[j] = u & ~(t ^ r);
        }
    }
}

package dev.lbp.runtime.engine.words;

import java.util.function.DoubleUnaryOperator;

/**
 * The flip probabilities of a site with d pairs, as binary digits. A case is a number of unsatisfied pairs, 0 to d, and
 * whether the site is against its field. A case of probability 1 needs no random number. For a case of probability p <
 * 1 there are the digits of {@code ceil(2^53 p)}. The site flips if a random integer of 53 digits is below it, as if
 * {@code nextDouble()} were below p.
 *
 * @param cases the number of cases that need a random number
 * @param matches {@value #PLANES} words for each of these cases. A lane is in the case if the digits of its count and
 *     its bit of the field are all 1 after an exclusive or with these words
 * @param digits the digits of all cases, from the highest to the lowest; a digit is a word with all bits 1, or 0
 */
record Thresholds(int cases, long[] matches, long[] digits) {

    /** The number of planes: the digits of the count, from the lowest, then the bit of the field. */
    static final int PLANES = 7;

    /** The number of digits of a probability. */
    static final int DIGITS = 53;

    /** The word of {@link #matches} that turns plane {@code plane} of the counts into 1 in the lanes of a case. */
    long match(int ofCase, int plane) {
        return matches[PLANES * ofCase + plane];
    }

    /** All bits 1 if a digit of a case is 1, else 0. */
    long digit(int ofCase, int position) {
        return digits[position * cases + ofCase];
    }

    /**
     * The thresholds of a site with {@code degree} pairs.
     *
     * @param field the size of the site's field; 0 if it has none
     * @param rule the probability of a flip, given the change of log pi
     */
    static Thresholds of(int degree, double coupling, double field, DoubleUnaryOperator rule) {
        int mostCases = 2 * (degree + 1);
        long[] matches = new long[PLANES * mostCases];
        long[] thresholds = new long[mostCases];
        int cases = 0;
        for (int against = 0; against <= (field > 0.0 ? 1 : 0); against++) {
            for (int count = 0; count <= degree; count++) {
                // by which the flip raises log pi: it satisfies `count` pairs and breaks the others
                double change = coupling * (2 * count - degree) + field * (2 * against - 1);
                long threshold = (long) Math.ceil(rule.applyAsDouble(change) * 0x1p53);
                if (threshold < 1L << DIGITS) { // else the flip has probability 1
                    for (int k = 0; k < PLANES; k++) {
                        int digit = k < PLANES - 1 ? count >> k & 1 : against;
                        matches[PLANES * cases + k] = digit - 1L; // 0 for digit 1, all bits 1 for digit 0
                    }
                    thresholds[cases++] = threshold;
                }
            }
        }
        return new Thresholds(cases, matches, digitsOf(thresholds, cases));
    }

    /** The binary digits of the thresholds, the highest first: all bits 1 for digit 1, else 0. */
    private static long[] digitsOf(long[] thresholds, int cases) {
        long[] digits = new long[DIGITS * cases];
        for (int k = 0; k < DIGITS; k++) {
            for (int c = 0; c < cases; c++) {
                digits[k * cases + c] = -(thresholds[c] >>> DIGITS - 1 - k & 1L);
            }
        }
        return digits;
    }
}

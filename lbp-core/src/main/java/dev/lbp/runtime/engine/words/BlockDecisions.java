package dev.lbp.runtime.engine.words;

import dev.lbp.internal.kernel.WordLoops;
import java.util.Arrays;

/**
 * Draws which sites of a block flip, in up to 64 chains at once. A lane is a bit of every word and belongs to one
 * chain. The words of neighbours tell in which lanes a pair is unsatisfied, and carry-save adders count these pairs for
 * each lane. The count, and whether the site is against its field, make the case of the lane. A lane whose case has
 * flip probability p flips if its random number in [0, 1) is below p.
 *
 * <p>Each lane has its own random number. Its binary digits are compared with the digits of p, the highest first. One
 * random word has one digit of the number of every lane. The comparison ends when no lane is undecided: after seven or
 * eight words on average, {@value Thresholds#DIGITS} at most. One number for all lanes would be cheaper, but chains
 * with common numbers come to the same state, and 64 of them then tell no more than one.
 *
 * <p>A random word is an output of SplitMix64 (Steele, Lea, Flood 2014). Its place, the state of the generator, is a
 * function of the sweep, the site and the digit. If W words use L outputs each, any of them overlap with probability
 * below {@code W^2 L / 2^64}.
 *
 * <p>Cost: a few hundred operations on words per site, half of them for random words, in loops that the JIT compiler
 * turns into vector instructions.
 */
class BlockDecisions {

    /** The increment of SplitMix64. */
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    /** The number of random words that one site has in the stream; at least the number of digits. */
    private static final int PLACES = 64;

    /**
     * The number of digits that are compared for all sites of a block together. Few sites then have undecided lanes.
     */
    private static final int FIRST_DIGITS = 10;

    /** The word of each site of a block. */
    private final long[] own = new long[SiteBlock.MOST];

    /** For each site of a block, the state of the stream before the site's first random word. */
    private final long[] places = new long[SiteBlock.MOST];

    /**
     * By binary digit and site: the digit of the count of unsatisfied pairs in each lane. The last: against the field.
     */
    private final long[][] planes = new long[Thresholds.PLANES][SiteBlock.MOST];

    /** By case (a number of unsatisfied pairs, and whether against the field) and site: the lanes in the case. */
    private final long[][] lanesOfCase;

    /** For each site of a block, the lanes (chains) still to decide: their random digits so far equal those of p. */
    private final long[] undecided = new long[SiteBlock.MOST];

    /** For each site of a block, the lanes (chains) that flip: their random number is below p. */
    private final long[] below = new long[SiteBlock.MOST];

    /** Temporary words of each site: of two pairs, or random words and digits of p. */
    private final long[] words1 = new long[SiteBlock.MOST];

    private final long[] words2 = new long[SiteBlock.MOST];

    /** An entry of {@link #places}, as an array for {@link #random}. */
    private final long[] singlePlace = new long[1];

    /** One random word, as an array that {@link #random} fills. */
    private final long[] singleWord = new long[1];

    /** Makes arrays for the largest number of cases that any block has, and for the largest block. */
    BlockDecisions(PairTables tables) {
        this.lanesOfCase = new long
                [tables.blocks.stream()
                        .flatMap(block -> Arrays.stream(block.rules()))
                        .mapToInt(Thresholds::cases)
                        .max()
                        .orElse(0)]
                [SiteBlock.MOST];
    }

    /** The state where the random stream of word {@code number} begins: an output of SplitMix64 for the seed. */
    static long key(long seed, int number) {
        long[] key = {seed}; // the state of SplitMix64, which random() replaces by the output
        WordLoops.random(key, number * GAMMA, key, 1);
        return key[0];
    }

    /** The place of the first random word of a site, {@code after} sites after the place {@code begin}. */
    static long place(long begin, long after) {
        return begin + after * PLACES * GAMMA;
    }

    /**
     * Writes a random word for each site of a block, {@code after} places after its first place. Tests override this.
     */
    void random(long[] firsts, long after, long[] out, int n) {
        WordLoops.random(firsts, after * GAMMA, out, n);
    }

    /**
     * Draws which sites of a block flip.
     *
     * @param sites the words of all sites
     * @param begin the place of the sweep in the stream of random words
     * @param active the lanes in use
     * @return the lanes where each site of the block flips, valid until the next call
     */
    long[] drawFlips(SiteBlock block, Thresholds thresholds, long[] sites, long begin, long active) {
        int n = block.sites().length;
        for (int j = 0; j < n; j++) {
            own[j] = sites[block.sites()[j]];
            places[j] = place(begin, block.sites()[j]);
        }
        int countDigits = Integer.SIZE - Integer.numberOfLeadingZeros(block.pairs());
        countUnsatisfied(block, sites, countDigits, n);
        findCases(block, thresholds, active, countDigits, n);
        Arrays.fill(below, 0, n, active);
        WordLoops.andXor(below, undecided, -1L, n); // the lanes in use that are in no case
        for (int k = 0; k < FIRST_DIGITS; k++) {
            findThresholdDigits(thresholds, k, words2, n);
            random(places, k + 1L, words1, n); // digit k of the random number of each lane
            WordLoops.compare(words1, words2, undecided, below, n);
        }
        for (int j = 0; j < n; j++) {
            if (undecided[j] != 0L) { // in some lane all digits so far are equal
                below[j] |= compareOtherDigits(j, thresholds);
            }
        }
        return below;
    }

    /** Finds the lanes of each case. Lanes in some case are undecided; lanes in no case flip with probability 1. */
    private void findCases(SiteBlock block, Thresholds thresholds, long active, int countDigits, int n) {
        Arrays.fill(undecided, 0, n, 0L);
        for (int c = 0; c < thresholds.cases(); c++) {
            long[] lanes = lanesOfCase[c];
            Arrays.fill(lanes, 0, n, active);
            for (int k = 0; k < countDigits; k++) {
                WordLoops.andXor(lanes, planes[k], thresholds.match(c, k), n);
            }
            if (block.pulled()) {
                long[] against = planes[Thresholds.PLANES - 1];
                WordLoops.andXor(lanes, against, thresholds.match(c, Thresholds.PLANES - 1), n);
            }
            WordLoops.or(undecided, lanes, n);
        }
    }

    /** Finds in each lane digit k of the threshold of its case. */
    private void findThresholdDigits(Thresholds thresholds, int k, long[] digits, int n) {
        Arrays.fill(digits, 0, n, 0L);
        for (int c = 0; c < thresholds.cases(); c++) {
            if (thresholds.digit(c, k) != 0L) {
                WordLoops.or(digits, lanesOfCase[c], n);
            }
        }
    }

    /** Counts the unsatisfied pairs of each site of a block, and finds the lanes where a site is against its field. */
    private void countUnsatisfied(SiteBlock block, long[] sites, int countDigits, int n) {
        for (int k = 0; k < countDigits; k++) {
            Arrays.fill(planes[k], 0, n, 0L);
        }
        for (int pair = 0; pair < block.pairs(); pair += 2) {
            findUnsatisfied(block, pair, sites, words1, n);
            if (pair + 1 < block.pairs()) {
                findUnsatisfied(block, pair + 1, sites, words2, n);
                WordLoops.addTwo(planes[0], words1, words2, n);
            } else {
                WordLoops.add(planes[0], words1, n);
            }
            for (int k = 1; k < countDigits; k++) { // words1 now has the carries
                WordLoops.add(planes[k], words1, n);
            }
        }
        if (block.pulled()) {
            long[] against = planes[Thresholds.PLANES - 1];
            Arrays.fill(against, 0, n, 0L);
            WordLoops.xor(against, own, block.wanted(), 0, n);
        }
    }

    /** Writes for each site of a block the lanes where one of its pairs is unsatisfied. */
    private void findUnsatisfied(SiteBlock block, int pair, long[] sites, long[] lanes, int n) {
        int from = pair * n;
        int[] neighbours = block.neighbours();
        for (int j = 0; j < n; j++) {
            lanes[j] = sites[neighbours[from + j]];
        }
        // neighbour XOR own site XOR sign: 1 in the lanes where the pair is unsatisfied
        WordLoops.xor(lanes, own, block.signs(), from, n);
    }

    /**
     * Compares the digits from {@link #FIRST_DIGITS} on of site j of a block. Returns its undecided lanes that flip.
     */
    private long compareOtherDigits(int j, Thresholds thresholds) {
        long left = undecided[j];
        long flip = 0L;
        singlePlace[0] = places[j];
        for (int k = FIRST_DIGITS; k < Thresholds.DIGITS && left != 0L; k++) {
            long digit = 0L;
            for (int c = 0; c < thresholds.cases(); c++) {
                digit |= lanesOfCase[c][j] & thresholds.digit(c, k);
            }
            random(singlePlace, k + 1L, singleWord, 1); // word k + 1 of the site is digit k of 64 random numbers
            flip |= left & digit & ~singleWord[0];
            left &= ~(digit ^ singleWord[0]);
        }
        return flip;
    }
}

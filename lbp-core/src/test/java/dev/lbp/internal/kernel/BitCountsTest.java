package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Counts of bits against loops over all bits. */
class BitCountsTest {

    private final SplittableRandom random = new SplittableRandom(7);

    /** Words whose bit l is 1 with probability l / 64, so that the counts of lanes differ. */
    private long[] words(int n) {
        long[] words = new long[n];
        for (int i = 0; i < n; i++) {
            for (int lane = 0; lane < 64; lane++) {
                words[i] |= random.nextInt(64) <= lane ? 1L << lane : 0L;
            }
        }
        return words;
    }

    private static void count(long word, int... counts) {
        for (int lane = 0; lane < 64; lane++) {
            counts[lane] += (int) (word >>> lane & 1L);
        }
    }

    @Test
    void laneCounts_ofAnyWords_areThoseOfALoop() {
        LaneCounts counts = new LaneCounts();
        int[] found = new int[64];
        for (int n : new int[] {0, 1, 7, 8, 9, 100, 1_023, 70_000}) {
            int[] expected = new int[64];
            for (int times = 0; times < 3; times++) { // sums of several arrays too
                long[] words = words(n);
                counts.addAll(words, n);
                for (long word : words) {
                    count(word, expected);
                }
            }
            counts.take(found);
            assertThat(found).as("%s words", n).isEqualTo(expected);
        }
    }

    @Test
    void bitCounts_ofAnyAdditions_areThoseOfALoop() {
        BitCounts counts = new BitCounts(5);
        for (int additions : new int[] {0, 1, 2, 3, 31, 64, 1_000}) {
            int[][] expected = new int[5][64];
            for (int times = 0; times < additions; times++) {
                long[] words = words(5);
                long[] given = words.clone();
                counts.add(given);
                assertThat(given).isEqualTo(words);
                for (int i = 0; i < 5; i++) {
                    count(words[i], expected[i]);
                }
            }
            int[][] found = new int[5][];
            counts.take((word, ofBits) -> found[word] = ofBits.clone());
            assertThat(found).as("%s additions", additions).isDeepEqualTo(expected);
        }
    }
}

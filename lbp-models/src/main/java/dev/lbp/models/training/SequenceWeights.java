package dev.lbp.models.training;

import dev.lbp.internal.Check;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Weights of the sequences of an alignment, so that close relatives, which databases hold in excess, do not count as
 * independent data: the weight of a sequence is 1 / n if n sequences, itself included, agree with it at a share
 * {@code identity} of the sites or more (Morcos et al. 2011, <a
 * href="https://doi.org/10.1073/pnas.1111471108">doi:10.1073/pnas.1111471108</a>). Their sum is the effective number of
 * sequences.
 *
 * <p>The time is in proportion to the square of the number of sequences: 5,000 of 200 sites take about a second.
 */
public final class SequenceWeights {

    private SequenceWeights() {}

    /**
     * The weight of each sequence.
     *
     * @param sequences [count][N], at least one sequence, all of the same length N of at least 1
     * @param identity in (0, 1]; 0.8 is usual
     * @return [count], in (0, 1]
     */
    public static double[] of(int[][] sequences, double identity) {
        int sites = checkedLength(sequences);
        Check.that(identity > 0.0 && identity <= 1.0, "be in (0, 1]", "identity", identity);
        // the number of sites that may differ; 1e-9 because the product may round to below a whole number
        int most = (int) Math.floor(sites * (1.0 - identity) + 1e-9);
        double[] weights = new double[sequences.length];
        IntStream.range(0, weights.length).parallel().forEach(k -> {
            int close = 0;
            for (int[] other : sequences) {
                close += differsAtMost(sequences[k], other, most) ? 1 : 0;
            }
            weights[k] = 1.0 / close;
        });
        return weights;
    }

    /** Checks that there is a sequence and that all have one length; returns it. */
    static int checkedLength(int[][] sequences) {
        Check.atLeast(1, "sequences.length", Check.notNull("sequences", sequences).length);
        int sites = Check.atLeast(1, "sequences[0].length", Check.notNull("sequences[0]", sequences[0]).length);
        for (int k = 0; k < sequences.length; k++) {
            String name = "sequences[" + k + "]";
            Check.length(sites, name, Check.notNull(name, sequences[k]).length);
        }
        return sites;
    }

    /** Checks that all values are from 0 to C - 1. */
    static void checkValues(int[][] sequences, int values) {
        for (int k = 0; k < sequences.length; k++) {
            for (int i = 0; i < sequences[k].length; i++) {
                int value = sequences[k][i];
                if (value < 0 || value >= values) {
                    Check.that(false, "be in [0, " + (values - 1) + "]", "sequences[" + k + "][" + i + "]", value);
                }
            }
        }
    }

    /** Whether two sequences differ at no more than {@code most} sites. Stops at the first site above that. */
    private static boolean differsAtMost(int[] a, int[] b, int most) {
        int different = 0;
        for (int at = Arrays.mismatch(a, b); at >= 0 && at < a.length && different <= most; at++) {
            different += a[at] != b[at] ? 1 : 0;
        }
        return different <= most;
    }
}

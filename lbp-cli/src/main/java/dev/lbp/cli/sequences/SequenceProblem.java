package dev.lbp.cli.sequences;

import dev.lbp.models.sequences.Alphabet;
import org.jspecify.annotations.Nullable;

/**
 * The target of {@code lbp sequences}: {@code log pi(x) = beta score(x) - price * mutations(x)}.
 *
 * @param wildType the wild type; null without one
 */
record SequenceProblem(SequenceScore score, Alphabet alphabet, int @Nullable [] wildType, double beta, double price) {

    int sites() {
        return score.sites();
    }

    /** The number of sites that differ from the wild type; 0 without a wild type. */
    int mutations(int[] state) {
        return wildType == null ? 0 : distance(wildType, state);
    }

    /** The score of a state, from its log-probability. */
    double score(double logProb, int mutations) {
        return (logProb + price * mutations) / beta;
    }

    /** The number of sites where two states differ. */
    static int distance(int[] a, int[] b) {
        int count = 0;
        for (int i = 0; i < a.length; i++) {
            count += a[i] == b[i] ? 0 : 1;
        }
        return count;
    }

    /** Advice on beta from single mutations of the wild type. Empty without a wild type. */
    String advice() {
        return wildType == null ? "" : score.advice(wildType, beta, price);
    }
}

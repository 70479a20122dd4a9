package dev.lbp.cli.sequences;

import dev.lbp.models.sequences.Alphabet;
import org.jspecify.annotations.Nullable;

/**
 * What {@code lbp sequences} samples: {@code log pi(x) = beta score(x) - price * mutations(x)}.
 *
 * @param wildType null without one
 */
record SequenceProblem(SequenceScore score, Alphabet alphabet, int @Nullable [] wildType, double beta, double price) {

    int sites() {
        return score.sites();
    }

    /** The number of sites that differ from the wild type; 0 without one. */
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

    /** What single mutations of the wild type say of beta; empty without one. */
    String advice() {
        return wildType == null ? "" : score.advice(wildType, beta, price);
    }
}

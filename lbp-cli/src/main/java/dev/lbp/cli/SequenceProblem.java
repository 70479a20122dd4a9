package dev.lbp.cli;

import dev.lbp.check.MutationScan;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.nn.CategoricalNetworkModel;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code lbp sequences} samples: {@code log pi(x) = beta score(x) - price * mutations(x)}.
 *
 * @param wildType null without one
 */
record SequenceProblem(
        CategoricalNetworkModel network, Alphabet alphabet, int @Nullable [] wildType, double beta, double price) {

    int sites() {
        return network.dimension();
    }

    /** The number of sites that differ from the wild type; 0 without one. */
    int mutations(int[] state) {
        return wildType == null ? 0 : distance(wildType, state);
    }

    /** The network's score of a state, from its log-probability. */
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

    /**
     * How much single mutations of the wild type change the score, and what follows for beta. Costs N calls of the
     * network; empty without a wild type.
     */
    String advice() {
        if (wildType == null) {
            return "";
        }
        MutationScan scan = MutationScan.of(network, wildType);
        if (scan.standardDeviation() == 0.0) {
            return "single mutations of the wild type do not change the score\n";
        }
        String text = String.format(
                Locale.ROOT,
                "single mutations of the wild type change the score with a standard deviation of %.4f%n"
                        + "their log-ratios at this beta and price: %.2f (5 %%), %.2f (50 %%), %.2f (95 %%)%n"
                        + "a first guess of --beta: %.3g, one over this deviation%n",
                scan.standardDeviation(),
                beta * scan.low() - price,
                beta * scan.median() - price,
                beta * scan.high() - price,
                scan.suggestedBeta());
        return beta <= scan.largestBeta()
                ? text
                : text
                        + String.format(
                                Locale.ROOT,
                                "first-order estimates are off by %.1f nats at this beta: if the acceptance is low, take a smaller"
                                        + " --beta, or --replicas%n",
                                beta * scan.error());
    }
}

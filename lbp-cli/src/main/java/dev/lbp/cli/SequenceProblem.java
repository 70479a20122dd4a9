package dev.lbp.cli;

import dev.lbp.models.sequences.Alphabet;
import dev.lbp.nn.CategoricalNetworkModel;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * What {@code lbp sequences} samples: {@code log pi(x) = beta score(x) - price * mutations(x)}.
 *
 * @param wildType null without one
 */
record SequenceProblem(
        CategoricalNetworkModel network, Alphabet alphabet, int @Nullable [] wildType, double beta, double price) {

    /** Of estimates that are off by more nats, proposals may have a low acceptance. */
    private static final double ROUGH = 3.0;

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
     * How the score changes by all single mutations of the wild type, and what follows for beta. Costs N (C - 1) + 1
     * evaluations; empty without a wild type.
     */
    String advice() {
        if (wildType == null) {
            return "";
        }
        int values = alphabet.size();
        int cells = sites() * values;
        double[] from = logProb(wildType, 1);
        double[] gradient = gradient(wildType);
        double sum = 0.0;
        double squares = 0.0;
        double errors = 0.0;
        for (int i = 0; i < sites(); i++) {
            double[] scores = logProbOfSite(i);
            for (int c = 0; c < values; c++) {
                double change = scores[c] - from[0];
                double estimate = gradient[i * values + c] - gradient[i * values + wildType[i]];
                sum += change;
                squares += change * change;
                errors += (change - estimate) * (change - estimate);
            }
        }
        int count = cells - sites();
        double mean = sum / count;
        double deviation = Math.sqrt(Math.max(0.0, squares / count - mean * mean));
        double error = Math.sqrt(errors / count);
        if (deviation == 0.0) {
            return "single mutations of the wild type do not change the score\n";
        }
        String text = String.format(
                Locale.ROOT,
                "score of the wild type: %.4f; single mutations change it by %.4f, standard deviation %.4f%n"
                        + "a first guess of --beta: %.3g, one over this deviation%n",
                from[0],
                mean,
                deviation,
                1.0 / deviation);
        return beta * error <= ROUGH
                ? text
                : text
                        + String.format(
                                Locale.ROOT,
                                "first-order estimates are off by %.1f nats at this beta: if the acceptance is low, take a smaller"
                                        + " --beta, or --replicas%n",
                                beta * error);
    }

    private double[] logProb(int[] state, int rows) {
        try (INDArray cells = oneHot(state, -1, rows)) {
            return network.logProb(cells).toDoubleVector();
        }
    }

    private double[] gradient(int[] state) {
        try (INDArray cells = oneHot(state, -1, 1)) {
            return network.gradient(cells).ravel().toDoubleVector();
        }
    }

    /** Scores of the wild type with each value at a site. */
    private double[] logProbOfSite(int site) {
        try (INDArray cells = oneHot(wildType, site, alphabet.size())) {
            return network.logProb(cells).toDoubleVector();
        }
    }

    /** Rows of a state; row c has value c at {@code site}, unless that is -1. */
    private INDArray oneHot(int @Nullable [] state, int site, int rows) {
        int values = alphabet.size();
        float[][] cells = new float[rows][sites() * values];
        for (int r = 0; r < rows; r++) {
            for (int i = 0; i < sites(); i++) {
                cells[r][i * values + (i == site ? r : Objects.requireNonNull(state)[i])] = 1.0f;
            }
        }
        return Nd4j.createFromArray(cells);
    }
}

package dev.lbp.runtime.tempering;

import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A target of three bits and a reference of independent ones, enumerated, with exact draws at any inverse temperature.
 */
final class BitCube {

    private static final int STATES = 8;

    /** The unnormalised target and the normalised reference. */
    private final double[] logProb = new double[STATES];

    private final double[] reference = new double[STATES];

    BitCube() {
        double[] ones = {0.3, 0.5, 0.8};
        for (int x = 0; x < STATES; x++) {
            logProb[x] = 7.0 + 2.5 * Math.sin(1.0 + 2.3 * x) + (x == 0 ? 3.0 : 0.0);
            for (int i = 0; i < 3; i++) {
                reference[x] += Math.log((x >> i & 1) == 1 ? ones[i] : 1.0 - ones[i]);
            }
        }
    }

    private double v(int x) {
        return logProb[x] - reference[x];
    }

    private double weight(int x, double beta) {
        return Math.exp(reference[x] + beta * v(x));
    }

    double logZ(double beta) {
        return Math.log(
                IntStream.range(0, STATES).mapToDouble(x -> weight(x, beta)).sum());
    }

    double probability(int x, double beta) {
        return weight(x, beta) / Math.exp(logZ(beta));
    }

    double meanLogProb(double beta) {
        return IntStream.range(0, STATES)
                .mapToDouble(x -> probability(x, beta) * logProb[x])
                .sum();
    }

    /**
     * The mean over independent states of both slots of 1 - min(1, ratio of the product of densities after and before).
     */
    double rejection(double hotter, double colder) {
        double sum = 0.0;
        for (int x = 0; x < STATES; x++) {
            for (int y = 0; y < STATES; y++) {
                double before = probability(x, hotter) * probability(y, colder);
                double after = probability(y, hotter) * probability(x, colder);
                sum += before - Math.min(before, after);
            }
        }
        return sum;
    }

    /** Independent states of all slots. */
    NaiveLadder.Scan draw(double[] betas, UniformRandomProvider rng) {
        double[] v = new double[betas.length];
        double[] logProbs = new double[betas.length];
        for (int k = 0; k < betas.length; k++) {
            double left = rng.nextDouble();
            int x = -1;
            do {
                x++;
                left -= probability(x, betas[k]);
            } while (left > 0.0 && x < STATES - 1);
            v[k] = v(x);
            logProbs[k] = logProb[x];
        }
        return new NaiveLadder.Scan(v, logProbs);
    }
}

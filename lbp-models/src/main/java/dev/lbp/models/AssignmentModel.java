package dev.lbp.models;

import dev.lbp.internal.Check;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Permutations with a weight for each position and value, {@code log pi(s) = sum_a A[a][s_a]}: the perfect matchings of two sets of
 * n, drawn in proportion to the product of their edge weights e^A. A log-ratio costs O(1). A move touches 2n - 3 log-ratios.
 */
public final class AssignmentModel extends PermutationModel {

    private static final long serialVersionUID = 1L;

    private final double[][] logWeights;
    private final double quantum;

    private AssignmentModel(double[][] logWeights) {
        super(logWeights.length);
        double largest = largest(logWeights);
        this.quantum = Quantum.checked("logWeights", 4.0 * largest, logWeights.length * largest);
        round(logWeights, quantum);
        this.logWeights = logWeights;
    }

    /**
     * From the log-weights of all positions and values.
     *
     * @param logWeights A, [n][n], n at least 2, finite
     * @throws IllegalArgumentException if an element is not as above, the model and a chain's n(n - 1)/2 doubles do not fit into
     *     memory, or a magnitude reaches 2^28 or 2^41 / n
     */
    public static AssignmentModel of(double[][] logWeights) {
        return new AssignmentModel(checkedSquare("logWeights", logWeights));
    }

    /**
     * A random instance: independent normal log-weights, so that edge weights are log-normal.
     *
     * @param n at least 2
     * @param sd the standard deviation of the log-weights, at least 0
     */
    public static AssignmentModel random(int n, double sd, long seed) {
        checkSize("n", n);
        Check.finite("sd", Check.notNegative("sd", sd));
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
        double[][] logWeights = new double[n][n];
        for (double[] row : logWeights) {
            for (int j = 0; j < n; j++) {
                row[j] = sd * gaussian.sample();
            }
        }
        return new AssignmentModel(logWeights);
    }

    @Override
    public Tracker newTracker() {
        return new AssignmentTracker(logWeights, quantum);
    }

    /** The terms of a log-ratio: two of the new permutation, less two of the current one. */
    private static final class AssignmentTracker extends PermutationTracker {

        private static final long serialVersionUID = 1L;

        private final double[][] logWeights;

        AssignmentTracker(double[][] logWeights, double quantum) {
            super(logWeights.length, quantum);
            this.logWeights = logWeights;
        }

        @Override
        double logRatio(int a, int b) {
            double[] first = logWeights[a];
            double[] second = logWeights[b];
            int s = state[a];
            int t = state[b];
            return first[t] + second[s] - first[s] - second[t];
        }

        @Override
        long sum(double perQuantum) {
            long quanta = 0;
            for (int a = 0; a < n; a++) {
                quanta += (long) (logWeights[a][state[a]] * perQuantum);
            }
            return quanta;
        }

        @Override
        void touchAround(int a, int b) {
            touch(a);
            touch(b);
        }
    }
}

package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.models.tracker.PermutationTracker;
import dev.lbp.internal.models.tracker.Quantum;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Permutations with a weight for each position and value, {@code log pi(s) = sum_a A[a][s_a]}: the perfect matchings of
 * two sets of n, drawn in proportion to the product of their edge weights e^A. A log-ratio costs O(1). A move touches
 * 2n - 3 log-ratios.
 */
public final class AssignmentModel extends PermutationModel {

    private static final long serialVersionUID = 1L;

    /** A, row by row. */
    private final double[] logWeights;

    private final double quantum;

    private AssignmentModel(int n, double[] logWeights) {
        super(n);
        double largest = largest(logWeights);
        double largestRatio = 4.0 * largest; // two weights less two others
        this.quantum = Quantum.checked("logWeights", largestRatio, n * largest);
        round(logWeights, quantum);
        this.logWeights = logWeights;
    }

    /**
     * From the log-weights of all positions and values.
     *
     * @param logWeights A, [n][n], n at least 2, finite
     * @throws IllegalArgumentException if an element is not as described, the model and a chain's n(n - 1)/2 doubles do
     *     not fit into memory, or a log-weight's magnitude reaches 2^28 or 2^41 / n, so that sums are not exact
     */
    public static AssignmentModel of(double[][] logWeights) {
        double[] copy = checkedSquare("logWeights", logWeights);
        return new AssignmentModel(logWeights.length, copy);
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
        double[] logWeights = IntStream.range(0, n * n)
                .mapToDouble(k -> sd * gaussian.sample())
                .toArray();
        return new AssignmentModel(n, logWeights);
    }

    @Override
    public Tracker newTracker() {
        return new AssignmentTracker(dimension(), logWeights, quantum);
    }

    /** A log-ratio is two terms of the new permutation minus two terms of the current one. */
    private static final class AssignmentTracker extends PermutationTracker {

        private static final long serialVersionUID = 1L;

        private final double[] logWeights;

        /** The terms of the current permutation, {@code A[a][s_a]}. */
        private final double[] terms;

        AssignmentTracker(int n, double[] logWeights, double quantum) {
            super(n, quantum);
            this.logWeights = logWeights;
            this.terms = new double[n];
        }

        @Override
        public double logRatio(int a, int b) {
            return logWeights[a * n + state[b]] + logWeights[b * n + state[a]] - terms[a] - terms[b];
        }

        @Override
        public long sum(double perQuantum) {
            long quanta = 0;
            for (int a = 0; a < n; a++) {
                quanta += (long) (terms[a] * perQuantum);
            }
            return quanta;
        }

        @Override
        public void changed(int position) {
            terms[position] = logWeights[position * n + state[position]];
        }

        /** Only pairs with a or b have another log-ratio: the terms of other positions stay. */
        @Override
        public void touchAround(int a, int b) {
            touch(a);
            touch(b);
        }
    }
}

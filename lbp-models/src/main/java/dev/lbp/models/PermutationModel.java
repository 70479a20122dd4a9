package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.models.tracker.Quantum;
import dev.lbp.internal.models.tracker.Transpositions;
import dev.lbp.target.MoveModel;
import dev.lbp.target.UniformStates;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ArraySampler;

/**
 * A distribution over the permutations s of 0 to n - 1: position a has the value s_a. A move exchanges the values of
 * two positions; there are {@code M = n(n - 1)/2} of them, all legal in every permutation, and each is its own inverse.
 * A sampler that weighs all moves keeps M doubles for each chain.
 *
 * <p>Parameters are rounded to multiples of a quantum of about 2^-50 of the largest log-ratio, so that log-ratios and
 * log-probabilities are exact sums with the same bits for every path to a permutation.
 *
 * <p>Immutable; any number of threads may use it at once.
 */
public abstract sealed class PermutationModel implements MoveModel
        permits AssignmentModel, OrderingModel, Permutations {

    private static final long serialVersionUID = 1L;

    private final int n;

    PermutationModel(int n) {
        this.n = n;
    }

    /** The name and n. */
    @Override
    public final String toString() {
        return name() + ", n = " + n;
    }

    /** n, the number of positions. */
    @Override
    public final int dimension() {
        return n;
    }

    /** n, the number of values. */
    @Override
    public final int values() {
        return n;
    }

    /** n(n - 1)/2, the number of pairs of positions. */
    @Override
    public final int moves() {
        return (int) Transpositions.count(n);
    }

    /** A permutation, each with the same probability. */
    @Override
    public final int[] randomState(UniformRandomProvider rng) {
        return ArraySampler.shuffle(rng, IntStream.range(0, n).toArray());
    }

    /** All n! permutations. */
    @Override
    public final Optional<UniformStates> uniformStates() {
        return Optional.of(new UniformStates() {

            @Override
            public int[] draw(UniformRandomProvider rng) {
                return randomState(rng);
            }

            @Override
            public double logCount() {
                return IntStream.rangeClosed(2, n).mapToDouble(Math::log).sum();
            }
        });
    }

    /** Checks n before anything is allocated: the n^2 parameters, and the moves of one chain. */
    static void checkSize(String name, int n) {
        Check.atLeast(2, name, n);
        double moves = Transpositions.count(n);
        String size = name + "=" + n;
        Memory.checkLength(moves, size);
        Memory.check(
                Double.BYTES * (moves + (double) n * n),
                size,
                "a chain alone needs " + Memory.size(Double.BYTES * moves)
                        + ", a number for each pair of positions; make the model smaller");
        Memory.checkLength((double) n * n, size);
    }

    /**
     * Checks a user's matrix, and returns a copy, row by row.
     *
     * @param matrix [n][n], n at least 2, finite
     */
    static double[] checkedSquare(String name, double[][] matrix) {
        int n = Check.notNull(name, matrix).length;
        checkSize(name + ".length", n);
        for (int a = 0; a < n; a++) {
            String row = name + "[" + a + "]";
            Check.length(n, row, Check.notNull(row, matrix[a]).length);
        }
        double[] copy = new double[n * n];
        for (int a = 0; a < n; a++) {
            System.arraycopy(Check.finite(name + "[" + a + "]", matrix[a]), 0, copy, a * n, n);
        }
        return copy;
    }

    /** The largest magnitude of a matrix. */
    static double largest(double[] matrix) {
        double largest = 0.0;
        for (double value : matrix) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    /** Rounds every element of a matrix to a quantum. */
    static void round(double[] matrix, double quantum) {
        Arrays.setAll(matrix, k -> Quantum.rounded(matrix[k], quantum));
    }
}

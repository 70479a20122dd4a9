package dev.lbp.internal.select.data;

import dev.lbp.internal.Order;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Finds two columns that are the same up to a factor. Equal columns have equal products with a random vector, so only
 * neighbours in the order of these products are compared: O(n p + p log p).
 */
public final class EqualColumns {

    private static final long SEED = 1L;

    private EqualColumns() {}

    /** A property of two columns, the first one before the second. */
    public interface Pairs {
        boolean test(int i, int j);
    }

    /** A random vector of n numbers in [-1, 1), the same at each call. */
    public static double[] vector(int n) {
        return new SplittableRandom(SEED).doubles(n, -1.0, 1.0).toArray();
    }

    /**
     * Looks for a pair of columns that are the same up to a factor, given their products with one vector.
     *
     * @param products of columns of length 1 with a vector
     * @param reach the largest distance of the absolute products of two columns that may be the same
     * @param areSame whether two such columns are the same
     * @return the places of the pair, ascending; null if there are none
     */
    public static int @Nullable [] pair(double[] products, double reach, Pairs areSame) {
        int[] order = Order.of(products.length, j -> Math.abs(products[j]));
        for (int k = 0; k < order.length; k++) {
            double most = Math.abs(products[order[k]]) + reach;
            for (int l = k + 1; l < order.length && Math.abs(products[order[l]]) <= most; l++) {
                int first = Math.min(order[k], order[l]);
                int second = Math.max(order[k], order[l]);
                if (areSame.test(first, second)) {
                    return new int[] {first, second};
                }
            }
        }
        return null;
    }

    /**
     * Looks for a pair of columns that are the same up to a factor.
     *
     * @param columns [p][n]
     * @param most the largest part of a column's length by which the two may differ
     * @return the places of the pair, ascending; null if there are none
     */
    public static int @Nullable [] pair(double[][] columns, double most) {
        double[] vector = vector(columns[0].length);
        double[] lengths = Arrays.stream(columns).mapToDouble(Baseline::norm).toArray();
        double[] products = new double[columns.length];
        Arrays.setAll(products, j -> Baseline.dot(columns[j], vector) / lengths[j]);
        // Products of columns that differ by `most` differ by at most this times the length of the vector.
        return pair(products, most * Baseline.norm(vector), (i, j) -> {
            double sign = Math.signum(Baseline.dot(columns[i], columns[j]));
            double squares = 0.0;
            for (int t = 0; t < vector.length; t++) {
                double difference = columns[i][t] / lengths[i] - sign * columns[j][t] / lengths[j];
                squares += difference * difference;
            }
            return Math.sqrt(squares) <= most;
        });
    }
}

package dev.lbp.internal.select.data;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds two columns that are the same up to a factor. Equal columns have equal products with a random vector, so only
 * neighbours in the order of these products are compared: O(n p + p log p).
 */
public final class EqualColumns {

    private static final long SEED = 1L;

    private EqualColumns() {}

    /**
     * @param columns [p][n]
     * @param most the largest part of a column's length by which the two may differ
     * @return their places, ascending; null if there are none
     */
    public static int @Nullable [] pair(double[][] columns, double most) {
        int n = columns[0].length;
        SplittableRandom random = new SplittableRandom(SEED);
        double[] vector = random.doubles(n, -1.0, 1.0).toArray();
        double[] products = new double[columns.length];
        Arrays.setAll(products, j -> Math.abs(Baseline.dot(columns[j], vector)) / Baseline.norm(columns[j]));
        Integer[] order = IntStream.range(0, columns.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(j -> products[j]));
        double reach = most * Baseline.norm(vector);
        for (int k = 0; k < order.length; k++) {
            for (int l = k + 1; l < order.length && products[order[l]] - products[order[k]] <= reach; l++) {
                if (isSame(columns[order[k]], columns[order[l]], most)) {
                    return new int[] {Math.min(order[k], order[l]), Math.max(order[k], order[l])};
                }
            }
        }
        return null;
    }

    private static boolean isSame(double[] a, double[] b, double most) {
        double lengthA = Baseline.norm(a);
        double lengthB = Baseline.norm(b);
        double sign = Math.signum(Baseline.dot(a, b));
        double squares = 0.0;
        for (int t = 0; t < a.length; t++) {
            double difference = a[t] / lengthA - sign * b[t] / lengthB;
            squares += difference * difference;
        }
        return Math.sqrt(squares) <= most;
    }
}

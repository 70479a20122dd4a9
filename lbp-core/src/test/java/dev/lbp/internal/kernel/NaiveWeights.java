package dev.lbp.internal.kernel;

import java.math.BigDecimal;
import java.util.stream.IntStream;

/** Weights as a plain list: what a {@link WeightTable} is compared with. Sums are exact. */
final class NaiveWeights {

    final double[] weights;
    private double[] saved;

    NaiveWeights(int n) {
        weights = new double[n];
        saved = weights.clone();
    }

    /** Changes one weight of a table. */
    static void set(WeightTable table, int site, double weight) {
        table.replace(new int[] {site}, new double[] {weight}, 1, weight);
    }

    void set(int site, double weight) {
        weights[site] = weight;
    }

    void save() {
        saved = weights.clone();
    }

    void rollback() {
        System.arraycopy(saved, 0, weights, 0, saved.length);
    }

    double total() {
        return totalWithout(new int[0]);
    }

    double totalWithout(int... path) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < weights.length; i++) {
            int site = i;
            if (IntStream.of(path).noneMatch(drawn -> drawn == site)) {
                sum = sum.add(new BigDecimal(weights[i]));
            }
        }
        return sum.doubleValue();
    }
}

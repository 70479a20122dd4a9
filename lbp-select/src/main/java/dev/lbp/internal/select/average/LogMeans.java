package dev.lbp.internal.select.average;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * For each row, the logarithm of a mean over models. The numbers averaged may lie far outside the range of a double.
 */
public final class LogMeans {

    private final WeightedSums total = new WeightedSums(0);
    private final WeightedSums[] sums;
    private double logWeight;

    public LogMeans(int rows) {
        this.sums = Stream.generate(() -> new WeightedSums(0)).limit(rows).toArray(WeightedSums[]::new);
    }

    /**
     * Begins the next model.
     *
     * @param ofModel the logarithm of its weight
     */
    public void weigh(double ofModel) {
        logWeight = ofModel;
        total.weigh(ofModel);
    }

    /**
     * Adds a number to the mean of one row, for the model that was begun last. A model whose posterior is a mixture
     * adds a number for each part of it.
     *
     * @param weight the weight of the part; the weights of all parts of a model sum to 1
     * @param log the logarithm of the number
     */
    public void add(int row, double weight, double log) {
        sums[row].weigh(logWeight + Math.log(weight) + log);
    }

    /** The logarithms of the means, by row: of the weighted sum, less that of the total weight. */
    public double[] all() {
        return Arrays.stream(sums)
                .mapToDouble(sum -> sum.logTotal() - total.logTotal())
                .toArray();
    }
}

package dev.lbp.internal.select.average;

import java.util.Arrays;
import java.util.stream.Stream;

/** Logarithms of means over models of numbers that may lie far outside the range of a double, by row. */
public final class LogMeans {

    private final WeightedSums total = new WeightedSums(0);
    private final WeightedSums[] sums;
    private double logWeight;

    public LogMeans(int rows) {
        this.sums = Stream.generate(() -> new WeightedSums(0)).limit(rows).toArray(WeightedSums[]::new);
    }

    /** Begins the next model. */
    public void weigh(double ofModel) {
        logWeight = ofModel;
        total.weigh(ofModel);
    }

    /**
     * Adds what the model says of a row.
     *
     * @param weight of one of its parts; their sum is 1
     * @param log the logarithm of the number
     */
    public void add(int row, double weight, double log) {
        sums[row].weigh(logWeight + Math.log(weight) + log);
    }

    /** The logarithms of the means. */
    public double[] all() {
        return Arrays.stream(sums)
                .mapToDouble(sum -> sum.logTotal() - total.logTotal())
                .toArray();
    }
}

package dev.lbp.result;

/**
 * An observable at each slot of a ladder, over all scans of all chains. The arrays have K + 1 values, in the order of
 * {@link TemperingResult#betas}, and belong to the table.
 *
 * @param name "logProb", or a tracked statistic
 * @param mean the mean; not finite where impossible states were drawn
 * @param variance the variance of the observable, not of its mean
 * @param error the standard error of the mean, by batches of scans over all chains; NaN with fewer than 8 batches, and
 *     where the observable is constant: such draws cannot tell how far unvisited states would move the mean
 * @param effectiveSampleSize {@code variance / error^2}: the number of independent states whose mean has this error;
 *     NaN where the observable is constant
 */
public record SlotTable(String name, double[] mean, double[] variance, double[] error, double[] effectiveSampleSize) {}

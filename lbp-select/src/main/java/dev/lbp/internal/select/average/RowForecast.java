package dev.lbp.internal.select.average;

/**
 * A prediction of one row, averaged over models. The components are those of {@code Prediction}, which users get.
 */
public record RowForecast(
        double mean, double sdOfMean, double sd, double lowerOfMean, double upperOfMean, double lower, double upper) {}

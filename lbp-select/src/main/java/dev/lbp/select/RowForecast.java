package dev.lbp.select;

/**
 * A prediction of one row, averaged over models. The components are those of {@code Prediction}, which users get.
 */
record RowForecast(
        double mean, double sdOfMean, double sd, double lowerOfMean, double upperOfMean, double lower, double upper) {}

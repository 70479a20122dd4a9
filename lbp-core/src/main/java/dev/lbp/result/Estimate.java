package dev.lbp.result;

/**
 * An estimate with its standard error.
 *
 * @param value the estimate; NaN if there is none
 * @param error its standard error; NaN if the run is too short for one
 */
public record Estimate(double value, double error) {}

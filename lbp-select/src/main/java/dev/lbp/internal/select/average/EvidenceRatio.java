package dev.lbp.internal.select.average;

/**
 * A ratio of evidences.
 *
 * @param log its logarithm
 * @param error the standard error of it
 */
public record EvidenceRatio(double log, double error) {}

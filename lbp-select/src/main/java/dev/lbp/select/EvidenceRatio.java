package dev.lbp.select;

/**
 * A ratio of evidences.
 *
 * @param log its logarithm
 * @param error the standard error of it
 */
record EvidenceRatio(double log, double error) {}

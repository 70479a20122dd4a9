/**
 * Compares LBP with other samplers that a user could choose. Open {@link dev.lbp.experiments.alternatives.Alternatives}
 * first. Only the list of experiments uses this package.
 */
package dev.lbp.experiments.alternatives;

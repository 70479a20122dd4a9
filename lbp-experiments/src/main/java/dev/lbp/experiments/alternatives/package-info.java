/**
 * Compares LBP with the samplers that a user could choose instead. Open {@link
 * dev.lbp.experiments.alternatives.Alternatives} first. Only the list of experiments knows this package.
 */
package dev.lbp.experiments.alternatives;

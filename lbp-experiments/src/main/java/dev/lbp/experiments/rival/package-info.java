/**
 * Samplers that experiments compare with the library's samplers, and proposals that experiments examine. Open {@link
 * dev.lbp.experiments.rival.InclusionChain} first. It uses no other package of the experiments.
 */
package dev.lbp.experiments.rival;

/**
 * Samplers that experiments compare with those of the library, and proposals that they examine. Open {@link
 * dev.lbp.experiments.rival.InclusionChain} first. It knows no other package of the experiments.
 */
package dev.lbp.experiments.rival;

/**
 * Covers, gene sets that explain a list of genes: which sampler is fastest. Open {@link
 * dev.lbp.experiments.cover.Cover} first. Only the list of experiments knows this package.
 */
package dev.lbp.experiments.cover;

/**
 * Compares the speed of samplers on covers: gene sets that explain a list of genes. Open {@link
 * dev.lbp.experiments.cover.Cover} first. Only the list of experiments uses this package.
 */
package dev.lbp.experiments.cover;

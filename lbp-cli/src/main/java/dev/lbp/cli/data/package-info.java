/**
 * Data sets: images for training, and synthetic regressions, sets and images for experiments. Open {@link
 * dev.lbp.cli.data.ImageSet} first. The package uses no other package of the command line. {@code SyntheticImages} and
 * {@code SyntheticRegressions} are made up.
 */
package dev.lbp.cli.data;

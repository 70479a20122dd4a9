/**
 * The commands {@code lbp train-rbm} and {@code lbp train-energy}: models of images. Open {@link
 * dev.lbp.cli.train.TrainRbmCommand} first, which is the shorter one. Only the map of commands knows this package.
 */
package dev.lbp.cli.train;

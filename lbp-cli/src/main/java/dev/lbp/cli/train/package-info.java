/**
 * The commands {@code lbp train-rbm} and {@code lbp train-energy}, which train models of images. Open {@link
 * dev.lbp.cli.train.TrainRbmCommand} first, the shorter one. Only the map of commands uses this package.
 */
package dev.lbp.cli.train;

/**
 * The commands {@code lbp train-rbm} and {@code lbp train-energy}, which train models of images. Open {@link
 * dev.lbp.cli.train.TrainRbmCommand} first, the shorter one. Only the map of commands uses this package. {@code
 * EnergyFiles} and {@code TrainingTraces} write files, {@code ImageOptions} choose the images.
 */
package dev.lbp.cli.train;

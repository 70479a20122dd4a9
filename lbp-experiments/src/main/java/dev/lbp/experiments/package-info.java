/**
 * Experiments on the samplers, among them all of Sun, Dai and Schuurmans, "Optimal Scaling for Locally Balanced
 * Proposals in Discrete Spaces" (2022). {@link dev.lbp.experiments.Experiments} lists them; each family has a package
 * of its own. To read one, open {@link dev.lbp.experiments.frame.Experiment} first: an experiment measures cells,
 * stores them in a {@link dev.lbp.experiments.frame.Lab}, and makes figures and a text from them. Only the commands use
 * the list.
 */
package dev.lbp.experiments;

/**
 * The posterior of a classifier's weights, given labelled images, and ways to sample it. Open {@link
 * dev.lbp.experiments.bayes.BayesianNetwork} first. Only the list of experiments knows this package.
 */
package dev.lbp.experiments.bayes;

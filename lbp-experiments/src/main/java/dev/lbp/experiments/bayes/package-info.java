/**
 * The posterior of a classifier's weights given labelled images, and samplers of it. Open {@link
 * dev.lbp.experiments.bayes.BayesianNetwork} first. Only the list of experiments uses this package.
 */
package dev.lbp.experiments.bayes;

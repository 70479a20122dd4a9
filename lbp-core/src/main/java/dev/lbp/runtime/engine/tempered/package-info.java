/**
 * Parallel tempering: replicas of one chain at several temperatures exchange states. A {@link
 * dev.lbp.runtime.engine.tempered.TemperedEnsemble} has a {@link dev.lbp.runtime.engine.tempered.Ladder} for each
 * chain, whose slots are chains of any method. Open these two first. {@code PartExchange} exchanges parts of states;
 * {@code AnnealedPath} is annealed importance sampling. Not API.
 */
package dev.lbp.runtime.engine.tempered;

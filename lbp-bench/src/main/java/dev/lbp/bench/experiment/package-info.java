/**
 * The experiments of Sun, Dai and Schuurmans, "Optimal Scaling for Locally Balanced Proposals in Discrete Spaces" (2022): an
 * {@link dev.lbp.bench.experiment.Experiment} measures cells, which a {@link dev.lbp.bench.experiment.Lab} keeps, and makes
 * figures and a text of them.
 */
@NullMarked
package dev.lbp.bench.experiment;

import org.jspecify.annotations.NullMarked;

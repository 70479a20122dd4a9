/**
 * The experiments of Sun, Dai and Schuurmans, "Optimal Scaling for Locally Balanced Proposals in Discrete Spaces"
 * (2022): an {@link dev.lbp.experiments.Experiment} measures cells, stores them in a {@link dev.lbp.experiments.Lab},
 * and makes figures and a text from them.
 */
@NullMarked
package dev.lbp.experiments;

import org.jspecify.annotations.NullMarked;

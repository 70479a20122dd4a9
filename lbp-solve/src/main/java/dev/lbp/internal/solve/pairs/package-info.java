/**
 * Searches of models whose sites interact in pairs. Open {@link dev.lbp.internal.solve.pairs.SpinProblem} first: it
 * chooses among three engines. {@code SpinSearch} anneals a {@code Population} by {@code MultiSpinAnnealer} (couplings
 * of one size) or {@code FieldAnnealer}, and improves its replicas by {@code Crossover}. {@code DenseSearch} anneals
 * one state on {@code DenseRows}. {@code Schedule} has the temperatures. All classes read the couplings of the model
 * through {@code SpinForm}. Only {@code Solver} depends on this package.
 */
package dev.lbp.internal.solve.pairs;

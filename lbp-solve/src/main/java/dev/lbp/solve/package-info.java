/*
 * How the classes work together. `Solver` collects settings and `SolveTask` runs restarts on threads. A restart is one
 * call of a `Search`, which a `Problem` makes for each thread: it begins at random states, anneals them, and reports
 * states to `Finds`. `Best` keeps the best ones of all restarts. `SolveTask` writes `SolveCheckpoint`s. `SolutionText`
 * and `SolutionReport` tell a `Solution` in the units of an `Objective`.
 *
 * The searches are in `dev.lbp.internal.solve`: `pairs` for pairs of sites, `sets` for sets of nodes, `walk` for other
 * models. They know nothing of this package.
 */
/**
 * The best state of a model: the state of the largest log-probability, or of the lowest energy. Samplers draw states as
 * often as their probabilities say; this package looks for one state by annealing, and says nothing on probabilities.
 * Open {@link dev.lbp.solve.Solver} first.
 */
@NullMarked
package dev.lbp.solve;

import org.jspecify.annotations.NullMarked;

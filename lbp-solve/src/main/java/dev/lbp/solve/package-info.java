/*
 * How the classes work together. `Solver` collects settings and `SolveTask` runs restarts on threads. A restart is one
 * call of a `Search`, which a `Problem` makes for each thread: it draws random states, anneals them, and reports states
 * to a `SearchMonitor`. `Best` keeps the best states of all restarts. `SolveTask` writes `SolveCheckpoint`s.
 * `SolutionText` and `SolutionReport` print a `Solution` in the units of an `Objective`.
 *
 * The searches are in `dev.lbp.internal.solve`: `pairs` for pairs of sites, `sets` for sets of nodes, `walk` for other
 * models. The searches do not depend on this package.
 */
/**
 * Searches for the best state of a model: the state of the largest log-probability, or of the lowest energy. Samplers
 * draw states in proportion to their probabilities; this package looks for one state by annealing, and estimates no
 * probabilities. Open {@link dev.lbp.solve.Solver} first.
 */
@NullMarked
package dev.lbp.solve;

import org.jspecify.annotations.NullMarked;

/*
 * How the classes work together. `Solver` collects settings and runs restarts on threads. A restart is one call of a
 * `Search`, which a `Problem` makes for each thread: it begins at random states, anneals them, and reports states to
 * `Finds`. `Best` keeps the best ones of all restarts. `SolveTask` runs them on threads and writes `SolveCheckpoint`s.
 * `SolutionText` and `SolutionReport` tell a `Solution` in the units of an `Objective`.
 *
 * Pairs of sites: `SpinProblem` chooses among three engines. `SpinSearch` anneals a `Population` by `MultiSpinAnnealer`
 * (couplings of one size) or `FieldAnnealer`, and improves its replicas by `Crossover`. `DenseSearch` anneals one state
 * on `DenseRows`. `Schedule` has the temperatures; all read the couplings of the model through `SpinForm`.
 *
 * Other models: `WalkSearch` anneals a single state, a `Walk`: bits by flips and by swaps within a `Constraint`
 * (`BitWalk`, `Slots`), whole numbers by the moves of their model (`MoveWalk`). `BatchSearch` anneals LBP chains of a
 * model that scores in batches. Both find their temperatures (`Cooling`) from log-ratios that they look at (`Sizes`).
 *
 * Sets of nodes: `GraphProblem` chooses between a `Graph` and its complement, `SetSearch` anneals a `NodeSet`,
 * for cliques from the largest of `GreedyCliques`.
 */
/**
 * The best state of a model: the state of the largest log-probability, or of the lowest energy. Samplers draw states as
 * often as their probabilities say; this package looks for one state by annealing, and says nothing on probabilities.
 */
@NullMarked
package dev.lbp.solve;

import org.jspecify.annotations.NullMarked;

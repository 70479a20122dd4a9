/**
 * Searches of models that are neither quadratic nor graphs. Open {@link dev.lbp.internal.solve.walk.WalkProblem} first.
 * {@code WalkSearch} anneals a single state, a {@code Walk}: bits by flips and by swaps within a constraint
 * ({@code BitWalk}, {@code Slots}), or whole numbers by the moves of their model ({@code MoveWalk}).
 * {@code BatchSearch} anneals LBP chains of a model that scores in batches. Both searches choose temperatures
 * ({@code Cooling}) from measured log-ratios ({@code Sizes}). Only {@code Solver} and {@code Constraint} depend on this
 * package.
 */
package dev.lbp.internal.solve.walk;

/**
 * The command {@code lbp solve}: the best state of an instance, with values in the units of its file. Open {@link
 * dev.lbp.cli.solve.SolveCommand} first; {@link dev.lbp.cli.solve.SolveKind} lists its problems. Only the map of
 * commands uses this package. {@code SolveGoal} ends a search, {@code SolveProgress} shows it, {@code
 * ConstraintOptions} restrict states, {@code Units} turn values into those of the file.
 */
package dev.lbp.cli.solve;

/**
 * The command {@code lbp solve}: the best state of an instance, with values in the units of its file. Open {@link
 * dev.lbp.cli.solve.SolveCommand} first; {@link dev.lbp.cli.solve.SolveKind} lists its problems. Only the map of
 * commands uses this package.
 */
package dev.lbp.cli.solve;

/**
 * The command {@code lbp solve}: the best state of an instance, in the terms and units of its kind. Open {@link
 * dev.lbp.cli.solve.SolveCommand} first; {@link dev.lbp.cli.solve.SolveKind} lists what it can solve. Only the map of
 * commands knows this package.
 */
package dev.lbp.cli.solve;

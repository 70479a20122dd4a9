/**
 * The command {@code lbp cover}: finds the sets that explain a list of names. Open {@link
 * dev.lbp.cli.cover.CoverCommand} first. Only the map of commands uses this package. {@code CoverProblem} makes the
 * model of its files, {@code CoverReport} writes the result.
 */
package dev.lbp.cli.cover;

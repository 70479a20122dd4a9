/**
 * The command {@code lbp select}: which columns of a table belong in a regression. Open {@link
 * dev.lbp.cli.select.SelectCommand} first. Only the map of commands knows this package. {@code SelectionColumns},
 * {@code SelectionRows}, {@code SelectionScores} and {@code SelectionPriors} are groups of its options.
 */
package dev.lbp.cli.select;

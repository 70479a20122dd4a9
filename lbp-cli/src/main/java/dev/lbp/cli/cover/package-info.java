/**
 * The command {@code lbp cover}: which sets explain a list. Open {@link dev.lbp.cli.cover.CoverCommand} first. Only
 * the map of commands knows this package.
 */
package dev.lbp.cli.cover;

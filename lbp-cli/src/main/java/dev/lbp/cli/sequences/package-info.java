/**
 * The command {@code lbp sequences}: designs by a network, by a Potts model, or by one that it trains on an alignment.
 * Open {@link dev.lbp.cli.sequences.SequencesCommand} first. Only the map of commands knows this package.
 */
package dev.lbp.cli.sequences;

/**
 * The command {@code lbp sequences}: sequences by the score of a network or of a Potts model, which the command can
 * train on an alignment. Open {@link dev.lbp.cli.sequences.SequencesCommand} first. Only the map of commands uses this
 * package. {@code Family} is an alignment, {@code FamilyTraining} the training, {@code SequenceScore} the score.
 */
package dev.lbp.cli.sequences;

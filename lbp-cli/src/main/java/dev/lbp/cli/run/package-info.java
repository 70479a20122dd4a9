/**
 * The run of a command: its lengths, seed and threads, its output, its checkpoints and its parts. Open {@link
 * dev.lbp.cli.run.SamplingOptions} first: it carries a sampling run from its options to its written files. Commands use
 * it; it knows no target and no command. {@code RunOptions} has seed and threads, {@code Lengths} chains and draws,
 * {@code RunOutput} the files, {@code SavedOptions} what a checkpoint was begun with; {@code PartWork} carries out a
 * part, whose files are {@code PartFiles}. {@code LiveReport} is {@code --watch}.
 */
package dev.lbp.cli.run;

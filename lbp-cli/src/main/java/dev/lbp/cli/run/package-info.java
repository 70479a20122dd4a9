/**
 * The run of a command: its lengths, seed and threads, its output, its checkpoints and its parts. Open {@link
 * dev.lbp.cli.run.SamplingOptions} first: it carries a sampling run from its options to its written files. Commands
 * use it; it knows no target and no command.
 */
package dev.lbp.cli.run;

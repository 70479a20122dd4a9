/**
 * The commands that carry out experiments and the quickstart. Open {@link
 * dev.lbp.experiments.command.ExperimentCommand} first. {@code lbp} finds them by {@link
 * dev.lbp.experiments.command.ExperimentCommands}; nothing else knows this package.
 */
package dev.lbp.experiments.command;

/**
 * The commands that carry out experiments and the quickstart. Open {@link
 * dev.lbp.experiments.command.ExperimentCommand} first. {@code lbp} finds them by {@link
 * dev.lbp.experiments.command.ExperimentCommands}; no other class uses this package.
 */
package dev.lbp.experiments.command;

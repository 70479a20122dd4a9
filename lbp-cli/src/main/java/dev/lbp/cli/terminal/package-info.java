/**
 * What every command shares with the terminal and the file system: files that are checked before the work and written
 * as a whole, signals, progress, messages and exit codes. Open {@link dev.lbp.cli.terminal.CommandFiles} first. All
 * other packages of commands may use it; it knows only how numbers are read. {@code Progress} is the progress bar,
 * {@code Interruption} handles signals, {@code ExitCodes} has the exit codes, {@code OutputDirectory} writes files.
 */
package dev.lbp.cli.terminal;

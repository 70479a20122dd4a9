/**
 * The command line, {@code lbp COMMAND}. Open {@link dev.lbp.cli.Lbp} first: it has the map of commands and turns what
 * they throw into messages and exit codes. {@code HelpPage} lays out the help and its groups, {@code MergeCommand}
 * merges parts of a run. Each command has a package of its own, which no other command knows. Other modules add
 * commands by a {@link dev.lbp.cli.CommandProvider}.
 */
package dev.lbp.cli;

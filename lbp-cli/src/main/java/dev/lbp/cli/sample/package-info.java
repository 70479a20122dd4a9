/**
 * The command {@code lbp sample}. Open {@link dev.lbp.cli.sample.SampleCommand} first; {@link
 * dev.lbp.cli.sample.SourceKind} lists what it can sample. The networks and RBMs stand here, not among the problems,
 * because this command alone samples them and writes their states as pictures. Only the map of commands knows this
 * package.
 */
package dev.lbp.cli.sample;

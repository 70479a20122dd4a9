/**
 * The command {@code lbp sample}. Open {@link dev.lbp.cli.sample.SampleCommand} first; {@link
 * dev.lbp.cli.sample.SourceKind} lists its targets. Networks and RBMs are here and not in the package {@code problem},
 * because only this command samples them. Only the map of commands uses this package. {@code SampleReport} writes its
 * text and files, {@code TemperatureTable} and {@code Thermodynamics} the tables by temperature. {@code DisorderRun}
 * averages over instances.
 */
package dev.lbp.cli.sample;

/**
 * What several commands let a user choose of the target and its sampler: the input, the sampler, temperatures,
 * replicas. Open {@link dev.lbp.cli.option.SamplerKind} first, the table of samplers by target and option. Commands use
 * it; it knows no run and no command. {@code TemperatureOptions} parses {@code --temperature}, {@code TemperatureRange}
 * a range of them, {@code ReplicaOptions} those of tempering, {@code ScaleOptions} the scale, {@code Source} the input.
 */
package dev.lbp.cli.option;

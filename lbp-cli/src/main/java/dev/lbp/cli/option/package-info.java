/**
 * What several commands let a user choose of the target and its sampler: the input, the sampler, temperatures,
 * replicas. Open {@link dev.lbp.cli.option.SamplerKind} first, the table of samplers by target and option. Commands
 * use it; it knows no run and no command.
 */
package dev.lbp.cli.option;

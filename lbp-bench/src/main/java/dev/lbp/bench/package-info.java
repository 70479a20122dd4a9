/**
 * The command that runs the benchmarks and writes the tables of docs/results/performance.md. Open {@code BenchCommand}
 * first; {@code Preset} lists the benchmarks, {@code Section} makes a table of some.
 */
package dev.lbp.bench;

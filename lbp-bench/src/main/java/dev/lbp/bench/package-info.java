/** The command that runs the benchmarks and writes the tables of docs/results/performance.md. */
package dev.lbp.bench;

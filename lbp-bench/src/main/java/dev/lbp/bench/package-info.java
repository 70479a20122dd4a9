/** The command that runs the benchmarks and writes the tables of docs/results/performance.md. */
@NullMarked
package dev.lbp.bench;

import org.jspecify.annotations.NullMarked;

/** JMH benchmarks; docs/results/performance.md has their commands and results. */
package dev.lbp.bench.jmh;

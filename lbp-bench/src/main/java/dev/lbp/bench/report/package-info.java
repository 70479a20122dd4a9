/**
 * Turns the results of JMH, each a {@code Measurement}, into the tables of docs/results/performance.md: {@code
 * ResultTable}.
 */
package dev.lbp.bench.report;

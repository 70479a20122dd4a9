/** Turns the results of JMH into the tables of docs/results/performance.md. */
package dev.lbp.bench.report;

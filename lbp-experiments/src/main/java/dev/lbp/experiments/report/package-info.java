/**
 * The parts of tables, texts and figures of results: rows, estimates with errors, medians, columns and curves. Open
 * {@link dev.lbp.experiments.report.Rows} first. Experiments and benchmarks use this package; it uses no other package
 * of the experiments.
 */
package dev.lbp.experiments.report;

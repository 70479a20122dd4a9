/**
 * What tables and texts of results are made of: rows, estimates with errors, medians, columns and curves. Open {@link
 * dev.lbp.experiments.report.Rows} first. Experiments and benchmarks use it; it knows no other package of the
 * experiments.
 */
package dev.lbp.experiments.report;

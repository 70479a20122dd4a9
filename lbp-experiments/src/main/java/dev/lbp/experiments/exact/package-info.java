/**
 * Targets whose normaliser and marginals are known: by a formula, by classes of sites, or by enumeration. Open {@link
 * dev.lbp.experiments.exact.PeriodicIsing} first. It uses no other package of the experiments.
 */
package dev.lbp.experiments.exact;

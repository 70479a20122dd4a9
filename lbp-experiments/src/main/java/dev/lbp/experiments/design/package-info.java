/**
 * Designs of sequences under constraints. Open {@link dev.lbp.experiments.design.DesignTrials} first. Only the list of
 * experiments uses this package.
 */
package dev.lbp.experiments.design;

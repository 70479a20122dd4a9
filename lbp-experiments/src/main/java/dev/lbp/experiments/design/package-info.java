/**
 * Designs of sequences under constraints. Open {@link dev.lbp.experiments.design.DesignTrials} first. Only the list of
 * experiments knows this package.
 */
@NullMarked
package dev.lbp.experiments.design;

import org.jspecify.annotations.NullMarked;

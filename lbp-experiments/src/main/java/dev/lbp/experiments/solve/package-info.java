/**
 * The search for the best state on instances with known optima. Open {@link dev.lbp.experiments.solve.Solve} first.
 * The comparison of samplers shares its instances.
 */
@NullMarked
package dev.lbp.experiments.solve;

import org.jspecify.annotations.NullMarked;

/**
 * The search for the best state on instances with known optima. Open {@link dev.lbp.experiments.solve.Solve} first. The
 * comparison of samplers also uses its instances.
 */
package dev.lbp.experiments.solve;

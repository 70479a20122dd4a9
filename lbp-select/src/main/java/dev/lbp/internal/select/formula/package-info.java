/**
 * Formulas of R. Open {@link dev.lbp.internal.select.formula.Formula} first: it reads terms, {@code Arithmetic} reads
 * the expressions inside of functions, both from {@code Tokens}. The variables are {@code Source}s of the package
 * {@code data}, which this package knows beside {@code dev.lbp.select.data}.
 */
package dev.lbp.internal.select.formula;

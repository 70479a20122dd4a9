/**
 * What a regression takes from a {@code Table}. Open {@link dev.lbp.internal.select.data.Predictors} first, the
 * variables; {@code RegressionColumns} parts them, {@code Response} is the response of a linear regression,
 * {@code NewData} reads new rows in the same form. The other internal packages of variable selection may depend on
 * this one; it knows {@code dev.lbp.select.data} alone.
 */
package dev.lbp.internal.select.data;

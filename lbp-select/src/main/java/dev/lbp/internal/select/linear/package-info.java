/**
 * Linear regressions. Open {@link dev.lbp.internal.select.linear.Problem} first: it checks settings against the data
 * and makes a {@code SelectionModel}, the target. Its tracker, {@code SelectionTracker}, keeps a {@code LinearFit} (the
 * inverse of X'X of one model) and {@code Residuals} (what the fit leaves of every column). A {@code ColumnUpdate}
 * changes the fit's {@code Solution} by one column. Where {@code FitErrors} finds it too coarse, {@code ExactFit}
 * computes the solution from {@code ExactColumns}. {@code glm} knows one class of this package,
 * {@code CoefficientPrior}.
 */
package dev.lbp.internal.select.linear;

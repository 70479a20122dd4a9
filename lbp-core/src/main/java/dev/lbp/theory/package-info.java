/**
 * The predictions of optimal-scaling theory, as plain functions of log-odds and weights: {@link
 * dev.lbp.theory.OptimalScaling}.
 */
@NullMarked
package dev.lbp.theory;

import org.jspecify.annotations.NullMarked;

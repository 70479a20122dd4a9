/** The predictions of optimal-scaling theory, as plain functions of log-odds and weights. */
@NullMarked
package dev.lbp.theory;

import org.jspecify.annotations.NullMarked;

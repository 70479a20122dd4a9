/** What the optimal-scaling theory predicts, as plain functions of log-odds and weights. */
@NullMarked
package dev.lbp.theory;

import org.jspecify.annotations.NullMarked;

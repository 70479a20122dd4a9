/** Targets that are scored as a whole: their evaluations cost the same whatever a step flips. */
@NullMarked
package dev.lbp.experiments.whole;

import org.jspecify.annotations.NullMarked;

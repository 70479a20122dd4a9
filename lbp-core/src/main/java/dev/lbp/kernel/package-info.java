/**
 * The arithmetic of a step on plain arrays: weights from log-ratios, drawing sites by weight, and the probability of a
 * path. Nothing here knows of models, chains or runs. Public for benchmarks and for those who build samplers of their
 * own; it may change between minor versions.
 */
@NullMarked
package dev.lbp.kernel;

import org.jspecify.annotations.NullMarked;

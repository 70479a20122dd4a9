/**
 * The arithmetic of a step on plain arrays: weights from log-ratios, drawing sites by weight, and the probability of a
 * path. Nothing here knows of models, chains or runs. Not API.
 */
@NullMarked
package dev.lbp.internal.kernel;

import org.jspecify.annotations.NullMarked;

/**
 * The arithmetic of a step on plain arrays: weights from log-ratios, draws of sites by weight, and the probability of a
 * path. It does not depend on models, chains or runs. Not API.
 */
package dev.lbp.internal.kernel;

/**
 * What is kept of each chain as it moves: traces, marginals, states of draws. Not API.
 */
@NullMarked
package dev.lbp.runtime.record;

import org.jspecify.annotations.NullMarked;

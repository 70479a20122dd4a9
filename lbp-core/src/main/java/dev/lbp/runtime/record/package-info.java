/** Recorders of the chains: traces, marginals, states of draws. Not API. */
@NullMarked
package dev.lbp.runtime.record;

import org.jspecify.annotations.NullMarked;

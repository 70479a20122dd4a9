/** Recorders of the chains: traces, marginals, states of draws. Not API. */
package dev.lbp.runtime.record;

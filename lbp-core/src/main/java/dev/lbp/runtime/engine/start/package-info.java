/**
 * Where chains begin: their first states, random streams, free sites and names, and the threads that step them. No
 * class here depends on a chain. Open {@link dev.lbp.runtime.engine.start.Start} first. {@code ChainStreams} has the
 * random generator of each chain, {@code Observed} and {@code FreeSites} what a run keeps fixed. Not API.
 */
package dev.lbp.runtime.engine.start;

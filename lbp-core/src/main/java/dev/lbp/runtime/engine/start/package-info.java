/**
 * Where chains begin: their first states, streams of random numbers, free sites and names of rows, and the threads that
 * carry them out. Open {@link dev.lbp.runtime.engine.start.Start} first. It knows no chain. Not API.
 */
package dev.lbp.runtime.engine.start;

/**
 * Where chains begin: their first states, random streams, free sites and names, and the threads that step them. No
 * class here depends on a chain. Open {@link dev.lbp.runtime.engine.start.Start} first. Not API.
 */
package dev.lbp.runtime.engine.start;

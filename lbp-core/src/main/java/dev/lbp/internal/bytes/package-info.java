/**
 * Objects as bytes: transcripts, which write a state and read it in one method, sealed bytes and what parts of runs
 * hold, Java's serialisation with its limits, fingerprints. Open {@link dev.lbp.internal.bytes.Transcript} first. All
 * modules may use it; not API.
 */
package dev.lbp.internal.bytes;

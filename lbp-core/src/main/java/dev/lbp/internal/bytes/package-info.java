/**
 * Objects as bytes: transcripts, which write and read a state by one method; bytes with a checksum, and the content of
 * parts of runs; Java's serialisation with limits; fingerprints. Open {@link dev.lbp.internal.bytes.Transcript} first.
 * Not API.
 */
package dev.lbp.internal.bytes;

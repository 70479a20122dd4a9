/**
 * Objects as bytes: transcripts, which write and read a state by one method; bytes with a checksum, and the content of
 * parts of runs; Java's serialisation with limits; fingerprints. Open {@link dev.lbp.internal.bytes.Transcript} first.
 * {@code PartContent} is the content of a part, from which parts are merged. Not API.
 */
package dev.lbp.internal.bytes;

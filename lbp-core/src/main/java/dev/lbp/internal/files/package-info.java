/**
 * Files: written as a whole, locked, checked for their owner, unpacked; the directory of ND4J's native code; and names
 * from files, made harmless. Open {@link dev.lbp.internal.files.WholeFile} first. {@code OutputLock} lets only one run
 * write an output, {@code StrictGzip} unpacks, {@code TextBytes} reads texts, {@code Owner} tells who may write. Not
 * API.
 */
package dev.lbp.internal.files;

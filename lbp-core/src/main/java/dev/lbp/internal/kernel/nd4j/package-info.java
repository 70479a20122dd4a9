/** Flip weights on ND4J arrays: a kernel made of ND4J's operations, and batches of rows for any kernel. */
package dev.lbp.internal.kernel.nd4j;

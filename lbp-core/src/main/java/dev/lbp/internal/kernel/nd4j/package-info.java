/**
 * ND4J arrays: access to their elements, the number of threads of their operations, and flip weights: a kernel of
 * ND4J's operations, and batches for any kernel. Open {@link dev.lbp.internal.kernel.nd4j.Nd4jFlipWeights} first.
 * {@code NativeThreads} sets the number of threads. Not API.
 */
package dev.lbp.internal.kernel.nd4j;

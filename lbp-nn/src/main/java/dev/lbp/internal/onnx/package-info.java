/**
 * Derives gradients of ONNX graphs as ONNX graphs. Open {@code OnnxGradient} first; {@code Rules} lists the operators,
 * a {@code Rule} each, {@code ReverseSweep} goes from the score back to the input, {@code GraphWriter} writes the
 * graph.
 */
package dev.lbp.internal.onnx;

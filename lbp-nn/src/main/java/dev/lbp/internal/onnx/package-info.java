/** Derives gradients of ONNX graphs as ONNX graphs. */
package dev.lbp.internal.onnx;

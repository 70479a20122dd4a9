/** Derives gradients of ONNX graphs as ONNX graphs. */
@NullMarked
package dev.lbp.internal.onnx;

import org.jspecify.annotations.NullMarked;

/** The outcome of a run: its {@link dev.lbp.result.SampleResult}, the listener to its progress, and its exceptions. */
@NullMarked
package dev.lbp.result;

import org.jspecify.annotations.NullMarked;

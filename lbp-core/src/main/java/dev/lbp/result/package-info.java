/*
 * How the classes work together. `ProgressLines` prints progress, `RunMeters` gives it to Micrometer, `RunPart` and
 * `RunFreeze` are what the parts of a run exchange.
 */
/** The outcome of a run: its {@link dev.lbp.result.SampleResult}, the listener to its progress, and its exceptions. */
@NullMarked
package dev.lbp.result;

import org.jspecify.annotations.NullMarked;

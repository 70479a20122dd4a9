/**
 * What a user gets: the {@link dev.lbp.result.SampleResult} of a run, the progress that a listener is told, and failures.
 */
@NullMarked
package dev.lbp.result;

import org.jspecify.annotations.NullMarked;

/**
 * Whole runs: settings, phases, stopping, checkpoints, sinks, and the result that comes of them. Not API.
 */
@NullMarked
package dev.lbp.runtime.run;

import org.jspecify.annotations.NullMarked;

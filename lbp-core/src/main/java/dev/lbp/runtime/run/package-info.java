/** Whole runs: settings, phases, stopping, checkpoints, sinks, and results. Not API. */
@NullMarked
package dev.lbp.runtime.run;

import org.jspecify.annotations.NullMarked;

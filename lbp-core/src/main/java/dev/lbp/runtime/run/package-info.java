/** Whole runs: settings, phases, stopping, checkpoints, sinks, and results. Not API. */
package dev.lbp.runtime.run;

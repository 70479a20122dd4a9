/**
 * Whole runs: settings, phases, stopping, checkpoints, sinks, and results. Open {@code RunTask} first: it carries out
 * the phases of a run. {@code RunSettings} holds what the user set. Only {@code dev.lbp} depends on this package.
 * {@code PartTask} carries out a part of a run, {@code StoppingRule} tells when a run stops, {@code ResultFiles} writes
 * tables.
 */
package dev.lbp.runtime.run;

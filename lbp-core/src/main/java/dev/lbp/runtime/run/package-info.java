/**
 * Whole runs: settings, phases, stopping, checkpoints, sinks, and results. Open {@code RunTask} first: it carries out
 * the phases of a run. {@code RunSettings} holds what the user set. Only {@code dev.lbp} depends on this package.
 */
package dev.lbp.runtime.run;

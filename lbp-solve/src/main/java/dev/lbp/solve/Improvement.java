package dev.lbp.solve;

import java.time.Duration;

/**
 * A moment at which a {@link Solver} found a better state than before.
 *
 * @param time since the beginning, wall clock
 * @param restart the restart that found it, from 0
 * @param value the log-probability of the state
 */
public record Improvement(Duration time, long restart, double value) {}

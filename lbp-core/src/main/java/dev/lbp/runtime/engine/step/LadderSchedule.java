package dev.lbp.runtime.engine.step;

/**
 * The schedule of a tempered run.
 *
 * @param betas the inverse temperatures of the slots, ascending from 0 to 1
 * @param barrier the sum of the rejection rates of exchanges, from which the schedule was computed
 */
public record LadderSchedule(double[] betas, double barrier) {}

/**
 * What carries out an experiment: its settings, the plan and the table of its cells, and the directory that keeps
 * them, so that a later process continues. Open {@link dev.lbp.experiments.frame.Experiment} first. All experiments
 * use it; it knows none of them.
 */
package dev.lbp.experiments.frame;

/**
 * Carries out experiments: settings, the plan and the table of cells, and the directory that stores the cells so that a
 * later process continues. Open {@link dev.lbp.experiments.frame.Experiment} first. All experiments use this package;
 * it uses none of them. {@code Figure} draws the figures, {@code CellTable} stores the cells, {@code ParallelCells}
 * divides them among threads, {@code Budget} sets the cost.
 */
package dev.lbp.experiments.frame;

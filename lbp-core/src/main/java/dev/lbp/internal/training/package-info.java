/** The checkpoints of trainings, for all modules. Open {@link dev.lbp.internal.training.StateFile} first. Not API. */
package dev.lbp.internal.training;

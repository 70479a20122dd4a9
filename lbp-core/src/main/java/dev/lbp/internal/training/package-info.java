/**
 * What trainings of all modules share: their checkpoints. Open {@link dev.lbp.internal.training.StateFile} first. All
 * modules may use it; not API.
 */
package dev.lbp.internal.training;

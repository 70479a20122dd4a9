package dev.lbp.models.training;

import dev.lbp.models.BernoulliRbm;

/**
 * The result of {@link RbmTraining#run}.
 *
 * @param model with the parameters of the last update, in double precision
 * @param updates updates made
 * @param interrupted whether the thread was interrupted before the last update
 */
public record TrainingResult(BernoulliRbm model, int updates, boolean interrupted) {}

package dev.lbp.models.training;

import dev.lbp.models.BernoulliRbm;

/**
 * What {@link RbmTraining#run} returns.
 *
 * @param model with the parameters of the last update, in double precision
 * @param updates updates made
 * @param interrupted whether there would have been more, but the thread was interrupted
 */
public record TrainingResult(BernoulliRbm model, int updates, boolean interrupted) {}

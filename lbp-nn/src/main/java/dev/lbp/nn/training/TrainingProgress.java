package dev.lbp.nn.training;

/**
 * How far a training has come, after a whole update.
 *
 * @param update updates made, from 1 to {@code updates}
 * @param updates the number of updates, if nothing ends the training earlier
 * @param scoreGap the mean log-probability of the update's data minus that of its chains after their steps, in nats,
 *     both by the parameters before the update: near 0 where the chains follow the model
 * @param averagedGap the moving average of {@code scoreGap} over about a hundred updates
 * @param acceptance the mean acceptance rate of the update's steps
 * @param scale the scale R, or time step tau: the geometric mean over all chains
 * @param seconds the time of the updates, those before a resumption included
 */
public record TrainingProgress(
        int update,
        int updates,
        double scoreGap,
        double averagedGap,
        double acceptance,
        double scale,
        double seconds) {}

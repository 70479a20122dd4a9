package dev.lbp.nn.training;

/**
 * The progress of a {@link PersistentTraining} after an update.
 *
 * @param update the number of completed updates, from 1 to {@code updates}
 * @param updates the number of updates of a training that is not stopped
 * @param scoreGap the mean log-probability of the update's data minus that of its chains after their steps, in nats,
 *     under the parameters before the update; near 0 if the model fits the data and the chains are in equilibrium
 * @param averagedGap the moving average of {@code scoreGap} over about a hundred updates
 * @param acceptance the mean acceptance rate of the update's steps
 * @param scale the scale R or the time step tau, as the geometric mean over all chains
 * @param seconds the time of all updates, including those before the training was resumed
 */
public record TrainingProgress(
        int update,
        int updates,
        double scoreGap,
        double averagedGap,
        double acceptance,
        double scale,
        double seconds) {}

package dev.lbp.nn.training;

/**
 * The progress of an {@link AdversarialTraining} after an update. Averages are moving averages over about a hundred
 * updates.
 *
 * @param update the number of completed updates, from 1 to {@code updates}
 * @param updates the number of updates of a training that is not stopped
 * @param discriminatorLoss the average of {@code -E log D(x, x') - E log(1 - D(x', x))}; 2 log 2 if the discriminator
 *     cannot tell the order of a pair
 * @param acceptance the average of {@code E min(1, e^{-d})} over data x and proposals x'
 * @param distance the average Euclidean distance of x and x'; near 0 if a proposal that depends on x has collapsed onto
 *     x
 * @param seconds the time of all updates, including those before the training was resumed
 */
public record AdversarialProgress(
        int update, int updates, double discriminatorLoss, double acceptance, double distance, double seconds) {}

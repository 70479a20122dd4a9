package dev.lbp.nn.training;

/**
 * How far an {@link AdversarialTraining} has come, after a whole update.
 *
 * @param update updates made, from 1 to {@code updates}
 * @param updates the number of updates, if nothing ends the training earlier
 * @param discriminatorLoss {@code -E log D(x, x') - E log(1 - D(x', x))}, a moving average over about a hundred
 *     updates; 2 log 2 if the discriminator cannot tell the order of a pair
 * @param acceptance {@code E min(1, e^{-d})} over data x and proposals x', the same average
 * @param distance the mean Euclidean distance of x and x', the same average; near 0 if a proposal that depends on x
 *     has collapsed onto it
 * @param seconds the time of the updates, those before a resumption included
 */
public record AdversarialProgress(
        int update, int updates, double discriminatorLoss, double acceptance, double distance, double seconds) {}

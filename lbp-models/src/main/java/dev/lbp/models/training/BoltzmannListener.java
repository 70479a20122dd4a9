package dev.lbp.models.training;

/**
 * Receives the progress of a {@link BoltzmannTraining}. The thread that called {@code run} calls it. An exception that
 * it throws ends the training with a {@link BoltzmannException}.
 */
@FunctionalInterface
public interface BoltzmannListener {

    /**
     * Called after each update.
     *
     * @param update updates made, from 1 to {@code updates}
     * @param updates the number of updates, if nothing ends the training earlier
     * @param pearson the correlation between the connected pair frequencies of the data and of the chains, before the
     *     update's change of the parameters
     */
    void updated(int update, int updates, double pearson);
}

package dev.lbp.models.training;

/**
 * Receives the progress of a training. The thread that called {@link RbmTraining#run} calls it. An exception that it
 * throws ends the training with a {@link TrainingException}.
 */
@FunctionalInterface
public interface TrainingListener {

    /**
     * Called before the first update, and after each.
     *
     * @param update updates made, from 0 to {@code updates}
     * @param updates the number of updates, if nothing ends the training earlier
     * @param reconstructionError of the last update's batch, in [0, 1]: the mean of {@code (v - P(v = 1 | h))^2} over
     *     units and data, h drawn given the data; NaN before the first. It is cheap to compute, but the training
     *     maximises another quantity
     */
    void updated(int update, int updates, double reconstructionError);
}

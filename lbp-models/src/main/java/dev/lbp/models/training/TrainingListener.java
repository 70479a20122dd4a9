package dev.lbp.models.training;

/**
 * Told of the course of a training, by the thread that called {@link RbmTraining#run}. What it
 * throws ends the training with a {@link TrainingException}.
 */
@FunctionalInterface
public interface TrainingListener {

    /**
     * Called before the first update, and after each.
     *
     * @param update updates made, from 0 to {@code updates}
     * @param updates how many there will be, if nothing ends the training before
     * @param reconstructionError of the last update's batch, in [0, 1]: the mean of {@code (v - P(v = 1 | h))^2} over units and
     *     data, h drawn given the data; NaN before the first. It is cheap, and it is not what the training improves
     */
    void updated(int update, int updates, double reconstructionError);
}

package dev.lbp.nn.training;

/**
 * A listener to the progress of a {@link PersistentTraining}. The thread that called {@code run()} calls it. An
 * exception that it throws ends the training with a {@link NetworkTrainingException}.
 */
@FunctionalInterface
public interface NetworkTrainingListener {

    /**
     * Called after updates. The network has the parameters of the last update; a listener that evaluates the network
     * with other parameters must restore them.
     *
     * @param now the result of the training if it ended now; valid during the call
     */
    void updated(TrainingProgress progress, Snapshot now);

    /** Copies of what a training has made so far. */
    interface Snapshot {

        /** The moving average of the parameters, [parameters]. */
        float[] averaged();

        /** The states of the replay buffer, [buffer][N]. */
        byte[][] buffer();
    }
}

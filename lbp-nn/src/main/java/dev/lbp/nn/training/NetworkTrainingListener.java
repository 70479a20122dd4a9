package dev.lbp.nn.training;

/**
 * Receives the progress of a {@link PersistentTraining}, in the thread that called {@code run()}. If it throws, the
 * training ends with a {@link NetworkTrainingException}.
 */
@FunctionalInterface
public interface NetworkTrainingListener {

    /**
     * Called after updates. The network has the parameters of the last update; a listener that evaluates the network
     * with other parameters must restore them.
     *
     * @param now the state of the training; valid only during the call
     */
    void updated(TrainingProgress progress, Snapshot now);

    /** Copies of the present state of a training. */
    interface Snapshot {

        /** The moving average of the parameters, [parameters]. */
        float[] averaged();

        /** The states of the replay buffer, [buffer][N]. */
        byte[][] buffer();
    }
}

package dev.lbp.nn.training;

import dev.lbp.nn.NetworkModel;

/**
 * The result of a {@link PersistentTraining}.
 *
 * @param model the network, with its averaged parameters, and the base measure
 * @param progress the progress of the last update
 * @param stopped whether the training was stopped or interrupted before its last update
 * @param averaged the moving average of the parameters, [parameters]
 * @param last the parameters of the last update, [parameters]
 * @param buffer the states of the replay buffer, [buffer][N] of zeros and ones
 */
public record NetworkTrainingResult(
        NetworkModel model,
        TrainingProgress progress,
        boolean stopped,
        float[] averaged,
        float[] last,
        byte[][] buffer) {}

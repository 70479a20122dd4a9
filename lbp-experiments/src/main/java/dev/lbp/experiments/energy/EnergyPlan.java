package dev.lbp.experiments.energy;

/**
 * The parameters of a network's training and evaluation.
 *
 * @param net the network, as in {@code lbp train-energy --net}
 * @param updates the number of updates
 * @param warmUp the number of first updates, during which the learning rate rises
 * @param buffer the number of states in the replay buffer
 * @param average the decay of the averaged parameters
 * @param temperatures the number of temperatures of annealed importance sampling
 */
record EnergyPlan(
        String net, int updates, int warmUp, double learningRate, int buffer, double average, int temperatures) {

    /** Images per update, and chains of a batch. */
    static final int BATCH = 100;

    /** Pixels of an image in all data sets, for estimates of time. */
    static final int TYPICAL_SITES = 784;
}

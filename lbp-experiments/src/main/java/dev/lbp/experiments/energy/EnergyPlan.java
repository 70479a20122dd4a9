package dev.lbp.experiments.energy;

/**
 * How a network is trained and judged.
 *
 * @param net its name as for {@code lbp train-energy --net}
 * @param warmUp the first updates, at a rising learning rate
 * @param buffer states in the replay buffer
 * @param average the decay of the averaged parameters
 * @param temperatures of annealed importance sampling
 */
record EnergyPlan(
        String net, int updates, int warmUp, double learningRate, int buffer, double average, int temperatures) {

    /** Images per update, and chains of a batch. */
    static final int BATCH = 100;

    /** Pixels of an image in all data sets, for estimates of time. */
    static final int TYPICAL_SITES = 784;
}

package dev.lbp.experiments.rival;

/** A chain of a sampler outside the library that estimates inclusion probabilities. */
public interface InclusionChain {

    /** Makes a step. */
    void step();

    /** Discards the statistics of all steps so far, which were burn-in. The state stays. */
    void clear();

    /** The share of steps that changed the state. */
    double acceptanceRate();

    /** The share of steps, or of their weights, at which each variable was in the model, [p]. */
    double[] frequencies();

    /** The averages of P(variable is in the model | all others), [p]; NaN for a sampler that does not compute them. */
    double[] averages();
}

package dev.lbp.experiments.rival;

/** A chain of a rival sampler that estimates inclusion probabilities. */
public interface InclusionChain {

    /** One step. */
    void step();

    /** Forgets all steps until now, as burn-in; the state stays. */
    void clear();

    /** The share of steps that changed the state. */
    double acceptanceRate();

    /** [p] The share of steps, or of weight, that each variable was in. */
    double[] frequencies();

    /** [p] The averages of P(variable is in | all others); NaN for a sampler that does not compute them. */
    double[] averages();
}

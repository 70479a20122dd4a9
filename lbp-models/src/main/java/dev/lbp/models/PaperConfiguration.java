package dev.lbp.models;

/**
 * The three configurations of Sun, Dai and Schuurmans, "Optimal Scaling for Locally Balanced Proposals in Discrete
 * Spaces" (2022), from a smooth target to a sharp one, with the values that its authors released. The models'
 * {@code paper} methods draw instances from them.
 */
public enum PaperConfiguration {
    /** Smooth. */
    C1(0.25, 0.1, 0.3, 0.1, Math.sqrt(2.0)),
    /** Moderate; the setting of the paper's Table 1. */
    C2(0.15, 0.15, 0.45, 0.15, 1.0),
    /** Sharp. */
    C3(0.05, 0.2, 0.6, 0.2, Math.sqrt(0.5));

    /** Bernoulli: the smallest probability; the largest is its complement. */
    final double lowProbability;

    /** Ising: the mean of the field inside the circle, before the paper's minus sign. */
    final double fieldMean;

    /** Ising: half the width of the field's uniform noise. */
    final double fieldNoise;

    /** Ising: the coupling lambda. */
    final double coupling;

    /** Factorial HMM: the standard deviation of the observations. */
    final double observationNoise;

    PaperConfiguration(
            double lowProbability, double fieldMean, double fieldNoise, double coupling, double observationNoise) {
        this.lowProbability = lowProbability;
        this.fieldMean = fieldMean;
        this.fieldNoise = fieldNoise;
        this.coupling = coupling;
        this.observationNoise = observationNoise;
    }
}

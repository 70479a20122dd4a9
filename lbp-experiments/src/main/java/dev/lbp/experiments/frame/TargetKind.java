package dev.lbp.experiments.frame;

import java.util.Locale;

/**
 * The paper's four targets and two others, with the cost of a step.
 *
 * <p>Costs are only for estimates of time and the progress bar. They were measured on two cores with AVX2 and rounded;
 * {@code lbp bench} measures them accurately.
 */
public enum TargetKind {
    /** Independent sites. */
    BERNOULLI("Bernoulli", 60e-9),
    /** An open square lattice in a random field. */
    ISING("Ising", 110e-9),
    /** The posterior of a factorial hidden Markov model. */
    FHMM("FHMM", 270e-9),
    /** A restricted Boltzmann machine with the hidden units summed out. A step computes the weights of all sites. */
    RBM("RBM", 0.0),
    /** Independent sites of probability p or 1 - p. The acceptance rate is a sum over a binomial distribution. */
    TWO_VALUED("Bernoulli of two values", 60e-9),
    /** The posterior of a factorial HMM as the code released with the paper computes it. */
    RELEASED_FHMM("FHMM as released", 270e-9);

    private final String title;

    /** Seconds of one thread for each site that a step draws. */
    final double secondsPerFlip;

    TargetKind(String title, double secondsPerFlip) {
        this.title = title;
        this.secondsPerFlip = secondsPerFlip;
    }

    /** Whether sites are independent, as the theory assumes. */
    public boolean independent() {
        return this == BERNOULLI || this == TWO_VALUED;
    }

    /** The name in figures. */
    public String title() {
        return title;
    }

    /** The name in options and tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

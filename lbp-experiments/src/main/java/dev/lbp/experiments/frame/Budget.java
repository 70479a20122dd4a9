package dev.lbp.experiments.frame;

/** The cost of an experiment. */
public enum Budget {
    /**
     * A run of some minutes: a tenth of the paper's steps, a fifth of its chains and fewer points. Curves have the
     * right shape; their values are noisy.
     */
    QUICK(10, 20),
    /** The paper's steps and chains. */
    PAPER(1, 100);

    private static final int FEWEST_STEPS = 40;

    private final int divisor;
    private final int chains;

    Budget(int divisor, int chains) {
        this.divisor = divisor;
        this.chains = chains;
    }

    /** The default number of chains. */
    public int chains() {
        return chains;
    }

    /** The number of steps of a chain, half of them burn-in. The paper takes {@code paperSteps}. */
    public int steps(int paperSteps) {
        return Math.max(FEWEST_STEPS, paperSteps / divisor);
    }

    /** Returns {@code quick} for QUICK, {@code paper} for PAPER. */
    public <T> T quickOrPaper(T quick, T paper) {
        return this == QUICK ? quick : paper;
    }
}

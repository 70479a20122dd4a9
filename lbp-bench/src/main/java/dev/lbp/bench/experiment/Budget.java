package dev.lbp.bench.experiment;

/** How much an experiment may cost. */
public enum Budget {
    /** Some minutes: a tenth of the paper's steps, a fifth of its chains, fewer points. Shows the shape, not the digits. */
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

    /** The number of chains unless told otherwise. */
    public int chains() {
        return chains;
    }

    /** The steps of a chain in place of the paper's, half of them for burn-in. */
    public int steps(int paperSteps) {
        return Math.max(FEWEST_STEPS, paperSteps / divisor);
    }

    /** The one for the first, the other for the second. */
    public <T> T either(T quick, T paper) {
        return this == QUICK ? quick : paper;
    }
}

package dev.lbp.experiments.design;

import dev.lbp.cli.terminal.Text;

/** A target of {@link DesignTrials}: {@code log pi(x) = beta score(x) - price mutations(x)}. */
enum DesignCase {
    /** Chains stay near the wild type. Single-site Metropolis accepts 5 to 10 % of its proposals. */
    PRICED(2.0, 5.0),
    /** A temperature so low that chains without tempering do not mix. */
    COLD(4.0, 4.5),
    /** Without a price the chains leave the wild type, and Metropolis accepts most proposals. */
    FREE(5.0, 0.0);

    /** The inverse temperature of the score. */
    final double beta;

    /** The price of a mutation, in units of log pi. */
    final double price;

    DesignCase(double beta, double price) {
        this.beta = beta;
        this.price = price;
    }

    /** "beta 2, price 4.5". */
    String title() {
        return Text.format("beta %.0f, %s", beta, price > 0.0 ? "price " + price : "no price");
    }

    /** Whether chains start from the wild type instead of a long burn-in, to test whether they mix. */
    boolean isCold() {
        return this == COLD;
    }
}

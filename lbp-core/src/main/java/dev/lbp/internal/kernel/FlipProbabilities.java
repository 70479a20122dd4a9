package dev.lbp.internal.kernel;

/**
 * The probabilities of a {@link FactorisedProposal} for one state and one time step: each site flips or stays,
 * independently of the others. The probability to stay is stored too, because 1 - p would lose its digits if p is near
 * 1.
 */
final class FlipProbabilities {

    /** The probability p_i that a site flips. */
    double[] flip = {};

    /** The probability 1 - p_i that a site stays. */
    double[] stay = {};

    /** The time step of the probabilities; NaN if the weights have changed since. */
    private double timeStep = Double.NaN;

    /** Marks the probabilities as outdated. Must be called after every change of weights. */
    void invalidate() {
        timeStep = Double.NaN;
    }

    /** Computes the probabilities again if weights or time step have changed. */
    FlipProbabilities updated(FactorisedProposal proposal, double[] weights, double step) {
        if (timeStep != step) {
            if (flip.length < weights.length) { // allocated for factorised proposals alone
                flip = new double[weights.length];
                stay = new double[weights.length];
            }
            proposal.probabilities(weights, step, flip, stay);
            timeStep = step;
        }
        return this;
    }

    /** The log-probability that exactly the given sites flip; -Infinity if one of them, or of the others, cannot. */
    double logOf(int[] sites, int count, LogProduct product) {
        swapFlipAndStay(sites, count); // now stay has the probability of what each site does
        product.clear().timesAll(stay);
        swapFlipAndStay(sites, count);
        return product.log();
    }

    /** Swaps the probabilities to flip and to stay of some sites. A second call undoes the first. */
    private void swapFlipAndStay(int[] sites, int count) {
        for (int k = 0; k < count; k++) {
            int site = sites[k];
            double probability = flip[site];
            flip[site] = stay[site];
            stay[site] = probability;
        }
    }
}

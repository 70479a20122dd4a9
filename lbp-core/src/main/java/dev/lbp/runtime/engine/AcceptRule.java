package dev.lbp.runtime.engine;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.LogRatios;
import org.apache.commons.rng.UniformRandomProvider;

/** The two decisions by which chains move: the accept step shared by every Metropolis-Hastings sampler, and Gibbs' own. */
final class AcceptRule {

    private AcceptRule() {}

    /**
     * min(1, alpha) for {@code log alpha = log pi(y) - log pi(x) + log q(y -> x) - log q(x -> y)}, in double arithmetic
     * whatever the model computes in.
     */
    static double acceptanceProbability(double logProb, double proposedLogProb, double logForward, double logReverse) {
        double logAlpha = proposedLogProb - logProb + logReverse - logForward;
        if (Double.isNaN(logAlpha)) {
            throw new IllegalStateException("must not be NaN: log alpha, from log pi(x)=" + logProb + ", log pi(y)="
                    + proposedLogProb + ", log q(x, y)=" + logForward + ", log q(y, x)=" + logReverse);
        }
        return logAlpha >= 0.0 ? 1.0 : Exp.exp(logAlpha);
    }

    static boolean accepts(double acceptanceProbability, UniformRandomProvider rng) {
        return acceptanceProbability >= 1.0 || rng.nextDouble() < acceptanceProbability;
    }

    /** A log-probability that a model returned: anything but NaN and +Infinity. */
    static double checked(double logProb) {
        if (Double.isNaN(logProb) || logProb == Double.POSITIVE_INFINITY) {
            throw new IllegalStateException("must not be NaN or +Infinity: logProb=" + logProb);
        }
        return logProb;
    }

    /** The log-probability of a state that a chain is to start from: anything finite. */
    static double checkedStart(double logProb) {
        if (checked(logProb) == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException("must start in a possible state: logProb=-Infinity");
        }
        return logProb;
    }

    /** Whether Gibbs flips a site: with the conditional probability of its other value, 1 / (1 + e^-d); never if that is 0. */
    static boolean gibbsFlips(double logRatio, UniformRandomProvider rng) {
        double odds = Exp.exp(-LogRatios.checked(logRatio));
        return rng.nextDouble() * (1.0 + odds) < 1.0 && logRatio != Double.NEGATIVE_INFINITY;
    }
}

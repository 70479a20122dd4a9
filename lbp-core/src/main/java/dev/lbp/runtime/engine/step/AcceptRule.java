package dev.lbp.runtime.engine.step;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.MoveModel;
import dev.lbp.target.Target;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The two random decisions of the chains: the accept step of every Metropolis-Hastings sampler, and the flip of a Gibbs
 * update.
 */
public final class AcceptRule {

    private AcceptRule() {}

    /**
     * Computes min(1, alpha) for {@code log alpha = log pi(y) - log pi(x) + log q(y -> x) - log q(x -> y)}, in double
     * arithmetic for every data type of the model.
     */
    public static double acceptanceProbability(
            double logProb, double proposedLogProb, double logForward, double logReverse) {
        double logAlpha = proposedLogProb - logProb + logReverse - logForward;
        if (Double.isNaN(logAlpha)) {
            throw new IllegalStateException("must not be NaN: log alpha, from log pi(x)=" + logProb + ", log pi(y)="
                    + proposedLogProb + ", log q(x, y)=" + logForward + ", log q(y, x)=" + logReverse);
        }
        return logAlpha >= 0.0 ? 1.0 : Exp.exp(logAlpha);
    }

    /** Draws whether a step is accepted. A probability of 1 draws no random number. */
    public static boolean accepts(double acceptanceProbability, UniformRandomProvider rng) {
        return acceptanceProbability >= 1.0 || rng.nextDouble() < acceptanceProbability;
    }

    /** Returns {@code logProb}, an answer of a model. Throws if it is NaN or +Infinity. */
    public static double checked(double logProb) {
        if (Double.isNaN(logProb) || logProb == Double.POSITIVE_INFINITY) {
            throw new IllegalStateException("must not be NaN or +Infinity: logProb=" + logProb);
        }
        return logProb;
    }

    /** Returns {@code logProb} of a starting state. Throws unless it is finite, and tells the user what to do. */
    public static double checkedStart(double logProb, Target model) {
        if (checked(logProb) == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException(
                    "must start in a possible state: logProb=-Infinity (" + startAdvice(model) + ")");
        }
        return logProb;
    }

    /** What the user can do if a chain starts in an impossible state, for a message. */
    private static String startAdvice(Target model) {
        if (model instanceof AnnealedModel) {
            return "AnnealedImportance starts at draws of its base, which must be possible";
        }
        String given = "give possible states by initial(...)";
        if (model instanceof CategoricalEnergyModel) {
            return given;
        }
        return given + ", or by " + (model instanceof MoveModel ? "randomState()" : "start()") + " of a model class";
    }

    /**
     * Draws whether a Gibbs update flips a site of log-ratio d. The probability of a flip is the conditional
     * probability of the other value, 1 / (1 + e^-d), which is exactly 0 for d = -Infinity.
     */
    public static boolean gibbsFlips(double logRatio, UniformRandomProvider rng) {
        return gibbsFlips(logRatio, Exp.exp(-LogRatios.checked(logRatio)), rng);
    }

    /**
     * Draws whether a Gibbs update flips a site, given e^-d.
     *
     * @param logRatio d
     * @param odds e^-d, the odds of no flip
     */
    public static boolean gibbsFlips(double logRatio, double odds, UniformRandomProvider rng) {
        // a computed e^-d is finite for d = -Infinity too, and the random number may be 0
        return rng.nextDouble() * (1.0 + odds) < 1.0 && logRatio != Double.NEGATIVE_INFINITY;
    }
}

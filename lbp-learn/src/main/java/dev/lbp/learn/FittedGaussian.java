package dev.lbp.learn;

import dev.lbp.continuous.ContinuousResult;
import dev.lbp.internal.Check;
import java.util.Locale;

/**
 * The result of a {@link GaussianFit}, with its diagnosis.
 *
 * @param proposal the fitted q, immutable
 * @param objective the quantity that the fit maximised
 * @param rate the acceptance rate of independent proposals from q; the draws of the diagnosis stand for draws of the
 *     target
 * @param elbo the mean of {@code log p - log q} over draws of q, in nats; up to its Monte Carlo error it is at most the
 *     logarithm of the integral of the density
 * @param diagnosis the run with the frozen q; its trace "logQ" is log q of the point
 * @param seconds the time of the fit, without the diagnosis
 */
public record FittedGaussian(
        GaussianProposal proposal,
        Objective objective,
        AcceptanceRate rate,
        double elbo,
        ContinuousResult diagnosis,
        double seconds) {

    /** Below this acceptance a chain with local steps is better. */
    private static final double LEAST_ACCEPTANCE = 0.05;

    /** Checks that nothing is null. */
    public FittedGaussian {
        Check.notNull("proposal", proposal);
        Check.notNull("objective", objective);
        Check.notNull("rate", rate);
        Check.notNull("diagnosis", diagnosis);
    }

    /** The fraction of the proposals that the chains of the diagnosis accepted, in [0, 1]. */
    public double acceptance() {
        return diagnosis.acceptanceRate();
    }

    /** Pinsker's lower bound of the acceptance; may be negative. */
    public double lowerBound() {
        return rate.lowerBound();
    }

    /** Whether q is useful as an independent proposal: its acceptance is at least .05. */
    public boolean isWorthIt() {
        return acceptance() >= LEAST_ACCEPTANCE;
    }

    /** A text of several lines that ends with the verdict. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "%s, fitted by %s in %.1f s; ELBO %.2f nats%n"
                        + "proposals accepted %.3f, expected %.3f from log-weights; lower bound %.3f;"
                        + " importance ESS %.3f per draw%n%s%n",
                proposal,
                objective,
                seconds,
                elbo,
                acceptance(),
                rate.acceptance(),
                lowerBound(),
                rate.importanceEss(),
                isWorthIt()
                        ? "worth it: independent proposals are accepted often enough"
                        : "not worth it: fewer than 5 % of proposals are accepted; use mala() or barker()");
    }
}

package dev.lbp.result;

import dev.lbp.internal.Check;
import dev.lbp.internal.html.Numbers;
import java.util.Arrays;

/**
 * The estimate of a normaliser Z from importance weights whose mean has the expectation Z: {@code log Z} is estimated
 * by the logarithm of their mean.
 *
 * <p>The estimate is biased: the logarithm of an unbiased mean is too low on average (Jensen's inequality), and where
 * few chains reach the regions that hold most of Z it is nearly always too low, by far more than
 * {@link #standardError}. A log-likelihood {@code log p(x) - log Z} is then too high. So an estimate is
 * {@link #quotable} only if the effective sample size of the weights is at least a fifth of their number; more
 * temperatures raise it. This is necessary and not sufficient: weights cannot reveal a mode that no chain has found.
 */
public final class LogZEstimate {

    /** An estimate may be quoted if its effective sample size is at least this share of the number of chains. */
    private static final double LEAST_SHARE = 0.2;

    private final double[] logWeights;
    private final double logZ;
    private final double standardError;
    private final double effectiveSampleSize;

    /**
     * An estimate from log-weights.
     *
     * @param logWeights [chains], at least two, each finite; copied
     */
    public LogZEstimate(double[] logWeights) {
        Check.atLeast(2, "logWeights.length", Check.notNull("logWeights", logWeights).length);
        this.logWeights = Check.finite("logWeights", logWeights.clone());
        int n = logWeights.length;
        double largest = Arrays.stream(logWeights).max().orElseThrow();
        double sum = 0.0;
        double squares = 0.0;
        for (double logWeight : logWeights) {
            double weight = Math.exp(logWeight - largest);
            sum += weight;
            squares += weight * weight;
        }
        this.logZ = largest + Math.log(sum / n);
        this.effectiveSampleSize = sum * sum / squares;
        // The variance of the mean over its square: (n sum w^2 / (sum w)^2 - 1) / (n - 1).
        this.standardError = Math.sqrt(Math.max(n / effectiveSampleSize - 1.0, 0.0) / (n - 1));
    }

    /** log Z, in nats; too low on average, as the class says. */
    public double logZ() {
        return logZ;
    }

    /**
     * The standard error of {@link #logZ} by the delta method, from the spread of the weights. Too small where their
     * effective sample size is small.
     */
    public double standardError() {
        return standardError;
    }

    /**
     * The least error that the weights can show: 1 / chains, the share of one chain. A smaller {@link #standardError}
     * says that the chains agree, and nothing about a mode that no chain has found.
     */
    public double resolution() {
        return 1.0 / logWeights.length;
    }

    private boolean isResolved() {
        return standardError >= resolution();
    }

    /** {@code (sum w)^2 / sum w^2}, in [1, chains]: the number of chains that count. */
    public double effectiveSampleSize() {
        return effectiveSampleSize;
    }

    /** Whether the effective sample size is at least a fifth of the number of chains. */
    public boolean quotable() {
        return effectiveSampleSize >= LEAST_SHARE * logWeights.length;
    }

    /** The log-weight of each chain, [chains]; a copy. */
    public double[] logWeights() {
        return logWeights.clone();
    }

    /** The estimate, its standard error, the effective sample size and the verdict, in three lines. */
    public String summary() {
        return Numbers.format(
                "log Z %.3f, standard error %s; low on average, so log-likelihoods are high%n"
                        + "effective sample size of the weights %.1f of %d%n"
                        + "verdict: %s%n",
                logZ,
                isResolved()
                        ? Numbers.format("%.3f", standardError)
                        : Numbers.format("below %.2g, 1 / chains", resolution()),
                effectiveSampleSize,
                logWeights.length,
                quotable()
                        ? "the weights agree"
                                + (isResolved() ? "" : ", which cannot show a mode that no chain has found")
                        : "not to be quoted: a few chains have nearly all the weight; take more temperatures");
    }

    @Override
    public String toString() {
        return summary();
    }
}

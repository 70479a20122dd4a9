package dev.lbp.learn;

import dev.lbp.internal.States;
import dev.lbp.internal.Sum;
import java.util.Arrays;
import java.util.Locale;

/**
 * The log-ratio {@code f(x) = log p(x) - log q(x)}, up to a constant, of two distributions of bits that are known only
 * by draws: p by data, q by a generator. It is a factor times the logit of a classifier that was trained to tell data
 * from samples. The optimal classifier for equally many data and samples has the logit log p/q.
 *
 * <p>Experimental: names and defaults may change until 1.0. f is an estimate. {@link ImplicitMh} with f has the
 * stationary distribution {@code q e^f / Z}, which is p only if f is exact. {@link #summary} ends with a verdict:
 * correct samples of q only if proposals are accepted often and held-out states show that p and q differ
 * ({@link #isWorthIt}). If q is far from p, f is extreme, and extreme values of f are the least reliable ones.
 *
 * <p>Immutable and thread-safe. Source: Neklyudov, Shvechikov and Vetrov,
 * Metropolis-Hastings view on variational inference and adversarial training, arXiv:1810.07151, 2018, with
 * {@code d(x, x') = f(x) - f(x')} for a proposal that does not depend on the present state.
 */
public final class DensityRatio {

    /**
     * The least acceptance for a correction. Below it corrected samples of images looked better but were less diverse,
     * see docs/how-to/learned.md.
     */
    static final double LEAST_ACCEPTANCE = 0.3;

    /**
     * The largest factor by which the network's outputs are multiplied to make them log-ratios. A classifier that
     * separates all states gets it; a useless classifier gets 0.
     */
    private static final double LARGEST_FACTOR = 20.0;

    private final Perceptron network;
    private final double factor;
    private final int heldOut;
    private final int steps;
    private final double accuracy;
    private final double loss;
    private final HeldOutDifference.Estimate difference;
    private final boolean separates;
    private final AcceptanceRate rate;

    /**
     * A ratio with its figures on held-out states.
     *
     * @param ofData outputs of the network at held-out data, without the factor
     * @param ofSamples outputs of the network at held-out samples, without the factor
     */
    DensityRatio(
            Perceptron network,
            double factor,
            double[] ofData,
            double[] ofSamples,
            int steps,
            HeldOutDifference.Estimate difference) {
        this.network = network;
        this.factor = factor;
        this.steps = steps;
        this.difference = difference;
        heldOut = ofData.length;
        loss = loss(ofData, ofSamples, factor);
        accuracy = 0.5 * (shareAboveZero(ofData) + 1.0 - shareAboveZero(ofSamples));
        separates = Arrays.stream(ofData).min().orElseThrow()
                > Arrays.stream(ofSamples).max().orElseThrow();
        rate = AcceptanceRate.estimate(times(factor, ofData), times(factor, ofSamples));
    }

    /**
     * Fits a ratio with the defaults of {@link DensityRatioFit}.
     *
     * @param data [count][N] of zeros and ones, draws of p, at least 50
     * @param generator a generator of draws of q
     * @throws IllegalStateException if the generator draws something else than zeros and ones
     */
    public static DensityRatio fit(byte[][] data, StateGenerator generator) {
        return fitting().fit(data, generator);
    }

    /** The default settings of a fit; change them by their setters. */
    public static DensityRatioFit fitting() {
        return new DensityRatioFit();
    }

    /** The ratio of a trained network, with the factor of the least loss on held-out states. */
    static DensityRatio calibrated(
            Perceptron network, byte[][] data, byte[][] samples, int steps, HeldOutDifference.Estimate difference) {
        double[] ofData = network.outputs(data);
        double[] ofSamples = network.outputs(samples);
        return new DensityRatio(network, factor(ofData, ofSamples), ofData, ofSamples, steps, difference);
    }

    /**
     * Half the mean of {@code log(1 + e^{-cf})} over data plus half the mean of {@code log(1 + e^{cf})} over samples,
     * where c is the factor and f an output of the network.
     */
    static double loss(double[] ofData, double[] ofSamples, double factor) {
        double data =
                Arrays.stream(ofData).map(f -> -Logits.logOfZero(-factor * f)).sum();
        double samples =
                Arrays.stream(ofSamples).map(f -> -Logits.logOfZero(factor * f)).sum();
        return 0.5 * (data / ofData.length + samples / ofSamples.length);
    }

    /** The factor of the least loss. The loss is convex in the factor, so bisection finds the zero of its slope. */
    static double factor(double[] ofData, double[] ofSamples) {
        double low = 0.0;
        double high = LARGEST_FACTOR;
        for (int k = 0; k < 60; k++) { // as many halvings as the fraction of a double has bits, and some more
            double middle = 0.5 * (low + high);
            if (slope(ofData, ofSamples, middle) < 0.0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Twice the derivative of the loss by the factor. */
    private static double slope(double[] ofData, double[] ofSamples, double factor) {
        double data = Arrays.stream(ofData)
                .map(f -> -f / (1.0 + Math.exp(factor * f)))
                .sum();
        double samples = Arrays.stream(ofSamples)
                .map(f -> f / (1.0 + Math.exp(-factor * f)))
                .sum();
        return data / ofData.length + samples / ofSamples.length;
    }

    /** The fraction of values above 0. A value of 0 counts one half. */
    private static double shareAboveZero(double[] values) {
        double share = Sum.of(values, value -> value > 0.0 ? 1.0 : value == 0.0 ? 0.5 : 0.0);
        return share / values.length;
    }

    private static double[] times(double factor, double[] values) {
        return Arrays.stream(values).map(f -> factor * f).toArray();
    }

    /** The number of sites N. */
    public int dimension() {
        return network.dimension();
    }

    /**
     * The log-ratio f of a state.
     *
     * @param state N zeros and ones
     * @return finite
     */
    public double logRatio(byte[] state) {
        return logRatioOfChecked(new byte[][] {States.checked("state", state, dimension())})[0];
    }

    /**
     * The log-ratios f of states, computed in parallel.
     *
     * @param states [count][N] of zeros and ones
     * @return [count], each equal to the log-ratio of the state alone
     */
    public double[] logRatio(byte[][] states) {
        return logRatioOfChecked(States.checked("states", states, dimension()));
    }

    double[] logRatioOfChecked(byte[][] states) {
        return times(factor, network.outputs(states));
    }

    /**
     * The share of held-out data and samples, equally many of each, that the classifier assigns correctly; in [0, 1],
     * near .5 if p = q.
     */
    public double accuracy() {
        return accuracy;
    }

    /** The mean logistic loss on held-out states after calibration; log 2 = .693 if the classifier is useless. */
    public double loss() {
        return loss;
    }

    /**
     * The mean of f over held-out data minus its mean over held-out samples, in nats, by two-fold cross-validation. One
     * half of the held-out states chooses the step and the factor, the other half is scored, and vice versa. The
     * expectation is 0 if p = q, and {@code KL(p || q) + KL(q || p)} if f is exact.
     */
    public double difference() {
        return difference.mean();
    }

    /** The standard error of {@link #difference}. */
    public double differenceError() {
        return difference.error();
    }

    /**
     * The factor of the logit, in [0, 20]; below 1 if the trained classifier was overconfident, 0 if it was useless.
     */
    public double factor() {
        return factor;
    }

    /**
     * The share of proposals that {@link ImplicitMh} is expected to accept, estimated from pairs of a held-out datum
     * and a held-out sample; in [0, 1].
     */
    public double acceptance() {
        return rate.acceptance();
    }

    /** Whether every held-out datum scores above every held-out sample. Then no correction is possible. */
    public boolean separates() {
        return separates;
    }

    /**
     * Whether samples should be corrected: {@link #difference} is more than two of its standard errors above 0, data
     * and samples are not separated, and the acceptance is at least .3. If p = q, fewer than two fits in a hundred are
     * worth it.
     */
    public boolean isWorthIt() {
        return isDifferenceShown() && !separates && acceptance() >= LEAST_ACCEPTANCE;
    }

    private boolean isDifferenceShown() {
        return factor > 0.0 && difference.isShown();
    }

    /** A text of several lines that ends with the verdict. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "classifier of %d sites, parameters of step %d; %d data and samples held out%n"
                        + "held-out accuracy %.3f, loss %.3f, factor of the logit %.3f; proposals accepted %.3f expected%n"
                        + "mean of f over data less that over samples %.4f +- %.4f%n%s%n",
                dimension(),
                steps,
                heldOut,
                accuracy,
                loss,
                factor,
                acceptance(),
                difference(),
                differenceError(),
                verdict(acceptance()));
    }

    /** The verdict for a share of accepted proposals. */
    String verdict(double acceptance) {
        if (separates) {
            return "no correction is possible: the classifier separates data and samples perfectly";
        }
        if (!isDifferenceShown()) {
            return "nothing to correct: held-out states do not show that data and samples differ";
        }
        return acceptance < LEAST_ACCEPTANCE
                ? "do not correct: fewer than 30 % of proposals are accepted; corrected samples may look better, but be less"
                        + " diverse"
                : "worth correcting: the corrected law is q e^f / Z, as near to p as f is to log p/q";
    }

    @Override
    public String toString() {
        return "DensityRatio of " + dimension() + " sites";
    }
}

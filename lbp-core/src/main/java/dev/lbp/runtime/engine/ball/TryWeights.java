package dev.lbp.runtime.engine.ball;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.FlipWeights;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The weights {@code w(y | x) = g(pi(y) / pi(x))} of the candidates y of one state x. Their sum is kept as a multiple
 * of the largest weight, so that none overflows. A candidate is chosen in proportion to its weight while candidates are
 * added, so only the chosen one must be kept.
 */
final class TryWeights {

    /** Log-weights are held in [-1e9, 1e9], so that no infinity of a user's function enters the sum. */
    private static final double LARGEST = 1e9;

    private final FlipWeights weight;

    /** The largest log-weight; -Infinity if no candidate is possible. */
    private double largest;

    /** The sum of the weights over the largest weight; 0 if no candidate is possible. */
    private double sum;

    TryWeights(FlipWeights weight) {
        this.weight = weight;
        clear();
    }

    /** Removes all candidates. */
    void clear() {
        largest = Double.NEGATIVE_INFINITY;
        sum = 0.0;
    }

    /**
     * Adds a candidate. Returns its weight over the sum of all weights so far; 0 if it is impossible.
     *
     * @param logRatio log pi(y) - log pi(x); -Infinity if the candidate is impossible
     */
    double add(double logRatio) {
        if (logRatio == Double.NEGATIVE_INFINITY) {
            return 0.0;
        }
        double logWeight = logWeight(logRatio);
        if (logWeight > largest) {
            sum = 1.0 + (sum > 0.0 ? sum * Exp.exp(largest - logWeight) : 0.0);
            largest = logWeight;
            return 1.0 / sum;
        }
        double own = Exp.exp(logWeight - largest);
        sum += own;
        return own / sum;
    }

    /**
     * Adds a candidate, and returns whether it replaces the candidate chosen so far: with the probability of its share
     * of the sum so far. So each candidate is the last one chosen in proportion to its weight.
     */
    boolean addAndDraw(double logRatio, UniformRandomProvider rng) {
        double share = add(logRatio);
        return share > 0.0 && AcceptRule.accepts(share, rng);
    }

    /**
     * The probability min(1, alpha) of a move from x to y, {@code alpha = pi(y) w(x | y) W(x) / (pi(x) w(y | x) W(y))},
     * where W(x) is the sum of the weights of the candidates of x. For a balanced g it is {@code W(x) / W(y)}.
     *
     * @param back the weights of the candidates of y, x among them; this object has the weights of the candidates of x
     * @param logRatio log pi(y) - log pi(x), finite
     */
    double acceptance(TryWeights back, double logRatio) {
        double logWeights = logRatio + logWeight(-logRatio) - logWeight(logRatio); // 0 if g is balanced
        double alpha = Exp.exp(logWeights + largest - back.largest) * (sum / back.sum);
        if (Double.isNaN(alpha)) {
            throw new IllegalStateException("must not be NaN: alpha, for log pi(y) - log pi(x)=" + logRatio);
        }
        return Math.min(1.0, alpha);
    }

    /** log g of a log-ratio, held to [-1e9, 1e9]. */
    private double logWeight(double logRatio) {
        double logWeight = weight.logWeight(logRatio);
        if (Double.isNaN(logWeight)) {
            throw weight.failure(new double[] {logRatio}, 1);
        }
        return Math.min(Math.max(logWeight, -LARGEST), LARGEST);
    }
}

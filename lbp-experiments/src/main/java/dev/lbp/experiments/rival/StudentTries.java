package dev.lbp.experiments.rival;

import dev.lbp.internal.Sum;
import dev.lbp.proposal.WeightFunction;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Multiple-try Metropolis on reals, the example of Zanella's slides on informed proposals: independent coordinates with
 * Student's t distribution of 5 degrees of freedom, and candidates {@code y = x + sigma e} with e standard normal. Each
 * trial is one step from an exact draw of the target, so that trials are independent and in equilibrium. A trial uses
 * the same number of random numbers for every weight function, so that with the same seed all weight functions have the
 * same draws and candidates.
 */
public final class StudentTries {

    /** The degrees of freedom of the target. */
    private static final int DEGREES = 5;

    /**
     * {@link #logProb} takes one logarithm of the product of this many factors 1 + x^2 / 5. Each is in [1, 1e30), so
     * that the product is finite.
     */
    private static final int FACTORS = 8;

    private final int dimension;
    private final int tries;
    private final UniformRandomProvider random;
    private final ZigguratSampler.NormalizedGaussian normal;
    private final double[] x;
    private final double[][] y;
    private final double[] other;

    public StudentTries(int dimension, int tries, UniformRandomProvider random) {
        this.dimension = dimension;
        this.tries = tries;
        this.random = random;
        this.normal = ZigguratSampler.NormalizedGaussian.of(random);
        this.x = new double[dimension];
        this.y = new double[tries][dimension];
        this.other = new double[dimension];
    }

    /**
     * The figures of each trial.
     *
     * @param acceptance min(1, alpha)
     * @param jumpDistance min(1, alpha) times the squared distance of the chosen candidate
     * @param drift min(1, alpha) times the change of log pi; its mean is 0 in equilibrium
     */
    public record Outcome(double[] acceptance, double[] jumpDistance, double[] drift) {}

    /**
     * Makes {@code trials} steps.
     *
     * @param weight a balanced weight function, or {@code g(t) = t}
     */
    public Outcome run(double sigma, WeightFunction weight, int trials) {
        double[] acceptance = new double[trials];
        double[] distance = new double[trials];
        double[] drift = new double[trials];
        for (int k = 0; k < trials; k++) {
            // distance and drift are weighted by the acceptance probability, instead of drawing whether to accept
            Step step = step(sigma, weight);
            acceptance[k] = step.alpha;
            distance[k] = step.alpha * step.squaredDistance;
            drift[k] = step.alpha * step.changeOfLogProb;
        }
        return new Outcome(acceptance, distance, drift);
    }

    /** A proposal of a step from a draw of the target. */
    private record Step(double alpha, double squaredDistance, double changeOfLogProb) {}

    /** Computes the acceptance probability of a step of multiple-try Metropolis from an exact draw x of the target. */
    private Step step(double sigma, WeightFunction weight) {
        draw();
        double logX = logProb(x);
        double[] logY = new double[tries];
        double[] logWeights = new double[tries];
        for (int j = 0; j < tries; j++) {
            move(x, sigma, y[j]);
            logY[j] = logProb(y[j]);
            logWeights[j] = weight.logWeight(logY[j] - logX);
        }
        int chosen = choose(logWeights);
        double[] back = new double[tries];
        // x itself is one of the candidates of the way back from the chosen y; the others are drawn
        back[tries - 1] = weight.logWeight(logX - logY[chosen]);
        for (int j = 0; j < tries - 1; j++) {
            move(y[chosen], sigma, other);
            back[j] = weight.logWeight(logProb(other) - logY[chosen]);
        }
        double logT = logY[chosen] - logX;
        double alpha = Math.exp(Math.min(0.0, logRatio(weight, logT, logWeights, back)));
        return new Step(alpha, squaredDistance(x, y[chosen]), logT);
    }

    /**
     * The logarithm of {@code pi(y) g(pi(x)/pi(y)) F / (pi(x) g(pi(y)/pi(x)) B)}, where F and B are the sums of the
     * weights of the candidates of x and of y. For balanced weights the ratio is {@code F / B}; the slides print its
     * inverse.
     */
    static double logRatio(WeightFunction weight, double logT, double[] forward, double[] back) {
        double ends = logT + weight.logWeight(-logT) - weight.logWeight(logT);
        return ends + logSum(forward) - logSum(back);
    }

    /** Draws x from the target. */
    private void draw() {
        for (int i = 0; i < dimension; i++) {
            double squares = 0.0;
            for (int k = 0; k < DEGREES; k++) {
                double e = normal.sample();
                squares += e * e;
            }
            x[i] = normal.sample() / Math.sqrt(squares / DEGREES);
        }
    }

    /** Draws a candidate from a state. */
    private void move(double[] from, double sigma, double[] to) {
        for (int i = 0; i < dimension; i++) {
            to[i] = from[i] + sigma * normal.sample();
        }
    }

    /** log pi up to a constant, {@code -3 sum log(1 + x^2 / 5)}, with one logarithm per {@link #FACTORS} factors. */
    static double logProb(double[] x) {
        double sum = 0.0;
        double product = 1.0;
        for (int i = 0; i < x.length; i++) {
            product *= 1.0 + x[i] * x[i] / DEGREES;
            if (i % FACTORS == FACTORS - 1) {
                sum += Math.log(product);
                product = 1.0;
            }
        }
        return -0.5 * (DEGREES + 1) * (sum + Math.log(product));
    }

    /** Draws a candidate in proportion to its weight. */
    private int choose(double[] logWeights) {
        double largest = Arrays.stream(logWeights).max().orElseThrow();
        double total = Sum.of(logWeights, each -> Math.exp(each - largest));
        double left = random.nextDouble() * total;
        int chosen = 0;
        for (int j = 0; j < logWeights.length; j++) {
            left -= Math.exp(logWeights[j] - largest);
            chosen = j;
            if (left < 0.0) {
                break;
            }
        }
        return chosen;
    }

    /** The logarithm of the sum of exponentials. */
    private static double logSum(double[] logs) {
        double largest = Arrays.stream(logs).max().orElseThrow();
        double sum = Sum.of(logs, each -> Math.exp(each - largest));
        return largest + Math.log(sum);
    }

    private static double squaredDistance(double[] a, double[] b) {
        return Sum.of(a.length, i -> (a[i] - b[i]) * (a[i] - b[i]));
    }
}

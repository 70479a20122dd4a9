package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.proposal.StateDistribution;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A mixture of K components of independent bits: {@code q(x) = sum_k w_k prod_i p_ki^x_i (1 - p_ki)^(1 - x_i)}. It has
 * K - 1 + KN parameters, is normalised, and its draws are exact.
 *
 * <p>A draw or a score costs O(KN). Logits {@code log(p / (1 - p))} are clamped to [-20, 20], as in
 * {@link Autoregressive}, so q gives every state a positive probability.
 *
 * <p>It suits targets with few modes in which sites are nearly independent; elsewhere it is a baseline. On a periodic
 * 8x8 Ising lattice, jumps by 8 components are accepted nearly as often as jumps by an {@link Autoregressive} at J =
 * 0.6, where states are near one of two modes, and much less often at J = 0.5. A fit knows only the modes that its
 * draws have visited.
 */
public final class BernoulliMixture implements StateDistribution {

    private static final long serialVersionUID = 2L;

    /** The tolerance of the sum of weights, which are rounded quotients. */
    private static final double ROUNDING = 1e-9;

    private final double[] weights;

    /**
     * The logit of component k at site i is at {@code i * K + k}, so that one loop adds the logits of a site for all
     * components.
     */
    private final double[] logits;

    /** {@code log w_k + sum_i log(1 - p_ki)}: the joint log-probability of component k and the state of zeros. */
    private final double[] ofZeros;

    private BernoulliMixture(double[] weights, double[] logits) {
        this.weights = weights;
        this.logits = logits;
        ofZeros = new double[weights.length];
        Arrays.setAll(ofZeros, k -> Math.log(weights[k]));
        for (int e = 0; e < logits.length; e++) {
            logits[e] = Logits.clamped(logits[e]);
            ofZeros[e % weights.length] += Logits.logOfZero(logits[e]);
        }
    }

    /** Keeps the arrays, without a copy or a check. The logit of component k at site i is at {@code i * K + k}. */
    static BernoulliMixture ofLogits(double[] weights, double[] logits) {
        return new BernoulliMixture(weights, logits);
    }

    /**
     * Checks and keeps arrays that were serialised. The logit of component k at site i is at {@code i * K + k}.
     *
     * @throws IllegalArgumentException if lengths do not fit, or values are not those of a mixture
     */
    static BernoulliMixture ofKept(double[] weights, double[] logits) {
        Check.atLeast(1, "weights.length", weights.length);
        Check.that(logits.length % weights.length == 0, "be a multiple of K", "logits.length", logits.length);
        Autoregressive.checkSites("N", logits.length / weights.length);
        double sum = 0.0;
        for (int k = 0; k < weights.length; k++) {
            Check.that(weights[k] > 0.0 && weights[k] <= 1.0, "be in (0, 1]", "weights[" + k + "]", weights[k]);
            sum += weights[k];
        }
        Check.that(Math.abs(sum - 1.0) <= ROUNDING, "add up to 1", "weights", sum);
        for (int e = 0; e < logits.length; e++) {
            Check.that(logits[e] == Logits.clamped(logits[e]), "be in [-20, 20]", "logits[" + e + "]", logits[e]);
        }
        return new BernoulliMixture(weights, logits);
    }

    /**
     * The mixture with these parameters.
     *
     * @param weights K values above 0 with a finite sum, by which they are divided
     * @param probabilities [K][N], P(x_i = 1) in each component, in (0, 1); N in [1, 10,000], KN below 2^31
     */
    public static BernoulliMixture of(double[] weights, double[][] probabilities) {
        int components = Check.notNull("weights", weights).length;
        Check.atLeast(1, "weights.length", components);
        Check.length(components, "probabilities", Check.notNull("probabilities", probabilities).length);
        int n = Check.notNull("probabilities[0]", probabilities[0]).length;
        Autoregressive.checkSites("probabilities[0].length", n);
        checkLength(components, n);
        double[] logits = new double[components * n];
        for (int k = 0; k < components; k++) {
            String row = "probabilities[" + k + "]";
            Check.that(
                    weights[k] > 0.0 && Double.isFinite(weights[k]),
                    "be > 0 and finite",
                    "weights[" + k + "]",
                    weights[k]);
            Check.length(n, row, Check.notNull(row, probabilities[k]).length);
            for (int i = 0; i < n; i++) {
                double p = Check.inOpenUnit(row + "[" + i + "]", probabilities[k][i]);
                logits[i * components + k] = Math.log(p) - Math.log1p(-p);
            }
        }
        double sum = Arrays.stream(weights).sum();
        Check.that(Double.isFinite(sum), "have a finite sum", "weights", Arrays.toString(weights));
        return new BernoulliMixture(Arrays.stream(weights).map(w -> w / sum).toArray(), logits);
    }

    /** Checks that the K N logits fit into an array. */
    static void checkLength(int components, int n) {
        Memory.checkLength((double) components * n, "components=" + components + ", N=" + n);
    }

    /**
     * The fit by expectation-maximisation with the defaults of {@link BernoulliMixtureFit}.
     *
     * @param draws [draws][N] of zeros and ones, at least one
     * @param components K, in [1, draws.length]
     */
    public static BernoulliMixture fit(byte[][] draws, int components) {
        return fitting().fit(draws, components);
    }

    /** The default settings of a fit; change them by their setters. */
    public static BernoulliMixtureFit fitting() {
        return new BernoulliMixtureFit();
    }

    /** The number of components K. */
    public int components() {
        return weights.length;
    }

    /** The number of free parameters, K - 1 + KN. */
    public int parameters() {
        return weights.length - 1 + logits.length;
    }

    /** The weights w, K values that add up to 1; a copy. */
    public double[] weights() {
        return weights.clone();
    }

    /** P(x_i = 1) in each component, [K][N]; a copy. */
    public double[][] probabilities() {
        double[][] probabilities = new double[weights.length][dimension()];
        for (int e = 0; e < logits.length; e++) {
            probabilities[e % weights.length][e / weights.length] = Logits.logistic(logits[e]);
        }
        return probabilities;
    }

    /** The logits; a copy. The logit of component k at site i is at {@code i * K + k}. */
    double[] logits() {
        return logits.clone();
    }

    @Override
    public int dimension() {
        return logits.length / weights.length;
    }

    @Override
    public double draw(UniformRandomProvider random, byte[] state) {
        Check.notNull("random", random);
        Check.length(dimension(), "state", Check.notNull("state", state).length);
        int component = drawComponent(random.nextDouble());
        for (int i = 0; i < state.length; i++) {
            state[i] = Logits.draw(logits[i * weights.length + component], random);
        }
        return logProb(state);
    }

    /** The component that a uniform number u in [0, 1) chooses by the weights. */
    private int drawComponent(double u) {
        int last = weights.length - 1;
        double left = u;
        for (int k = 0; k < last; k++) {
            left -= weights[k];
            if (left < 0.0) {
                return k;
            }
        }
        return last;
    }

    @Override
    public double logProb(byte[] state) {
        Check.length(dimension(), "state", Check.notNull("state", state).length);
        return responsibilities(state, new double[weights.length]); // only its result is used, log q
    }

    /**
     * Computes the responsibilities P(component k | state).
     *
     * @param responsibilities written: K values that add up to 1
     * @return log q of the state
     */
    double responsibilities(byte[] state, double[] responsibilities) {
        int components = weights.length;
        System.arraycopy(ofZeros, 0, responsibilities, 0, components);
        for (int i = 0; i < state.length; i++) {
            if (state[i] == 1) {
                for (int k = 0; k < components; k++) {
                    responsibilities[k] += logits[i * components + k];
                }
            }
        }
        // here they are log P(component k, state); the largest is subtracted before exp
        double largest = responsibilities[0];
        for (int k = 1; k < components; k++) {
            largest = Math.max(largest, responsibilities[k]);
        }
        double sum = 0.0;
        for (int k = 0; k < components; k++) {
            responsibilities[k] = Math.exp(responsibilities[k] - largest);
            sum += responsibilities[k];
        }
        for (int k = 0; k < components; k++) {
            responsibilities[k] /= sum;
        }
        return largest + Math.log(sum);
    }

    private Object writeReplace() {
        return new Kept(weights, logits);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw KeptArrays.refusal(BernoulliMixture.class);
    }

    /** The serialised form of a mixture: its weights, then its logits. */
    static final class Kept extends KeptArrays {

        private static final long serialVersionUID = 1L;

        Kept(double[] weights, double[] logits) {
            super(weights, logits);
        }

        @Override
        Object proposal(double[] ofFirst, double[] ofSecond) {
            return ofKept(ofFirst, ofSecond);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BernoulliMixture that
                && Arrays.equals(weights, that.weights)
                && Arrays.equals(logits, that.logits);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(weights) + Arrays.hashCode(logits);
    }

    @Override
    public String toString() {
        return "BernoulliMixture of " + weights.length + " components, " + dimension() + " sites";
    }
}

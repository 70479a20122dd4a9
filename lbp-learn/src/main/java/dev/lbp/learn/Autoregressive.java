package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import dev.lbp.proposal.StateDistribution;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Logistic autoregressive bits: {@code q(x) = prod_i q(x_i | x_0 .. x_{i-1})} with {@code q(x_i = 1 | x_<i) = 1 / (1 +
 * exp(-z_i))} and {@code z_i = b_i + sum_{j<i} W_ij x_j}. It has N(N+1)/2 parameters, is normalised, and its draws are
 * exact.
 *
 * <p>A draw or a score costs O(N^2): for each site j with x_j = 1, column j of W is added to the logits after j. Logits
 * are clamped to [-20, 20], so that each value of a site has a probability of at least 2e-9. A generator of 53 bits
 * draws such a value with a relative error below 1e-7, and q gives every state a positive probability.
 *
 * <p>As the proposal of jumps it is useful up to about 200 sites. Measured acceptance of jumps on a periodic Ising
 * lattice at coupling J, by fits to 17,000 exact draws ({@code lbp experiment proposals --budget quick --seed 1}):
 *
 * <table>
 * <caption>acceptance of jumps</caption>
 * <tr><th>N</th><th>J = .30</th><th>J = .44</th><th>J = .60</th></tr>
 * <tr><td>64</td><td>.78</td><td>.77</td><td>.84</td></tr>
 * <tr><td>144</td><td>.54</td><td>.53</td><td>.73</td></tr>
 * <tr><td>256</td><td>.26</td><td>.26</td><td>.61</td></tr>
 * <tr><td>576</td><td>.01</td><td>.02</td><td>.41</td></tr>
 * </table>
 *
 * <p>A fit knows only the modes that its draws have visited.
 *
 * <p>Source: Frey, Hinton and Dayan, Does the wake-sleep algorithm produce good density estimators?, NIPS 1995 (the
 * fully visible sigmoid belief network); as a proposal: Wu, Wang and Zhang, Solving statistical mechanics using
 * variational autoregressive networks, PRL 122, 2019.
 */
public final class Autoregressive implements StateDistribution {

    private static final long serialVersionUID = 2L;

    /** The largest N. Its N(N+1)/2 parameters fit into one array. */
    private static final int MOST_SITES = 10_000;

    /**
     * The product above which its logarithm is taken. A further factor is at most 1 + e^20 = 5e8, so it stays finite.
     */
    private static final double LARGE = 1e280;

    /** The biases b. */
    private final double[] bias;
    /** W by columns: column j has W_ij for i = j + 1 .. N - 1, and begins at {@code start(n, j)}. */
    private final double[] weights;

    /** Keeps the arrays, without a copy or a check. */
    Autoregressive(double[] bias, double[] weights) {
        this.bias = bias;
        this.weights = weights;
    }

    /**
     * The distribution with these parameters.
     *
     * @param bias b, N values, finite; N in [1, 10,000]
     * @param weights W, N rows; row i has W_ij for j = 0 .. i - 1, finite
     */
    public static Autoregressive of(double[] bias, double[][] weights) {
        int n = Check.notNull("bias", bias).length;
        checkSites("bias.length", n);
        Check.length(n, "weights", Check.notNull("weights", weights).length);
        double[] columns = new double[size(n)];
        for (int i = 0; i < n; i++) {
            String row = "weights[" + i + "]";
            Check.length(i, row, Check.notNull(row, weights[i]).length);
            Check.finite(row, weights[i]);
            for (int j = 0; j < i; j++) {
                columns[start(n, j) + i - j - 1] = weights[i][j];
            }
        }
        return new Autoregressive(Check.finite("bias", bias.clone()), columns);
    }

    /**
     * Checks and keeps the arrays, without a copy.
     *
     * @param columns W by columns, see {@link #start}
     * @throws IllegalArgumentException if a length is wrong or a value not finite
     */
    static Autoregressive ofColumns(double[] bias, double[] columns) {
        checkSites("bias.length", bias.length);
        Check.length(size(bias.length), "weights", columns.length);
        return new Autoregressive(Check.finite("bias", bias), Check.finite("weights", columns));
    }

    /**
     * The maximum-likelihood fit with the defaults of {@link AutoregressiveFit}.
     *
     * @param draws [draws][N] of zeros and ones, at least one
     */
    public static Autoregressive fit(byte[][] draws) {
        return fitting().fit(draws);
    }

    /** The default settings of a fit; change them by their setters. */
    public static AutoregressiveFit fitting() {
        return new AutoregressiveFit();
    }

    /** Copies of draws, [draws][N] of zeros and ones, at least one. */
    static byte[][] checkedDraws(byte[][] draws) {
        Check.atLeast(1, "draws.length", Check.notNull("draws", draws).length);
        int n = Check.notNull("draws[0]", draws[0]).length;
        checkSites("draws[0].length", n);
        return States.checked("draws", draws, n);
    }

    static void checkSites(String name, int sites) {
        Check.that(sites >= 1 && sites <= MOST_SITES, "be in [1, " + MOST_SITES + "]", name, sites);
    }

    /** The index of the first element of column {@code j} of W. */
    static int start(int n, int j) {
        return j * n - j * (j + 1) / 2;
    }

    /** The number of elements of W. */
    static int size(int n) {
        return n * (n - 1) / 2;
    }

    double[] bias() {
        return bias.clone();
    }

    double[] weights() {
        return weights.clone();
    }

    /** The number of parameters, N(N+1)/2. */
    public int parameters() {
        return bias.length + weights.length;
    }

    @Override
    public int dimension() {
        return bias.length;
    }

    @Override
    public double draw(UniformRandomProvider random, byte[] state) {
        Check.notNull("random", random);
        Check.length(bias.length, "state", Check.notNull("state", state).length);
        return drawOrScore(state, random);
    }

    @Override
    public double logProb(byte[] state) {
        Check.length(bias.length, "state", Check.notNull("state", state).length);
        return drawOrScore(state, null); // without random numbers it only scores
    }

    /**
     * Computes log q site by site. Draws each site first if {@code random} is not null. Drawing and scoring the same
     * state give the same sum, bit for bit.
     */
    private double drawOrScore(byte[] state, @Nullable UniformRandomProvider random) {
        int n = bias.length;
        double[] logits = bias.clone();
        double logProb = 0.0;
        double product = 1.0; // of 1 / q(x_i | x_<i), so that many sites share one logarithm
        for (int i = 0; i < n; i++) {
            double logit = Logits.clamped(logits[i]);
            int likely = logit > 0.0 ? 1 : 0;
            double odds = Math.exp(-Math.abs(logit)); // of the less likely value
            if (random != null) {
                boolean rare = random.nextDouble() < odds / (1.0 + odds);
                state[i] = (byte) (rare ? 1 - likely : likely);
            }
            product *= state[i] == likely ? 1.0 + odds : (1.0 + odds) / odds;
            if (product > LARGE) {
                logProb -= Math.log(product);
                product = 1.0;
            }
            if (state[i] == 1) {
                addColumn(i, logits);
            }
        }
        return logProb - Math.log(product);
    }

    /** Adds W_ij to the logit of each site i after j, because x_j is 1. */
    private void addColumn(int j, double[] logits) {
        int first = start(bias.length, j) - j - 1; // W_ij is at first + i
        for (int i = j + 1; i < logits.length; i++) {
            logits[i] += weights[first + i];
        }
    }

    private Object writeReplace() {
        return new Kept(bias, weights);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw KeptArrays.refusal(Autoregressive.class);
    }

    /** The serialised form of a proposal: its biases, then its weights. */
    static final class Kept extends KeptArrays {

        private static final long serialVersionUID = 1L;

        Kept(double[] bias, double[] weights) {
            super(bias, weights);
        }

        @Override
        Object proposal(double[] ofFirst, double[] ofSecond) {
            return ofColumns(ofFirst, ofSecond);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Autoregressive that
                && Arrays.equals(bias, that.bias)
                && Arrays.equals(weights, that.weights);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(bias) + Arrays.hashCode(weights);
    }

    @Override
    public String toString() {
        return "Autoregressive of " + bias.length + " sites";
    }
}

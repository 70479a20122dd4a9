package dev.lbp.learn;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A logistic autoregressive q with centred inputs: {@code z_i = c_i + sum_{j<i} W_ij (x_j - m_j)}. Its parameters are
 * c, followed by W column by column. With residuals {@code e_i = x_i - q(x_i = 1 | x_<i)} the gradient of log q is
 * {@code e_i} for c_i and {@code e_i (x_j - m_j)} for W_ij. Centring by the means m makes weights and biases nearly
 * orthogonal, so that gradient ascent needs few steps.
 *
 * <p>A gradient costs O(states N^2 / 2 * share of ones), because a site with x_j = 0 adds nothing. {@value #BLOCK}
 * states are computed at once, so that each column of W is read from memory once per block. The states are divided into
 * a fixed number of slices, which run on the common pool. Their sums are added in order, so the result does not depend
 * on the number of threads.
 */
final class CentredLogistic implements Parametric<Autoregressive> {

    private static final int BLOCK = 8;

    private static final int SLICES = 4;

    private final int n;
    private final double[] means;
    private final double[] parameters;
    private final double[] gradient;
    private final Slice[] slices;

    private CentredLogistic(double[] means, double[] parameters) {
        n = means.length;
        this.means = means;
        this.parameters = parameters;
        gradient = new double[parameters.length];
        slices = IntStream.range(0, SLICES).mapToObj(s -> new Slice()).toArray(Slice[]::new);
    }

    /** Independent sites with the given means, in (0, 1). */
    static CentredLogistic independent(double[] means) {
        int n = means.length;
        double[] parameters = new double[n + Autoregressive.size(n)];
        for (int i = 0; i < n; i++) {
            parameters[i] = Math.log(means[i] / (1.0 - means[i]));
        }
        return new CentredLogistic(means, parameters);
    }

    /** The distribution q with inputs centred at the given means. */
    static CentredLogistic of(Autoregressive q, double[] means) {
        int n = means.length;
        double[] parameters = Arrays.copyOf(q.bias(), n + Autoregressive.size(n));
        System.arraycopy(q.weights(), 0, parameters, n, Autoregressive.size(n));
        shift(parameters, parameters, means, 1.0); // changes the first n parameters, the biases
        return new CentredLogistic(means, parameters);
    }

    /** The share of ones of each site, with half a draw of each value added, so that it is never 0 or 1. */
    static double[] means(byte[][] draws, int n) {
        double[] means = new double[n];
        Arrays.fill(means, 0.5);
        for (byte[] draw : draws) {
            for (int i = 0; i < n; i++) {
                means[i] += draw[i];
            }
        }
        for (int i = 0; i < n; i++) {
            means[i] /= draws.length + 1.0;
        }
        return means;
    }

    @Override
    public double[] parameters() {
        return parameters;
    }

    @Override
    public Autoregressive distribution() {
        return new Autoregressive(uncentred(), Arrays.copyOfRange(parameters, n, parameters.length));
    }

    @Override
    public double[] gradient(byte[][] states, double[] weights) {
        double[] bias = uncentred();
        IntStream.range(0, SLICES).parallel().forEach(s -> {
            int from = (int) ((long) states.length * s / SLICES);
            int to = (int) ((long) states.length * (s + 1) / SLICES);
            slices[s].sum(bias, states, weights, from, to);
        });
        Arrays.fill(gradient, 0.0);
        for (Slice slice : slices) {
            add(slice.sums, gradient);
        }
        // the slices' sums are e_i x_j for W_ij and e_i for c_i; centred inputs make it e_i (x_j - m_j) for W_ij
        for (int j = 0; j < n; j++) {
            int first = column(j);
            for (int i = j + 1; i < n; i++) {
                gradient[first + i] -= means[j] * gradient[i];
            }
        }
        return gradient;
    }

    /** The offset of column j: parameter W_ij is at {@code column(j) + i}. */
    private int column(int j) {
        return n + Autoregressive.start(n, j) - j - 1;
    }

    /** The biases b of the form {@code z_i = b_i + sum W_ij x_j}. */
    private double[] uncentred() {
        double[] bias = Arrays.copyOf(parameters, n);
        shift(bias, parameters, means, -1.0); // b_i = c_i - sum_j W_ij m_j
        return bias;
    }

    /** Adds {@code sign * sum_j W_ij m_j} to each bias. */
    private static void shift(double[] bias, double[] parameters, double[] means, double sign) {
        int n = means.length;
        for (int j = 0; j < n; j++) {
            int first = n + Autoregressive.start(n, j) - j - 1; // W_ij is at first + i, behind the n biases
            for (int i = j + 1; i < n; i++) {
                bias[i] += sign * means[j] * parameters[first + i];
            }
        }
    }

    private static void add(double[] from, double[] to) {
        for (int k = 0; k < from.length; k++) {
            to[k] += from[k];
        }
    }

    /** The gradient sums of one slice of the states, without centring. Used by one thread. */
    private final class Slice {

        private final double[] sums = new double[parameters.length];
        private final double[][] block = new double[BLOCK][n]; // logits, then weighted residuals

        /** Sums the gradients of the states {@code from} to {@code to - 1}, each times its weight. */
        private void sum(double[] bias, byte[][] states, double[] weights, int from, int to) {
            Arrays.fill(sums, 0.0);
            for (int first = from; first < to; first += BLOCK) {
                addBlock(bias, states, weights, first, Math.min(BLOCK, to - first));
            }
        }

        /**
         * Computes the logits of {@code rows} states, turns them into weighted residuals, and adds their gradients to
         * {@link #sums}.
         */
        private void addBlock(double[] bias, byte[][] states, double[] weights, int first, int rows) {
            for (int r = 0; r < rows; r++) {
                System.arraycopy(bias, 0, block[r], 0, n);
            }
            for (int j = 0; j < n; j++) { // a column of W is read for all rows while the cache holds it
                for (int r = 0; r < rows; r++) {
                    if (states[first + r][j] == 1) {
                        addColumn(j, block[r]);
                    }
                }
            }
            for (int r = 0; r < rows; r++) {
                toResiduals(block[r], states[first + r], weights[first + r]);
                add(block[r], sums);
            }
            for (int j = 0; j < n; j++) {
                for (int r = 0; r < rows; r++) {
                    if (states[first + r][j] == 1) {
                        addToColumn(j, block[r]);
                    }
                }
            }
        }

        /** Adds W_ij to the logit of each site i after j, because x_j is 1. */
        private void addColumn(int j, double[] logits) {
            int first = column(j);
            for (int i = j + 1; i < n; i++) {
                logits[i] += parameters[first + i];
            }
        }

        /** Adds the residuals e_i to the sums of W_ij, i > j, for a state with x_j = 1. */
        private void addToColumn(int j, double[] residuals) {
            int first = column(j);
            for (int i = j + 1; i < n; i++) {
                sums[first + i] += residuals[i];
            }
        }

        /** Replaces logits by {@code weight * e_i}. */
        private void toResiduals(double[] logits, byte[] state, double weight) {
            for (int i = 0; i < n; i++) {
                logits[i] = weight * (state[i] - Logits.logistic(logits[i]));
            }
        }
    }
}

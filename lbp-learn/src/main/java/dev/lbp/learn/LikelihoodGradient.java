package dev.lbp.learn;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The gradient of the mean of {@code -log q} over some draws, for a logistic autoregressive q with centred inputs: {@code z_i = c_i +
 * sum_{j<i} W_ij (x_j - m_j)}. With residuals {@code e_i = q(x_i = 1 | x_<i) - x_i} it is {@code e_i} for c_i and {@code e_i (x_j - m_j)}
 * for W_ij. Centring by the means m makes weights and biases nearly orthogonal, so that gradient descent needs few steps.
 *
 * <p>Cost O(draws N^2 / 2 * share of ones): a site with x_j = 0 adds nothing. {@value #BLOCK} draws are computed at once, so that a
 * column of W is read from memory once for all of them. A fixed number of slices of the draws runs on the common pool; their sums are
 * added in order, so the result does not depend on the number of threads.
 */
final class LikelihoodGradient {

    private static final int BLOCK = 8;

    private static final int SLICES = 4;

    private final int n;
    private final double[] means;
    private final Slice[] slices;

    /** The gradient for the last biases and weights. */
    final double[] bias;

    final double[] weights;

    LikelihoodGradient(double[] means) {
        n = means.length;
        this.means = means;
        bias = new double[n];
        weights = new double[Autoregressive.size(n)];
        slices = IntStream.range(0, SLICES).mapToObj(s -> new Slice()).toArray(Slice[]::new);
    }

    /**
     * Computes the gradient.
     *
     * @param centred c, N values
     * @param columns W by columns, as {@link Autoregressive} has them
     * @param draws at least one
     */
    void compute(double[] centred, double[] columns, byte[][] draws) {
        double[] offset = uncentred(centred, columns, means);
        IntStream.range(0, SLICES).parallel().forEach(s -> {
            int from = (int) ((long) draws.length * s / SLICES);
            int to = (int) ((long) draws.length * (s + 1) / SLICES);
            slices[s].sum(offset, columns, draws, from, to);
        });
        Arrays.fill(bias, 0.0);
        Arrays.fill(weights, 0.0);
        double scale = 1.0 / draws.length;
        for (Slice slice : slices) {
            addScaled(scale, slice.bias, bias);
            addScaled(scale, slice.weights, weights);
        }
        for (int j = 0; j < n; j++) {
            int first = Autoregressive.start(n, j) - j - 1;
            for (int i = j + 1; i < n; i++) {
                weights[first + i] -= means[j] * bias[i];
            }
        }
    }

    /** b of {@code z_i = b_i + sum W_ij x_j} from c. */
    static double[] uncentred(double[] centred, double[] columns, double[] means) {
        return shifted(centred, columns, means, -1.0);
    }

    /** c of {@code z_i = c_i + sum W_ij (x_j - m_j)} from b. */
    static double[] centred(double[] bias, double[] columns, double[] means) {
        return shifted(bias, columns, means, 1.0);
    }

    private static double[] shifted(double[] bias, double[] columns, double[] means, double sign) {
        int n = bias.length;
        double[] result = bias.clone();
        for (int j = 0; j < n; j++) {
            int first = Autoregressive.start(n, j) - j - 1;
            for (int i = j + 1; i < n; i++) {
                result[i] += sign * means[j] * columns[first + i];
            }
        }
        return result;
    }

    private static void addScaled(double scale, double[] from, double[] to) {
        for (int k = 0; k < to.length; k++) {
            to[k] += scale * from[k];
        }
    }

    /** Sums over some of the draws, of one thread. */
    private final class Slice {

        private final double[] bias = new double[n];
        private final double[] weights = new double[Autoregressive.size(n)];
        private final double[][] block = new double[BLOCK][n]; // logits, then residuals

        private void sum(double[] offset, double[] columns, byte[][] draws, int from, int to) {
            Arrays.fill(bias, 0.0);
            Arrays.fill(weights, 0.0);
            for (int first = from; first < to; first += BLOCK) {
                add(offset, columns, draws, first, Math.min(BLOCK, to - first));
            }
        }

        private void add(double[] offset, double[] columns, byte[][] draws, int first, int rows) {
            for (int r = 0; r < rows; r++) {
                System.arraycopy(offset, 0, block[r], 0, n);
            }
            for (int j = 0; j < n; j++) {
                for (int r = 0; r < rows; r++) {
                    if (draws[first + r][j] == 1) {
                        addColumn(j, columns, block[r]);
                    }
                }
            }
            for (int r = 0; r < rows; r++) {
                residuals(block[r], draws[first + r]);
                addScaled(1.0, block[r], bias);
            }
            for (int j = 0; j < n; j++) {
                for (int r = 0; r < rows; r++) {
                    if (draws[first + r][j] == 1) {
                        addToColumn(j, block[r], weights);
                    }
                }
            }
        }

        private void addColumn(int j, double[] columns, double[] logits) {
            int start = Autoregressive.start(n, j) - j - 1;
            for (int i = j + 1; i < n; i++) {
                logits[i] += columns[start + i];
            }
        }

        private void addToColumn(int j, double[] residuals, double[] columns) {
            int start = Autoregressive.start(n, j) - j - 1;
            for (int i = j + 1; i < n; i++) {
                columns[start + i] += residuals[i];
            }
        }

        private void residuals(double[] logits, byte[] draw) {
            for (int i = 0; i < n; i++) {
                logits[i] = 1.0 / (1.0 + Math.exp(-logits[i])) - draw[i];
            }
        }
    }
}

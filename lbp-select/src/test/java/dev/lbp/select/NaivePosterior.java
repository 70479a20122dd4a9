package dev.lbp.select;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The posterior distribution of coefficients by sums over models, a grid of g and a grid of the noise variance. Given
 * all three a coefficient is normal. Columns and response are centred, not scaled.
 */
final class NaivePosterior {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0.0, 1.0);

    /** A model with a noise variance and, if there is one, a g. */
    private record Node(double logWeight, int[] in, double[] means, double[][] covariance, double sigma2) {}

    private final List<Node> nodes = new ArrayList<>();
    private final double[] columnMeans;
    private final double responseMean;
    private final int n;
    private double largest = Double.NEGATIVE_INFINITY;

    /**
     * @param gs values of g, each with a log-weight; {@code {NaN, 0}} for a ridge prior
     * @param ridge the precision of coefficients of columns of standard deviation 1, in units of the noise
     * @param known the noise variance; NaN if it is unknown
     */
    NaivePosterior(double[][] x, double[] y, double[][] gs, double ridge, double known, IntToDoubleFunction logPrior) {
        this.n = y.length;
        int p = x[0].length;
        this.columnMeans = new double[p];
        double mean = 0.0;
        for (int t = 0; t < n; t++) {
            mean += y[t] / n;
            for (int j = 0; j < p; j++) {
                columnMeans[j] += x[t][j] / n;
            }
        }
        this.responseMean = mean;
        double[][] xx = new double[p][p];
        double[] xy = new double[p];
        double yy = 0.0;
        for (int t = 0; t < n; t++) {
            yy += (y[t] - mean) * (y[t] - mean);
            for (int i = 0; i < p; i++) {
                xy[i] += (x[t][i] - columnMeans[i]) * (y[t] - mean);
                for (int j = 0; j < p; j++) {
                    xx[i][j] += (x[t][i] - columnMeans[i]) * (x[t][j] - columnMeans[j]);
                }
            }
        }
        for (int bits = 0; bits < 1 << p; bits++) {
            int model = bits;
            int[] in = IntStream.range(0, p).filter(j -> (model >> j & 1) != 0).toArray();
            for (double[] g : gs) {
                add(in, xx, xy, yy, g, ridge, known, logPrior.applyAsDouble(in.length));
            }
        }
    }

    private void add(
            int[] in, double[][] xx, double[] xy, double yy, double[] g, double ridge, double known, double logPrior) {
        int k = in.length;
        boolean isG = !Double.isNaN(g[0]);
        double shrinkage = isG ? g[0] / (1.0 + g[0]) : 1.0;
        double[][] a = new double[k][2 * k];
        double logDet = 0.0;
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < k; j++) {
                a[i][j] = xx[in[i]][in[j]];
            }
            double precision = isG ? 0.0 : ridge * xx[in[i]][in[i]] / (n - 1);
            a[i][i] += precision;
            a[i][k + i] = 1.0;
            logDet -= isG ? 0.0 : Math.log(precision);
        }
        for (int i = 0; i < k; i++) {
            double pivot = a[i][i];
            logDet += isG ? 0.0 : Math.log(pivot);
            for (int j = 0; j < 2 * k; j++) {
                a[i][j] /= pivot;
            }
            for (int other = 0; other < k; other++) {
                double factor = other == i ? 0.0 : a[other][i];
                for (int j = 0; j < 2 * k; j++) {
                    a[other][j] -= factor * a[i][j];
                }
            }
        }
        double[] means = new double[k];
        double[][] covariance = new double[k][k];
        double explained = 0.0;
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < k; j++) {
                covariance[i][j] = shrinkage * a[i][k + j];
                means[i] += shrinkage * a[i][k + j] * xy[in[j]];
            }
            explained += means[i] * xy[in[i]];
        }
        double rest = yy - explained;
        double log = logPrior + g[1] - (isG ? 0.5 * k * Math.log(1.0 + g[0]) : 0.5 * logDet);
        if (!Double.isNaN(known)) {
            keep(new Node(log - 0.5 * rest / known, in, means, covariance, known));
            return;
        }
        double centre = Math.log(rest / n);
        for (double z = -4.0; z <= 6.0; z += 0.05) {
            double sigma2 = Math.exp(centre + z);
            keep(new Node(log - 0.5 * (n - 1) * (centre + z) - 0.5 * rest / sigma2, in, means, covariance, sigma2));
        }
    }

    private void keep(Node node) {
        nodes.add(node);
        largest = Math.max(largest, node.logWeight);
    }

    private double mean(ToDoubleFunction<Node> of) {
        nodes.removeIf(node -> node.logWeight < largest - 35.0);
        double sum = 0.0;
        double total = 0.0;
        for (Node node : nodes) {
            double weight = Math.exp(node.logWeight - largest);
            total += weight;
            sum += weight * of.applyAsDouble(node);
        }
        return sum / total;
    }

    private static int place(Node node, int column) {
        return IntStream.range(0, node.in.length)
                .filter(m -> node.in[m] == column)
                .findFirst()
                .orElse(-1);
    }

    /** P(b <= x), or P(b < x). */
    DoubleUnaryOperator distribution(int column, boolean orEqual) {
        return x -> mean(node -> {
            int m = place(node, column);
            return m < 0
                    ? (orEqual ? x >= 0.0 : x > 0.0) ? 1.0 : 0.0
                    : NORMAL.cumulativeProbability(
                            (x - node.means[m]) / Math.sqrt(node.sigma2 * node.covariance[m][m]));
        });
    }

    /** P(the constant <= x). */
    double intercept(double x) {
        return mean(node -> NORMAL.cumulativeProbability((x - place(node, new double[columnMeans.length]))
                / Math.sqrt(node.sigma2 * form(node, new double[columnMeans.length]))));
    }

    /** The logarithm of the density of a new response. */
    double logDensity(double[] row, double y) {
        return Math.log(mean(node -> {
            double sd = Math.sqrt(node.sigma2 * (1.0 + form(node, row)));
            return NORMAL.density((y - place(node, row)) / sd) / sd;
        }));
    }

    /** The expected response at a row. */
    private double place(Node node, double[] row) {
        double place = responseMean;
        for (int i = 0; i < node.in.length; i++) {
            place += (row[node.in[i]] - columnMeans[node.in[i]]) * node.means[i];
        }
        return place;
    }

    /** Its variance, divided by that of the noise. */
    private double form(Node node, double[] row) {
        double form = 1.0 / n;
        for (int i = 0; i < node.in.length; i++) {
            double value = row[node.in[i]] - columnMeans[node.in[i]];
            for (int j = 0; j < node.in.length; j++) {
                form += value * node.covariance[i][j] * (row[node.in[j]] - columnMeans[node.in[j]]);
            }
        }
        return form;
    }
}

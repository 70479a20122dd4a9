package dev.lbp.learn;

import dev.lbp.continuous.DataDensity;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Logistic regression of 2 inputs and 40 points with the prior N(0, 2^2), plain Java; and its posterior on a grid. */
final class LogisticPosterior implements DataDensity {

    private static final long serialVersionUID = 1L;

    static final int POINTS = 40;
    private static final double PRIOR = 2.0;

    /** The grid has this many points a side, over [-9, 11] x [-10, 10]; beyond it there is less than 1e-9. */
    private static final int SIDE = 201;

    final double[][] inputs = new double[POINTS][2];
    final int[] labels = new int[POINTS];

    LogisticPosterior() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(40);
        for (int k = 0; k < POINTS; k++) {
            double common = random.nextDouble() - 0.5; // correlated inputs, so that coordinates are too
            inputs[k][0] = common + 2.0 * random.nextDouble() - 1.0;
            inputs[k][1] = common + 2.0 * random.nextDouble() - 1.0;
            labels[k] = random.nextDouble() < logistic(1.5 * inputs[k][0] - 0.5 * inputs[k][1]) ? 1 : 0;
        }
    }

    static double logistic(double eta) {
        return 1.0 / (1.0 + Math.exp(-eta));
    }

    /** p(y_k | x_k, theta). */
    double probability(double[] theta, int k) {
        double eta = theta[0] * inputs[k][0] + theta[1] * inputs[k][1];
        return logistic(labels[k] == 1 ? eta : -eta);
    }

    @Override
    public int dimension() {
        return 2;
    }

    @Override
    public int dataCount() {
        return POINTS;
    }

    @Override
    public double estimate(double[] point, int[] data, double[] gradient) {
        double factor = POINTS / (double) data.length;
        double sum = -(point[0] * point[0] + point[1] * point[1]) / (2.0 * PRIOR * PRIOR);
        gradient[0] = -point[0] / (PRIOR * PRIOR);
        gradient[1] = -point[1] / (PRIOR * PRIOR);
        for (int k : data) {
            double p = probability(point, k);
            sum += factor * Math.log(p);
            double sign = labels[k] == 1 ? 1.0 : -1.0;
            gradient[0] += factor * sign * (1.0 - p) * inputs[k][0];
            gradient[1] += factor * sign * (1.0 - p) * inputs[k][1];
        }
        return sum;
    }

    private static int[] all() {
        int[] all = new int[POINTS];
        for (int k = 0; k < POINTS; k++) {
            all[k] = k;
        }
        return all;
    }

    double logProb(double[] point) {
        return estimate(point, all(), new double[2]);
    }

    /** In one copy: toDoubleMatrix() would make an INDArray of each row. */
    private static double[][] rows(INDArray points) {
        double[] values = points.dup('c').data().asDouble();
        double[][] rows = new double[values.length / 2][];
        Arrays.setAll(rows, r -> new double[] {values[2 * r], values[2 * r + 1]});
        return rows;
    }

    @Override
    public INDArray logProb(INDArray points) {
        double[][] rows = rows(points);
        double[] scores = new double[rows.length];
        for (int r = 0; r < rows.length; r++) {
            scores[r] = logProb(rows[r]);
        }
        return Nd4j.createFromArray(scores);
    }

    @Override
    public INDArray gradient(INDArray points) {
        double[][] rows = rows(points);
        double[][] gradients = new double[rows.length][2];
        for (int r = 0; r < rows.length; r++) {
            estimate(rows[r], all(), gradients[r]);
        }
        return Nd4j.createFromArray(gradients);
    }

    /**
     * The posterior on a grid.
     *
     * @param points [cells][2]
     * @param probabilities of the cells
     */
    record Grid(double[][] points, double[] logProbs, double[] probabilities) {

        double mean(java.util.function.ToDoubleFunction<double[]> f) {
            double mean = 0.0;
            for (int k = 0; k < points.length; k++) {
                mean += probabilities[k] * f.applyAsDouble(points[k]);
            }
            return mean;
        }

        /** The acceptance rate and its bound for a q, both laws restricted to the grid. */
        AcceptanceRate rate(GaussianProposal q) {
            double[] logWeights = new double[points.length];
            double[] ofQ = new double[points.length];
            for (int k = 0; k < points.length; k++) {
                ofQ[k] = q.logProb(points[k]);
                logWeights[k] = logProbs[k] - ofQ[k];
            }
            return AcceptanceRate.weighted(logWeights, probabilities, logWeights, normalised(ofQ));
        }
    }

    Grid grid() {
        double[][] points = new double[SIDE * SIDE][2];
        double[] logProbs = new double[points.length];
        for (int k = 0; k < points.length; k++) {
            points[k][0] = -9.0 + 20.0 * (k / SIDE) / (SIDE - 1.0);
            points[k][1] = -10.0 + 20.0 * (k % SIDE) / (SIDE - 1.0);
            logProbs[k] = logProb(points[k]);
        }
        return new Grid(points, logProbs, normalised(logProbs));
    }

    private static double[] normalised(double[] logProbs) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double value : logProbs) {
            largest = Math.max(largest, value);
        }
        double[] shares = new double[logProbs.length];
        double sum = 0.0;
        for (int k = 0; k < shares.length; k++) {
            shares[k] = Math.exp(logProbs[k] - largest);
            sum += shares[k];
        }
        for (int k = 0; k < shares.length; k++) {
            shares[k] /= sum;
        }
        return shares;
    }
}

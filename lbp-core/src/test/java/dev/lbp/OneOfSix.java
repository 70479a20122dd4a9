package dev.lbp;

import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Exactly one of the first six sites is to be 1, by a penalty times the squared difference; the others are independent,
 * of log-odds 1/2. Every state is possible, and almost all that are sampled meet the constraint.
 */
public record OneOfSix(int dimension, double penalty, DataType dataType) implements EnergyModel {

    private static final int GROUP = 6;

    private static final double LOG_ODDS = 0.5;

    /** The same target with a tracker. */
    public LocalEnergyModel local() {
        double[] bias = new double[dimension];
        double[][] coupling = new double[dimension][dimension];
        for (int i = 0; i < dimension; i++) {
            bias[i] = i < GROUP ? penalty : LOG_ODDS;
            for (int j = 0; j < GROUP; j++) {
                coupling[i][j] = i < GROUP && i != j ? -2.0 * penalty : 0.0;
            }
        }
        return new SmallPairwise(bias, coupling, new int[0][]);
    }

    /** How many of the six are 1. */
    public static int ones(byte[] state) {
        int ones = 0;
        for (int i = 0; i < GROUP; i++) {
            ones += state[i];
        }
        return ones;
    }

    @Override
    public INDArray logProb(INDArray states) {
        double[][] x = Rows.of(states);
        return Nd4j.createFromArray(
                Arrays.stream(x).mapToDouble(this::logDensity).toArray());
    }

    private double logDensity(double[] x) {
        double excess = excess(x);
        double rest = Arrays.stream(x, GROUP, x.length).sum();
        return -penalty * excess * excess + LOG_ODDS * rest;
    }

    private static double excess(double[] x) {
        return Arrays.stream(x, 0, GROUP).sum() - 1.0;
    }

    @Override
    public INDArray gradient(INDArray states) {
        throw new UnsupportedOperationException("log-ratios are exact");
    }

    @Override
    public INDArray flipLogRatios(INDArray states) {
        double[][] x = Rows.of(states);
        for (double[] row : x) {
            double excess = excess(row);
            for (int i = 0; i < row.length; i++) {
                double step = 1.0 - 2.0 * row[i];
                row[i] = i < GROUP ? -penalty * (2.0 * step * excess + 1.0) : LOG_ODDS * step;
            }
        }
        return Rows.matrix(x, dataType);
    }

    @Override
    public boolean exactFlips() {
        return true;
    }
}

package dev.lbp.models;

import dev.lbp.internal.kernel.nd4j.StateBatch;
import dev.lbp.target.CategoricalEnergyModel;
import java.util.Arrays;
import java.util.Random;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A Potts model with an open border, batched: its log-probability is linear in the cells of each site. */
record BatchedPotts(int rows, int cols, int values, double coupling, double[][] field)
        implements CategoricalEnergyModel {

    /** A field of independent uniform values in (-halfWidth, halfWidth). */
    static BatchedPotts random(int rows, int cols, int values, double coupling, double halfWidth, long seed) {
        Random random = new Random(seed);
        double[][] field = new double[rows * cols][values];
        for (double[] site : field) {
            Arrays.setAll(site, c -> halfWidth * (2.0 * random.nextDouble() - 1.0));
        }
        return new BatchedPotts(rows, cols, values, coupling, field);
    }

    @Override
    public int dimension() {
        return rows * cols;
    }

    @Override
    public boolean exactFlips() {
        return true;
    }

    @Override
    public INDArray logProb(INDArray states) {
        double[] x = StateBatch.doubles(states, dimension() * values);
        double[] logProb = new double[(int) states.size(0)];
        double[] slopes = slopes(x, 0.5 * coupling);
        for (int k = 0; k < x.length; k++) {
            logProb[k / (dimension() * values)] += x[k] * slopes[k];
        }
        return Nd4j.createFromArray(logProb);
    }

    @Override
    public INDArray gradient(INDArray states) {
        return Nd4j.createFromArray(slopes(StateBatch.doubles(states, dimension() * values), coupling))
                .reshape(states.shape());
    }

    /** h_i(c) plus {@code strength} times the neighbours of i with value c, by cell. */
    private double[] slopes(double[] x, double strength) {
        double[] slopes = new double[x.length];
        for (int k = 0; k < x.length; k++) {
            int site = k / values % dimension();
            int row = site / cols;
            int col = site % cols;
            double equal = (row > 0 ? x[k - cols * values] : 0.0)
                    + (row < rows - 1 ? x[k + cols * values] : 0.0)
                    + (col > 0 ? x[k - values] : 0.0)
                    + (col < cols - 1 ? x[k + values] : 0.0);
            slopes[k] = field[site][k % values] + strength * equal;
        }
        return slopes;
    }
}

package dev.lbp.experiments.comparison;

import dev.lbp.internal.Check;
import dev.lbp.target.CategoricalEnergyModel;
import java.util.Arrays;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The Potts model of a square lattice with an open border: two neighbours with equal values add J to the
 * log-probability. It is scored as a whole, and its logits are exact.
 *
 * @param side rows and columns, at least 2
 * @param values the values of a site, at least 2
 * @param coupling J
 */
public record WholePotts(int side, int values, double coupling) implements CategoricalEnergyModel {

    /** Checks the sizes. */
    public WholePotts {
        Check.atLeast(2, "side", side);
        Check.atLeast(2, "values", values);
    }

    @Override
    public int dimension() {
        return side * side;
    }

    @Override
    public boolean exactFlips() {
        return true;
    }

    @Override
    public INDArray logProb(INDArray states) {
        double[][] rows = rows(states);
        double[] sums = new double[rows.length];
        for (int c = 0; c < rows.length; c++) {
            double[] logits = logits(rows[c]);
            for (int k = 0; k < logits.length; k++) {
                sums[c] += 0.5 * rows[c][k] * logits[k]; // a pair is in the logits of both of its sites
            }
        }
        return Nd4j.createFromArray(sums);
    }

    /** The logits of each state: log-probability is linear in each site's one-hot values, so they are its gradient. */
    @Override
    public INDArray gradient(INDArray states) {
        double[][] rows = rows(states);
        Arrays.setAll(rows, c -> logits(rows[c]));
        return Nd4j.createFromArray(rows);
    }

    /** The one-hot states as rows of an array, [states][sites * values]. */
    private double[][] rows(INDArray states) {
        // One copy: toDoubleMatrix() would make an INDArray of each row.
        double[] all = states.dup('c').data().asDouble();
        double[][] rows = new double[(int) states.size(0)][];
        int length = dimension() * values;
        Arrays.setAll(rows, c -> Arrays.copyOfRange(all, c * length, (c + 1) * length));
        return rows;
    }

    /** For each site and value, J times the number of neighbours that have the value. */
    private double[] logits(double[] cells) {
        double[] logits = new double[cells.length];
        for (int i = 0; i < dimension(); i++) {
            if (i % side + 1 < side) {
                couple(cells, logits, i, i + 1);
            }
            if (i + side < dimension()) {
                couple(cells, logits, i, i + side);
            }
        }
        return logits;
    }

    /** Adds J to each logit of sites i and j whose value the other site has. */
    private void couple(double[] cells, double[] logits, int i, int j) {
        for (int v = 0; v < values; v++) {
            logits[i * values + v] += coupling * cells[j * values + v];
            logits[j * values + v] += coupling * cells[i * values + v];
        }
    }
}

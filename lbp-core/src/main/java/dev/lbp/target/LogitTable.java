package dev.lbp.target;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.nd4j.StateBatch;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Independent sites in batches, {@code log pi(x) = sum_i logits_i(x_i)}. */
final class LogitTable implements CategoricalEnergyModel {

    private static final long serialVersionUID = 1L;

    private final int values;

    /** [sites * values] */
    private final double[] logits;

    LogitTable(double[][] given) {
        Check.that(Check.notNull("logits", given).length > 0, "have at least one site", "logits", "none");
        values = Check.atLeast(2, "logits[0].length", Check.notNull("logits[0]", given[0]).length);
        logits = new double[Math.multiplyExact(given.length, values)];
        for (int i = 0; i < given.length; i++) {
            Check.length(values, "logits[" + i + "]", Check.notNull("logits[" + i + "]", given[i]).length);
            boolean possible = false;
            for (int c = 0; c < values; c++) {
                double logit = given[i][c];
                Check.that(logit <= Double.MAX_VALUE, "be finite or -Infinity", "logits[" + i + "][" + c + "]", logit);
                possible |= logit != Double.NEGATIVE_INFINITY;
                logits[i * values + c] = logit;
            }
            Check.that(possible, "have a possible value", "logits[" + i + "]", "-Infinity for each");
        }
    }

    @Override
    public int dimension() {
        return logits.length / values;
    }

    @Override
    public int values() {
        return values;
    }

    @Override
    public boolean exactFlips() {
        return true;
    }

    @Override
    public INDArray logProb(INDArray states) {
        double[] cells = StateBatch.doubles(states, logits.length);
        double[] sums = new double[cells.length / logits.length];
        for (int k = 0; k < cells.length; k++) {
            if (cells[k] != 0.0) { // 0 times an infinite logit is NaN
                sums[k / logits.length] += cells[k] * logits[k % logits.length];
            }
        }
        return Nd4j.createFromArray(sums);
    }

    @Override
    public INDArray gradient(INDArray states) {
        int rows = Math.toIntExact(states.size(0));
        double[] all = new double[Math.multiplyExact(rows, logits.length)];
        for (int r = 0; r < rows; r++) {
            System.arraycopy(logits, 0, all, r * logits.length, logits.length);
        }
        return CellScores.matrix(all, rows);
    }
}

package dev.lbp.nn;

import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The arrays of a {@link NetworkModel} for one thread and one number of rows: the results of the last evaluation. */
final class NetworkBatch {

    private final int rows;
    private final FloatBuffer scores;

    /** [rows], in double precision. */
    private final INDArray logProb;

    /** [rows, N] in 'c' order. The network writes it in place. */
    private final INDArray gradients;

    private final NativeDoubles logProbValues;
    private final NativeFloats gradientValues;
    private final double[] sums;

    /** NaN for each row, written before an evaluation so that a score the network does not write is noticed. */
    private final float[] unwritten;

    /** One row of states, then of gradients. */
    private final float[] row;

    NetworkBatch(int rows, int n) {
        this.rows = rows;
        this.scores = DirectFloats.allocate(rows);
        this.logProb = Nd4j.createUninitialized(DataType.DOUBLE, rows);
        this.gradients = Nd4j.createUninitialized(DataType.FLOAT, rows, n);
        this.logProb.setCloseable(false); // later evaluations write to this memory, even if a caller closes the array
        this.gradients.setCloseable(false);
        this.logProbValues = new NativeDoubles(logProb);
        this.gradientValues = new NativeFloats(gradients);
        this.sums = new double[rows];
        this.unwritten = new float[rows];
        Arrays.fill(unwritten, Float.NaN);
        this.row = new float[n];
    }

    int rows() {
        return rows;
    }

    /** The log-probabilities, [rows]; the next evaluation overwrites them. */
    INDArray logProb() {
        return logProb;
    }

    /** A new array of log-probabilities. Not by {@code dup()}, which takes longer than a small network. */
    INDArray copyOfLogProb() {
        return Nd4j.createFromArray(sums);
    }

    /** The gradients, [rows, N] in 'c' order; the next evaluation with gradients overwrites them. */
    INDArray gradients() {
        return gradients;
    }

    /**
     * Calls the network.
     *
     * @param states [rows, N], of type FLOAT, in 'c' order without gaps; the network reads them in place
     */
    void evaluate(ScoreNetwork network, INDArray states, boolean withGradients) {
        scores.clear().put(0, unwritten); // a score that the network does not write stays NaN
        new NativeFloats(states)
                .use(input -> gradientValues.use(
                        output -> network.evaluate(input, rows, scores, withGradients ? output : null)));
    }

    /** Adds the base measure, if there is one, to the network's scores and gradients at the same states. */
    void addBase(@Nullable BaseMeasure base, INDArray states, boolean withGradients) {
        NativeFloats input = new NativeFloats(states);
        for (int r = 0; r < rows; r++) {
            sums[r] = scores.get(r);
            if (base != null) {
                input.get(r * row.length, row);
                sums[r] += base.logProb(row);
            }
            if (base != null && withGradients) {
                gradientValues.get(r * row.length, row);
                base.addGradient(row);
                gradientValues.put(r * row.length, row);
            }
        }
        logProbValues.put(0, sums);
    }
}

package dev.lbp.runtime.engine;

import dev.lbp.SpinLine;
import dev.lbp.internal.States;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A line whose state of all ones is impossible, for batches. */
record AllOnesImpossible(SpinLine line) implements EnergyModel {

    /** The log-probability of a state of this model. */
    static double logProb(SpinLine line, byte[] state) {
        for (byte bit : state) {
            if (bit == 0) {
                return line.score(state);
            }
        }
        return Double.NEGATIVE_INFINITY;
    }

    @Override
    public int dimension() {
        return line.dimension();
    }

    @Override
    public INDArray logProb(INDArray states) {
        byte[][] rows = States.binaryRows(states, dimension());
        return Nd4j.createFromArray(
                Arrays.stream(rows).mapToDouble(row -> logProb(line, row)).toArray());
    }

    @Override
    public INDArray gradient(INDArray states) {
        return line.batched(DataType.DOUBLE).gradient(states);
    }
}

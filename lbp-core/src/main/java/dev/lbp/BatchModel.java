package dev.lbp;

import dev.lbp.internal.Check;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The boundary to ND4J: states go over as one array that is allocated once, and what the model answers comes back into Java
 * arrays, checked. No other class of the engines touches an INDArray.
 */
final class BatchModel {

    private final EnergyModel model;
    private final int chains;
    private final int n;
    private final INDArray input;
    private final float[] floats;
    private final double[] doubles;

    /** What the last evaluation said: [chains], and [chains * N] row by row. */
    final double[] logProb;

    final double[] logRatios;

    BatchModel(EnergyModel model, int chains) {
        DataType type = model.dataType();
        Check.that(type == DataType.DOUBLE || type == DataType.FLOAT, "be DOUBLE or FLOAT", "dataType", type);
        this.model = model;
        this.chains = chains;
        this.n = model.dimension();
        Check.that((long) chains * n < Integer.MAX_VALUE, "be below 2^31", "chains * N", (long) chains * n);
        this.input = Nd4j.create(type, chains, n);
        this.floats = new float[chains * n];
        this.doubles = new double[type == DataType.DOUBLE ? chains * n : 0];
        this.logProb = new double[chains];
        this.logRatios = new double[chains * n];
    }

    EnergyModel model() {
        return model;
    }

    int dimension() {
        return n;
    }

    /** Log-probability and log-ratios of a state per chain. */
    void evaluate(List<byte[]> states) {
        send(states);
        EnergyModel.Evaluation evaluation = model.evaluate(input);
        if (evaluation == null) {
            throw new IllegalStateException("must not be null: evaluate");
        }
        receive("logProb", evaluation.logProb(), new long[] {chains}, logProb);
        receive("flipLogRatios", evaluation.flipLogRatios(), new long[] {chains, n}, logRatios);
    }

    /** Log-probability alone. */
    void score(List<byte[]> states) {
        send(states);
        receive("logProb", model.logProb(input), new long[] {chains}, logProb);
    }

    private void send(List<byte[]> states) {
        boolean single = input.dataType() == DataType.FLOAT;
        int k = 0;
        for (byte[] state : states) {
            for (byte bit : state) {
                if (single) {
                    floats[k++] = bit;
                } else {
                    doubles[k++] = bit;
                }
            }
        }
        if (single) {
            input.data().asNioFloat().put(floats);
        } else {
            input.data().asNioDouble().put(doubles);
        }
    }

    private void receive(String what, INDArray array, long[] shape, double[] out) {
        if (array == null) {
            throw new IllegalStateException("must not be null: " + what);
        }
        if (!Arrays.equals(array.shape(), shape)) {
            throw new IllegalStateException(
                    "must be " + Arrays.toString(shape) + ": " + what + ".shape=" + Arrays.toString(array.shape()));
        }
        if (!array.dataType().isFPType()) {
            throw new IllegalStateException("must be a floating type: " + what + ".dataType=" + array.dataType());
        }
        boolean plain = array.ordering() == 'c'
                && !array.isView()
                && (array.dataType() == DataType.DOUBLE || array.dataType() == DataType.FLOAT);
        INDArray rows = plain ? array : array.castTo(DataType.DOUBLE).dup('c');
        if (rows.dataType() == DataType.FLOAT) {
            FloatBuffer buffer = rows.data().asNioFloat();
            buffer.get(floats, 0, out.length);
            for (int k = 0; k < out.length; k++) {
                out[k] = floats[k];
            }
        } else {
            DoubleBuffer buffer = rows.data().asNioDouble();
            buffer.get(out);
        }
        if (!plain) {
            rows.close();
        }
    }
}

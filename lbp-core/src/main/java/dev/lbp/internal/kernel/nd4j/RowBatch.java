package dev.lbp.internal.kernel.nd4j;

import dev.lbp.internal.kernel.FlipWeightKernel;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.shape.Shape;

/**
 * A batch that is computed by a kernel on Java arrays: each row is copied out, computed, and copied back while it is in
 * the cache.
 */
final class RowBatch extends FlipWeightBatch {

    private final FlipWeightKernel kernel;
    private final int chains;
    private final int n;
    private final double[] rowStates;
    private final double[] row;
    private final float[] floatStates;
    private final float[] floatRow;

    RowBatch(FlipWeightKernel kernel, FlipWeightKernel.Form form, DataType type, long... shape) {
        super(form, type, shape);
        this.kernel = kernel;
        this.chains = Math.toIntExact(shape[0]);
        this.n = Math.toIntExact(weights.length() / chains);
        int length = type == DataType.DOUBLE ? n : 0; // only the arrays of the batch's own type are used
        this.rowStates = new double[length];
        this.row = new double[length];
        this.floatStates = new float[n - length]; // empty for doubles
        this.floatRow = new float[n - length];
    }

    /** Computes the weights row by row; arrays with gaps or of another order are copied first. */
    @Override
    void fill(INDArray states, INDArray gradients) {
        INDArray plainStates = isPlain(states) ? states : states.dup('c');
        INDArray plainGradients = isPlain(gradients) ? gradients : gradients.dup('c');
        if (weights.dataType() == DataType.DOUBLE) {
            fillDoubles(plainStates, plainGradients);
        } else {
            fillFloats(plainStates, plainGradients);
        }
        if (!isPlain(states)) {
            plainStates.close();
        }
        if (!isPlain(gradients)) {
            plainGradients.close();
        }
    }

    /** Computes the weights row by row in arrays of doubles. */
    private void fillDoubles(INDArray states, INDArray gradients) {
        NativeDoubles stateRows = new NativeDoubles(states);
        NativeDoubles gradientRows = new NativeDoubles(gradients);
        NativeDoubles weightRows = new NativeDoubles(weights);
        NativeDoubles chainSums = new NativeDoubles(sums);
        NativeDoubles chainShifts = new NativeDoubles(shifts);
        for (int chain = 0; chain < chains; chain++) {
            stateRows.get(chain * n, rowStates);
            gradientRows.get(chain * n, row);
            double shift = form.bounded() ? 0.0 : form.shift(kernel.largest(rowStates, row, 0, n));
            chainShifts.put(chain, shift);
            chainSums.put(chain, kernel.row(form, rowStates, row, 0, n, shift, row));
            weightRows.put(chain * n, row);
        }
    }

    /** Computes the weights row by row in arrays of floats. */
    private void fillFloats(INDArray states, INDArray gradients) {
        NativeFloats stateRows = new NativeFloats(states);
        NativeFloats gradientRows = new NativeFloats(gradients);
        NativeFloats weightRows = new NativeFloats(weights);
        NativeDoubles chainSums = new NativeDoubles(sums);
        NativeDoubles chainShifts = new NativeDoubles(shifts);
        for (int chain = 0; chain < chains; chain++) {
            stateRows.get(chain * n, floatStates);
            gradientRows.get(chain * n, floatRow);
            float shift = form.bounded() ? 0.0f : (float) form.shift(kernel.largest(floatStates, floatRow, 0, n));
            chainShifts.put(chain, shift);
            chainSums.put(chain, kernel.row(form, floatStates, floatRow, 0, n, shift, floatRow));
            weightRows.put(chain * n, floatRow);
        }
    }

    /** Whether an array's buffer has just its elements, in the order 'c'. */
    private static boolean isPlain(INDArray array) {
        return array.ordering() == 'c' && !array.isView() && Shape.hasDefaultStridesForShape(array);
    }
}

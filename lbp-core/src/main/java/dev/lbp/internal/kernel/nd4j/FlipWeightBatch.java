package dev.lbp.internal.kernel.nd4j;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import java.util.Arrays;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Flip weights of many chains at once, on ND4J arrays of shape [chains, ...], where the sites of a chain may have any
 * number of dimensions. The inputs are states and gradients; the outputs are weights of the same shape and one sum per
 * chain. Log-ratios are first-order, {@code (1 - 2x) * gradient}.
 *
 * <p>For an unbounded form the weights of each chain, and so their sum, have a factor {@code e^-shift}, so that the
 * largest weight is 1. {@link #shifts} returns the shifts. Draws in proportion to the weights do not depend on them.
 *
 * <p>A batch owns its arrays and reuses them: one thread at a time.
 */
public abstract class FlipWeightBatch {

    /** The form of the weight function. */
    final Form form;

    /** The flip weights, [chains, ...], in row-major order. */
    final INDArray weights;

    /** The sum of each chain's weights, [chains], in double precision. */
    final INDArray sums;

    /** What was subtracted from each chain's log-weights, [chains], in double precision. */
    final INDArray shifts;

    FlipWeightBatch(Form form, DataType type, long... shape) {
        this.form = form;
        this.weights = Nd4j.create(type, shape);
        this.sums = Nd4j.create(DataType.DOUBLE, shape[0]);
        this.shifts = Nd4j.create(DataType.DOUBLE, shape[0]);
    }

    /**
     * Makes a batch.
     *
     * @param kernel computes on ND4J's arrays if it is the ND4J kernel, else row by row on Java arrays
     * @param form the weight function
     * @param type DOUBLE or FLOAT, of states, gradients and weights alike
     * @param shape the shape of each of these arrays: [chains, ...], below 2^31 elements in all
     * @throws IllegalArgumentException if the type is another one, or the shape has fewer than two dimensions or an
     *     empty one
     */
    public static FlipWeightBatch of(FlipWeightKernel kernel, Form form, DataType type, long... shape) {
        Check.notNull("kernel", kernel);
        Check.notNull("form", form);
        Check.that(type == DataType.DOUBLE || type == DataType.FLOAT, "be DOUBLE or FLOAT", "type", type);
        Check.that(
                shape.length >= 2 && Arrays.stream(shape).allMatch(length -> length > 0),
                "be [chains, sites, ...], each positive",
                "shape",
                Arrays.toString(shape));
        return kernel instanceof Nd4jFlipWeights
                ? new NativeBatch(form, type, shape)
                : new RowBatch(kernel, form, type, shape);
    }

    /**
     * Computes weights, sums and shifts.
     *
     * @param states 0 or 1 each; not written to
     * @param gradients of the log-probability; not written to
     * @throws IllegalArgumentException if either has another shape or type than the batch
     */
    public final void compute(INDArray states, INDArray gradients) {
        check("states", states);
        check("gradients", gradients);
        fill(states, gradients);
    }

    /** Checks that an array of states or gradients has the shape and the type of the weights. */
    private void check(String name, INDArray array) {
        Check.notNull(name, array);
        Check.that(
                Arrays.equals(array.shape(), weights.shape()),
                "be " + Arrays.toString(weights.shape()),
                name + ".shape",
                Arrays.toString(array.shape()));
        Check.that(
                array.dataType() == weights.dataType(),
                "be " + weights.dataType(),
                name + ".dataType",
                array.dataType());
    }

    abstract void fill(INDArray states, INDArray gradients);

    /** The weights of the last call of {@link #compute}, with its shape and type; the next call overwrites them. */
    public INDArray weights() {
        return weights;
    }

    /** The sum of each chain's weights, [chains], in double precision; the next call overwrites the sums. */
    public INDArray sums() {
        return sums;
    }

    /**
     * The shift that was subtracted from each chain's log-weights, [chains], in double precision; 0 for a bounded form,
     * or if every flip is impossible. The next call overwrites them.
     */
    public INDArray shifts() {
        return shifts;
    }
}

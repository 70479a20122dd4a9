package dev.lbp.internal.kernel.nd4j;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FloatExp;
import dev.lbp.internal.kernel.LaneSum;
import dev.lbp.internal.kernel.ScalarFlipWeights;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * A kernel of ND4J's operations. Each operation passes over all sites. It serves as a check of the other kernels. It
 * copies Java arrays into arrays of its own, one for each thread, precision and power of two; {@link FlipWeightBatch}
 * works on ND4J's arrays in place.
 *
 * <p>It agrees with the other kernels to a relative 1e-13 in double and 3e-6 in single precision (tested). The rounding
 * of ND4J's exponential may depend on the place in the array, on the machine and on ND4J's build.
 */
public final class Nd4jFlipWeights implements FlipWeightKernel {

    /** The smallest weight of a possible flip. */
    static final double LEAST = Exp.exp(LEAST_LOG_WEIGHT);

    static final float LEAST_FLOAT = FloatExp.exp(LEAST_FLOAT_LOG_WEIGHT);

    private final ScalarFlipWeights scalar = new ScalarFlipWeights();

    private final ThreadLocal<INDArray[]> doubles = ThreadLocal.withInitial(() -> new INDArray[Integer.SIZE]);

    private final ThreadLocal<INDArray[]> floats = ThreadLocal.withInitial(() -> new INDArray[Integer.SIZE]);

    @Override
    public String name() {
        return "nd4j";
    }

    @Override
    public String arithmetic() {
        return name();
    }

    /** Turns log-ratios into weights in an ND4J array, and copies them back, held between the kernel's bounds. */
    @Override
    public void weights(Form form, double[] logRatios, int from, int n, double shift, double[] weights, int to) {
        if (n > 0) {
            INDArray array = scratch(doubles.get(), DataType.DOUBLE, n);
            NativeDoubles elements = new NativeDoubles(array);
            elements.put(0, logRatios, from, n);
            weigh(form, array, shift);
            double largest = form.bounded() ? 1.0 : Exp.exp(LARGEST_LOG_WEIGHT - shift);
            for (int k = 0; k < n; k++) {
                boolean impossible = logRatios[from + k] == Double.NEGATIVE_INFINITY;
                double weight = elements.get(k);
                weights[to + k] = impossible ? 0.0 : weight < LEAST ? LEAST : weight > largest ? largest : weight;
            }
        }
    }

    /** Computes the weights of a row, whose gradients are log-ratios themselves if there are no states. */
    @Override
    public double row(
            Form form,
            double @Nullable [] states,
            double[] gradients,
            int from,
            int n,
            double shift,
            double[] weights) {
        if (states == null) {
            weights(form, gradients, from, n, shift, weights, from);
        } else {
            scalar.logRatios(states, gradients, from, n, weights, from);
            weights(form, weights, from, n, shift, weights, from);
        }
        return LaneSum.of(weights, from, n);
    }

    /** Computes the log-ratios in {@code weights}, and replaces them by weights, held between the kernel's bounds. */
    @Override
    public double row(
            Form form, float @Nullable [] states, float[] gradients, int from, int n, float shift, float[] weights) {
        if (n == 0) {
            return 0.0;
        }
        if (states == null) { // the gradients are log-ratios themselves
            System.arraycopy(gradients, from, weights, from, n);
        } else {
            scalar.logRatios(states, gradients, from, n, weights, from);
        }
        INDArray array = scratch(floats.get(), DataType.FLOAT, n);
        NativeFloats elements = new NativeFloats(array);
        elements.put(0, weights, from, n);
        weigh(form, array, shift);
        float largest = form.bounded() ? 1.0f : FloatExp.exp((float) LARGEST_LOG_WEIGHT - shift);
        for (int k = 0; k < n; k++) {
            boolean impossible = weights[from + k] == Float.NEGATIVE_INFINITY;
            float weight = elements.get(k);
            weights[from + k] =
                    impossible ? 0.0f : weight < LEAST_FLOAT ? LEAST_FLOAT : weight > largest ? largest : weight;
        }
        return LaneSum.of(weights, from, n);
    }

    @Override
    public double largest(double @Nullable [] states, double[] gradients, int from, int n) {
        return scalar.largest(states, gradients, from, n);
    }

    @Override
    public float largest(float @Nullable [] states, float[] gradients, int from, int n) {
        return scalar.largest(states, gradients, from, n);
    }

    /** Turns log-ratios into weights, in place. They are not yet raised to the least weight. */
    private static void weigh(Form form, INDArray array, double shift) {
        if (form == Form.BARKER) {
            Transforms.sigmoid(array, false);
            return;
        }
        logWeights(form, array);
        if (!form.bounded()) {
            array.subi(shift);
        }
        Transforms.exp(array, false);
    }

    /**
     * Turns log-ratios into log-weights, in place, by operations that keep NaN; ND4J's {@code min} and {@code max} do
     * not. Not for {@link Form#BARKER}, whose weights are computed directly by a sigmoid.
     */
    static void logWeights(Form form, INDArray array) {
        switch (form) {
            case SQRT -> array.muli(0.5);
            case MIN -> Transforms.relu(array.negi(), false).negi(); // min(d, 0) = -max(-d, 0)
            case MAX -> Transforms.leakyRelu(array, smallest(array.dataType()), false); // nearly 0 below 0
            case BARKER -> throw new IllegalArgumentException("must not be BARKER: form");
        }
    }

    /** A factor that turns every finite log-ratio into nearly 0, and keeps -Infinity. */
    static double smallest(DataType type) {
        return type == DataType.FLOAT ? Float.MIN_VALUE : Double.MIN_VALUE;
    }

    /** An array of at least n unspecified values, from a list with one array for each power of two. */
    private static INDArray scratch(INDArray[] arrays, DataType type, int n) {
        int power = Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
        INDArray array = arrays[power];
        if (array == null) {
            array = Nd4j.create(type, 1L << power);
            arrays[power] = array;
        }
        return array;
    }
}

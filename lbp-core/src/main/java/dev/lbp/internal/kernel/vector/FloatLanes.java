package dev.lbp.internal.kernel.vector;

import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.FloatExp;
import dev.lbp.internal.kernel.LaneSum;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/** Loops over float vectors, like {@link DoubleLanes}, with twice as many lanes. */
final class FloatLanes {

    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

    static final int LANES = SPECIES.length();

    /** The vectors of sums: double vectors, filled from float vectors with the same number of lanes. */
    private static final VectorSpecies<Double> WIDE = DoubleLanes.SPECIES;

    private static final int WIDE_LANES = WIDE.length();

    private static final VectorSpecies<Float> NARROW =
            VectorSpecies.of(float.class, VectorShape.forBitSize(WIDE_LANES * Float.SIZE));

    private static final FloatVector ZERO = constant(0.0f);
    private static final FloatVector ONE = constant(1.0f);
    private static final FloatVector MINUS_TWO = constant(-2.0f);
    private static final FloatVector IMPOSSIBLE = constant(Float.NEGATIVE_INFINITY);
    private static final FloatVector LOG2_E = constant(FloatExp.LOG2_E);
    private static final FloatVector ROUND = constant(FloatExp.ROUND);
    private static final FloatVector MINUS_LN2_HIGH = constant(-FloatExp.LN2_HIGH);
    private static final FloatVector MINUS_LN2_LOW = constant(-FloatExp.LN2_LOW);
    private static final FloatVector C2 = constant(FloatExp.C2);
    private static final FloatVector C3 = constant(FloatExp.C3);
    private static final FloatVector C4 = constant(FloatExp.C4);
    private static final FloatVector C5 = constant(FloatExp.C5);
    private static final FloatVector C6 = constant(FloatExp.C6);

    private static final ThreadLocal<float[]> OF_THREAD = ThreadLocal.withInitial(() -> new float[2 * LANES]);

    private FloatLanes() {}

    private static FloatVector constant(float value) {
        return FloatVector.broadcast(SPECIES, value);
    }

    private static FloatVector load(float[] array, int at) {
        return FloatVector.fromArray(SPECIES, array, at);
    }

    /** The largest multiple of {@link #LANES} that is at most n. */
    static int body(int n) {
        return n - n % LANES;
    }

    /**
     * Computes the weights of {@code body} log-ratios d, where {@code body} fills whole vectors: {@code e = exp(slope d
     * - shift)}, with its argument held between two bounds, divided by 1 or by 1 + e; 0 if d is -Infinity. It is the
     * loop of {@link DoubleLanes#weights} in single precision.
     */
    static void weights(Form form, float[] logRatios, int from, int body, float shift, float[] weights, int to) {
        float offset = form.bounded() ? 0.0f : -shift;
        float least = FlipWeightKernel.LEAST_FLOAT_LOG_WEIGHT;
        FloatVector slope = form == Form.SQRT ? constant(0.5f) : constant(1.0f);
        FloatVector minusShift = constant(offset);
        FloatVector lowest = constant(form == Form.MAX ? Math.max(offset, least) : least);
        FloatVector highest = constant(
                form == Form.MIN ? 0.0f : Math.min((float) FlipWeightKernel.LARGEST_LOG_WEIGHT + offset, -least));
        // 1 for weights e / (1 + e), 0 for weights e
        FloatVector inDivisor = constant(form == Form.BARKER ? 1.0f : 0.0f);
        for (int k = 0; k < body; k += LANES) {
            FloatVector d = load(logRatios, from + k);
            // Comparisons, because max and min order -0.0 below 0.0, which takes several operations.
            FloatVector x = d.fma(slope, minusShift);
            x = x.blend(lowest, x.compare(VectorOperators.LT, lowest));
            x = x.blend(highest, x.compare(VectorOperators.GT, highest));
            // e^x = 2^whole e^r: adding ROUND leaves x / log 2, rounded to a whole number, in the lowest bits
            FloatVector shifted = x.fma(LOG2_E, ROUND);
            FloatVector whole = shifted.sub(ROUND);
            FloatVector r = whole.fma(MINUS_LN2_LOW, whole.fma(MINUS_LN2_HIGH, x));
            FloatVector p = r.fma(C6, C5); // e^r by a polynomial of degree 6
            p = r.fma(p, C4);
            p = r.fma(p, C3);
            p = r.fma(p, C2);
            p = r.fma(p, ONE);
            p = r.fma(p, ONE);
            FloatVector power = shifted.reinterpretAsInts()
                    .lanewise(VectorOperators.LSHL, 23)
                    .reinterpretAsFloats();
            FloatVector e = p.mul(power);
            e.div(e.fma(inDivisor, ONE))
                    .blend(ZERO, d.compare(VectorOperators.EQ, IMPOSSIBLE))
                    .intoArray(weights, to + k);
        }
    }

    /** Computes the log-ratios of {@code body} states and gradients, where {@code body} fills whole vectors. */
    static void logRatios(float[] states, float[] gradients, int from, int body, float[] logRatios, int to) {
        for (int k = 0; k < body; k += LANES) {
            logRatio(states, gradients, from + k).intoArray(logRatios, to + k);
        }
    }

    /**
     * The largest log-ratio; -Infinity if {@code body} is 0. Compares two vectors at a time, because a comparison waits
     * for the previous one.
     */
    static float largest(float @Nullable [] states, float[] gradients, int from, int body) {
        FloatVector even = constant(Float.NEGATIVE_INFINITY);
        FloatVector odd = even;
        int k = from;
        for (; k < from + body - LANES; k += 2 * LANES) {
            even = larger(even, states, gradients, k);
            odd = larger(odd, states, gradients, k + LANES);
        }
        if (k < from + body) {
            even = larger(even, states, gradients, k);
        }
        // Without reduceLanes, which JDK 17 sometimes does not inline.
        float[] lanes = OF_THREAD.get();
        even.intoArray(lanes, 0);
        odd.intoArray(lanes, LANES);
        float largest = Float.NEGATIVE_INFINITY;
        for (float lane : lanes) {
            largest = lane > largest ? lane : largest;
        }
        return largest;
    }

    private static FloatVector larger(FloatVector largest, float @Nullable [] states, float[] gradients, int at) {
        FloatVector d = states == null ? load(gradients, at) : logRatio(states, gradients, at);
        return largest.blend(d, d.compare(VectorOperators.GT, largest));
    }

    private static FloatVector logRatio(float[] states, float[] gradients, int at) {
        return load(states, at).fma(MINUS_TWO, ONE).mul(load(gradients, at));
    }

    /** The sum of a block in the order of {@link LaneSum}, in double precision. */
    static double sum(float[] values, int from, int n) {
        double[] lanes = LaneSum.lanes();
        int body = n - n % LaneSum.LANES;
        for (int lane = 0; lane < LaneSum.LANES; lane += 4 * WIDE_LANES) {
            DoubleVector a = DoubleVector.zero(WIDE);
            DoubleVector b = DoubleVector.zero(WIDE);
            DoubleVector c = DoubleVector.zero(WIDE);
            DoubleVector d = DoubleVector.zero(WIDE);
            for (int k = from + lane; k < from + body; k += LaneSum.LANES) {
                a = a.add(widened(values, k));
                b = b.add(widened(values, k + WIDE_LANES));
                c = c.add(widened(values, k + 2 * WIDE_LANES));
                d = d.add(widened(values, k + 3 * WIDE_LANES));
            }
            a.intoArray(lanes, lane);
            b.intoArray(lanes, lane + WIDE_LANES);
            c.intoArray(lanes, lane + 2 * WIDE_LANES);
            d.intoArray(lanes, lane + 3 * WIDE_LANES);
        }
        for (int k = body; k < n; k++) {
            lanes[k % LaneSum.LANES] += values[from + k];
        }
        return LaneSum.fold(lanes);
    }

    private static DoubleVector widened(float[] values, int at) {
        return (DoubleVector) FloatVector.fromArray(NARROW, values, at).convertShape(VectorOperators.F2D, WIDE, 0);
    }
}

package dev.lbp.internal.kernel.vector;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.LaneSum;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/**
 * Loops over double vectors, as wide as the machine allows, up to 512 bits. Constants are vectors in static final
 * fields, because a broadcast inside a loop would be repeated in each iteration.
 */
final class DoubleLanes {

    static final VectorSpecies<Double> SPECIES = VectorSpecies.of(
            double.class, VectorShape.forBitSize(bits(DoubleVector.SPECIES_PREFERRED.vectorBitSize())));

    static final int LANES = SPECIES.length();

    private static final DoubleVector ZERO = constant(0.0);
    private static final DoubleVector ONE = constant(1.0);
    private static final DoubleVector MINUS_TWO = constant(-2.0);
    private static final DoubleVector IMPOSSIBLE = constant(Double.NEGATIVE_INFINITY);
    private static final DoubleVector LOG2_E = constant(Exp.LOG2_E);
    private static final DoubleVector ROUND = constant(Exp.ROUND);
    private static final DoubleVector MINUS_LN2_HIGH = constant(-Exp.LN2_HIGH);
    private static final DoubleVector MINUS_LN2_LOW = constant(-Exp.LN2_LOW);
    private static final DoubleVector C2 = constant(Exp.C2);
    private static final DoubleVector C3 = constant(Exp.C3);
    private static final DoubleVector C4 = constant(Exp.C4);
    private static final DoubleVector C5 = constant(Exp.C5);
    private static final DoubleVector C6 = constant(Exp.C6);
    private static final DoubleVector C7 = constant(Exp.C7);
    private static final DoubleVector C8 = constant(Exp.C8);
    private static final DoubleVector C9 = constant(Exp.C9);
    private static final DoubleVector C10 = constant(Exp.C10);
    private static final DoubleVector C11 = constant(Exp.C11);

    private static final ThreadLocal<double[]> OF_THREAD = ThreadLocal.withInitial(() -> new double[2 * LANES]);

    private DoubleLanes() {}

    /**
     * The width in bits on a machine that prefers {@code preferred}: at most 512, since {@link #sum} divides 32 lanes
     * among four vectors.
     */
    static int bits(int preferred) {
        return Math.min(preferred, LaneSum.LANES / 4 * Double.SIZE);
    }

    private static DoubleVector constant(double value) {
        return DoubleVector.broadcast(SPECIES, value);
    }

    private static DoubleVector load(double[] array, int at) {
        return DoubleVector.fromArray(SPECIES, array, at);
    }

    /** The largest multiple of {@link #LANES} that is at most n. */
    static int body(int n) {
        return n - n % LANES;
    }

    /**
     * Computes the weights of {@code body} log-ratios d, where {@code body} fills whole vectors. One loop serves every
     * form: {@code e = exp(slope d - shift)}, with its argument held between two bounds, divided by 1 or by 1 + e; 0 if
     * d is -Infinity.
     *
     * <p>This loop is too long for the JIT to inline (325 bytes of code), so exp is written out here. As a method it
     * might not be inlined either, and vectors would become objects.
     */
    static void weights(Form form, double[] logRatios, int from, int body, double shift, double[] weights, int to) {
        double offset = form.bounded() ? 0.0 : -shift;
        double least = FlipWeightKernel.LEAST_LOG_WEIGHT;
        DoubleVector slope = form == Form.SQRT ? constant(0.5) : constant(1.0);
        DoubleVector minusShift = constant(offset);
        DoubleVector lowest = constant(form == Form.MAX ? Math.max(offset, least) : least);
        DoubleVector highest =
                constant(form == Form.MIN ? 0.0 : Math.min(FlipWeightKernel.LARGEST_LOG_WEIGHT + offset, -least));
        // 1 for weights e / (1 + e), 0 for weights e
        DoubleVector inDivisor = constant(form == Form.BARKER ? 1.0 : 0.0);
        for (int k = 0; k < body; k += LANES) {
            DoubleVector d = load(logRatios, from + k);
            // Comparisons, because max and min order -0.0 below 0.0, which takes several operations.
            DoubleVector x = d.fma(slope, minusShift);
            x = x.blend(lowest, x.compare(VectorOperators.LT, lowest));
            x = x.blend(highest, x.compare(VectorOperators.GT, highest));
            // e^x = 2^whole e^r: adding ROUND leaves x / log 2, rounded to a whole number, in the lowest bits
            DoubleVector shifted = x.fma(LOG2_E, ROUND);
            DoubleVector whole = shifted.sub(ROUND);
            DoubleVector r = whole.fma(MINUS_LN2_LOW, whole.fma(MINUS_LN2_HIGH, x));
            DoubleVector p = r.fma(C11, C10); // e^r by a polynomial of degree 11
            p = r.fma(p, C9);
            p = r.fma(p, C8);
            p = r.fma(p, C7);
            p = r.fma(p, C6);
            p = r.fma(p, C5);
            p = r.fma(p, C4);
            p = r.fma(p, C3);
            p = r.fma(p, C2);
            p = r.fma(p, ONE);
            p = r.fma(p, ONE);
            DoubleVector power = shifted.reinterpretAsLongs()
                    .lanewise(VectorOperators.LSHL, 52)
                    .reinterpretAsDoubles();
            DoubleVector e = p.mul(power);
            e.div(e.fma(inDivisor, ONE))
                    .blend(ZERO, d.compare(VectorOperators.EQ, IMPOSSIBLE))
                    .intoArray(weights, to + k);
        }
    }

    /** Computes the log-ratios of {@code body} states and gradients, where {@code body} fills whole vectors. */
    static void logRatios(double[] states, double[] gradients, int from, int body, double[] logRatios, int to) {
        for (int k = 0; k < body; k += LANES) {
            logRatio(states, gradients, from + k).intoArray(logRatios, to + k);
        }
    }

    /**
     * The largest log-ratio; -Infinity if {@code body} is 0. Compares two vectors at a time, because a comparison waits
     * for the previous one.
     */
    static double largest(double @Nullable [] states, double[] gradients, int from, int body) {
        DoubleVector even = constant(Double.NEGATIVE_INFINITY);
        DoubleVector odd = even;
        int k = from;
        for (; k < from + body - LANES; k += 2 * LANES) {
            even = larger(even, states, gradients, k);
            odd = larger(odd, states, gradients, k + LANES);
        }
        if (k < from + body) {
            even = larger(even, states, gradients, k);
        }
        // Without reduceLanes: JDK 17 sometimes does not inline it, and a batched step then takes a third longer.
        double[] lanes = OF_THREAD.get();
        even.intoArray(lanes, 0);
        odd.intoArray(lanes, LANES);
        double largest = Double.NEGATIVE_INFINITY;
        for (double lane : lanes) {
            largest = lane > largest ? lane : largest;
        }
        return largest;
    }

    private static DoubleVector larger(DoubleVector largest, double @Nullable [] states, double[] gradients, int at) {
        DoubleVector d = states == null ? load(gradients, at) : logRatio(states, gradients, at);
        return largest.blend(d, d.compare(VectorOperators.GT, largest));
    }

    private static DoubleVector logRatio(double[] states, double[] gradients, int at) {
        return load(states, at).fma(MINUS_TWO, ONE).mul(load(gradients, at));
    }

    /**
     * The sum of a block in the order of {@link LaneSum}. Four vectors may hold only some of its 32 lanes; then the
     * loop passes over the block several times.
     */
    static double sum(double[] values, int from, int n) {
        double[] lanes = LaneSum.lanes();
        int body = n - n % LaneSum.LANES;
        for (int lane = 0; lane < LaneSum.LANES; lane += 4 * LANES) {
            DoubleVector a = DoubleVector.zero(SPECIES);
            DoubleVector b = DoubleVector.zero(SPECIES);
            DoubleVector c = DoubleVector.zero(SPECIES);
            DoubleVector d = DoubleVector.zero(SPECIES);
            for (int k = from + lane; k < from + body; k += LaneSum.LANES) {
                a = a.add(load(values, k));
                b = b.add(load(values, k + LANES));
                c = c.add(load(values, k + 2 * LANES));
                d = d.add(load(values, k + 3 * LANES));
            }
            a.intoArray(lanes, lane);
            b.intoArray(lanes, lane + LANES);
            c.intoArray(lanes, lane + 2 * LANES);
            d.intoArray(lanes, lane + 3 * LANES);
        }
        for (int k = body; k < n; k++) {
            lanes[k % LaneSum.LANES] += values[from + k];
        }
        return LaneSum.fold(lanes);
    }
}

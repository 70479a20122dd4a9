package dev.lbp.kernel.vector;

import dev.lbp.kernel.Exp;
import dev.lbp.kernel.FlipWeightKernel;
import dev.lbp.kernel.ScalarFlipWeights;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Flip weights by SIMD, in the widest vectors of the machine; what is left at the end goes through the scalar kernel, whose
 * bits are the same. Every constant is a vector held in a static final field: broadcast inside the loop, it would be made anew
 * at each turn.
 */
public final class VectorFlipWeights implements FlipWeightKernel {

    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

    private static final int LANES = SPECIES.length();

    private static final DoubleVector ZERO = constant(0.0);
    private static final DoubleVector HALF = constant(0.5);
    private static final DoubleVector ONE = constant(1.0);
    private static final DoubleVector LOWEST = constant(Exp.UNDERFLOW);
    private static final DoubleVector HIGHEST = constant(Exp.OVERFLOW);
    private static final DoubleVector LOG2_E = constant(Exp.LOG2_E);
    private static final DoubleVector ROUND = constant(Exp.ROUND);
    private static final DoubleVector MINUS_LN2_HIGH = constant(-Exp.LN2_HIGH);
    private static final DoubleVector MINUS_LN2_LOW = constant(-Exp.LN2_LOW);
    private static final DoubleVector C3 = constant(Exp.coefficient(3));
    private static final DoubleVector C4 = constant(Exp.coefficient(4));
    private static final DoubleVector C5 = constant(Exp.coefficient(5));
    private static final DoubleVector C6 = constant(Exp.coefficient(6));
    private static final DoubleVector C7 = constant(Exp.coefficient(7));
    private static final DoubleVector C8 = constant(Exp.coefficient(8));
    private static final DoubleVector C9 = constant(Exp.coefficient(9));
    private static final DoubleVector C10 = constant(Exp.coefficient(10));
    private static final DoubleVector C11 = constant(Exp.coefficient(11));
    private static final DoubleVector C12 = constant(Exp.coefficient(12));
    private static final DoubleVector C13 = constant(Exp.coefficient(13));

    private final ScalarFlipWeights tail = new ScalarFlipWeights();

    private static DoubleVector constant(double value) {
        return DoubleVector.broadcast(SPECIES, value);
    }

    @Override
    public String name() {
        return "vector of " + LANES;
    }

    @Override
    public void weights(Form form, double[] logRatios, int from, int n, double shift, double[] weights, int to) {
        int body = n - n % LANES;
        switch (form) {
            case SQRT -> {
                for (int k = 0; k < body; k += LANES) {
                    exp(load(logRatios, from + k).mul(HALF).sub(shift)).intoArray(weights, to + k);
                }
            }
            case BARKER -> {
                for (int k = 0; k < body; k += LANES) {
                    DoubleVector d = load(logRatios, from + k);
                    DoubleVector e = exp(d.abs().neg());
                    ONE.blend(e, d.compare(VectorOperators.LT, ZERO))
                            .div(ONE.add(e))
                            .intoArray(weights, to + k);
                }
            }
            case MIN -> {
                for (int k = 0; k < body; k += LANES) {
                    exp(load(logRatios, from + k).min(ZERO)).intoArray(weights, to + k);
                }
            }
            case MAX -> {
                for (int k = 0; k < body; k += LANES) {
                    DoubleVector d = load(logRatios, from + k);
                    exp(d.max(ZERO).sub(shift))
                            .blend(ZERO, d.compare(VectorOperators.EQ, Double.NEGATIVE_INFINITY))
                            .intoArray(weights, to + k);
                }
            }
        }
        if (body < n) {
            tail.weights(form, logRatios, from + body, n - body, shift, weights, to + body);
        }
    }

    private static DoubleVector load(double[] array, int at) {
        return DoubleVector.fromArray(SPECIES, array, at);
    }

    /** {@link Exp#exp}, operation by operation. */
    private static DoubleVector exp(DoubleVector x) {
        DoubleVector clamped = x.max(LOWEST).min(HIGHEST);
        DoubleVector shifted = clamped.fma(LOG2_E, ROUND);
        DoubleVector k = shifted.sub(ROUND);
        DoubleVector r = k.fma(MINUS_LN2_LOW, k.fma(MINUS_LN2_HIGH, clamped));
        DoubleVector p = r.fma(C13, C12);
        p = r.fma(p, C11);
        p = r.fma(p, C10);
        p = r.fma(p, C9);
        p = r.fma(p, C8);
        p = r.fma(p, C7);
        p = r.fma(p, C6);
        p = r.fma(p, C5);
        p = r.fma(p, C4);
        p = r.fma(p, C3);
        p = r.fma(p, HALF);
        p = r.fma(p, ONE);
        p = r.fma(p, ONE);
        DoubleVector scaled = p.reinterpretAsLongs()
                .add(shifted.reinterpretAsLongs().lanewise(VectorOperators.LSHL, 52))
                .reinterpretAsDoubles();
        return scaled.blend(ZERO, x.compare(VectorOperators.LT, LOWEST)).blend(x, x.compare(VectorOperators.NE, x));
    }
}

package dev.lbp.internal.kernel;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** States and gradients of n sites, with something before and behind them that must not count. */
final class Row {

    /** Where the row starts in its arrays. */
    static final int FROM = 2;

    final int n;
    final double[] states;
    final double[] gradients;

    private Row(int n) {
        this.n = n;
        states = new double[n + 5];
        gradients = new double[n + 5];
        gradients[0] = Double.NaN;
        gradients[n + FROM] = Double.NaN;
    }

    /** A row with the given log-ratios; every third site is 1. */
    static Row of(double[] ratios) {
        Row row = new Row(ratios.length);
        for (int k = 0; k < ratios.length; k++) {
            row.states[FROM + k] = k % 3 == 1 ? 1.0 : 0.0;
            row.gradients[FROM + k] = k % 3 == 1 ? -ratios[k] : ratios[k];
        }
        return row;
    }

    /** A row with log-ratios uniform on an interval around 0. */
    static Row random(int n, double bound) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(3L + n);
        return of(rng.doubles(n, -bound, bound).toArray());
    }

    double ratio(int k) {
        return (1.0 - 2.0 * states[FROM + k]) * gradients[FROM + k];
    }

    float[] floatStates() {
        return floats(states);
    }

    float[] floatGradients() {
        return floats(gradients);
    }

    static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int k = 0; k < values.length; k++) {
            floats[k] = (float) values[k];
        }
        return floats;
    }

    static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int k = 0; k < values.length; k++) {
            doubles[k] = values[k];
        }
        return doubles;
    }
}

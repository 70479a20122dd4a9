package dev.lbp.select;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Laplace's evidence from the definition of a log-likelihood alone: its gradient and second derivatives are
 * differences, columns are those of the data, and a constant is a column of ones.
 *
 * @param x [n][p]
 * @param always columns that all models have
 * @param likelihood of the linear predictor
 * @param constant whether there is one
 * @param prior [p][p], the precision of the columns' coefficients; zeros for a flat prior
 * @param penalty of a column
 * @param modes those found so far, by places
 */
record NaiveGlm(
        double[][] x,
        int[] always,
        ToDoubleFunction<double[]> likelihood,
        boolean constant,
        double[][] prior,
        double penalty,
        Map<String, double[]> modes) {

    private static final double STEP = 2e-3;

    NaiveGlm(
            double[][] x,
            int[] always,
            ToDoubleFunction<double[]> likelihood,
            boolean constant,
            double[][] prior,
            double penalty) {
        this(x, always, likelihood, constant, prior, penalty, new HashMap<>());
    }

    /** The places of a model's columns among all coefficients, -1 for the constant. */
    private int[] places(byte[] state) {
        IntStream base = IntStream.concat(constant ? IntStream.of(-1) : IntStream.empty(), IntStream.of(always));
        return IntStream.concat(base, IntStream.range(0, state.length).filter(j -> state[j] != 0))
                .toArray();
    }

    private double[] eta(int[] places, double[] b) {
        double[] eta = new double[x.length];
        for (int t = 0; t < eta.length; t++) {
            for (int m = 0; m < places.length; m++) {
                eta[t] += b[m] * (places[m] < 0 ? 1 : x[t][places[m]]);
            }
        }
        return eta;
    }

    private double density(int[] places, double[] b) {
        double sum = likelihood.applyAsDouble(eta(places, b));
        for (int i = 0; i < b.length; i++) {
            for (int j = 0; j < b.length; j++) {
                sum -= 0.5 * precision(places[i], places[j]) * b[i] * b[j];
            }
        }
        return sum;
    }

    private double precision(int i, int j) {
        return i < 0 || j < 0 ? 0 : prior[i][j];
    }

    private double shifted(int[] places, double[] b, int i, double by, int j, double also) {
        double[] moved = b.clone();
        moved[i] += by;
        moved[j] += also;
        return density(places, moved);
    }

    /** Minus the second derivatives, and in the last column the gradient; differences of fourth order. */
    private double[][] derivatives(int[] places, double[] b) {
        int k = b.length;
        double h = STEP;
        double[][] a = new double[k][k + 1];
        double here = density(places, b);
        for (int i = 0; i < k; i++) {
            double up = shifted(places, b, i, h, i, 0);
            double down = shifted(places, b, i, -h, i, 0);
            double up2 = shifted(places, b, i, 2 * h, i, 0);
            double down2 = shifted(places, b, i, -2 * h, i, 0);
            a[i][k] = (8 * (up - down) - (up2 - down2)) / (12 * h);
            a[i][i] = (30 * here - 16 * (up + down) + (up2 + down2)) / (12 * h * h);
            for (int j = 0; j < i; j++) {
                double near = mixed(places, b, i, j, h);
                double far = mixed(places, b, i, j, 2 * h);
                a[i][j] = -(4 * near - far) / 3;
                a[j][i] = a[i][j];
            }
        }
        return a;
    }

    private double mixed(int[] places, double[] b, int i, int j, double h) {
        return (shifted(places, b, i, h, j, h)
                        - shifted(places, b, i, h, j, -h)
                        - shifted(places, b, i, -h, j, h)
                        + shifted(places, b, i, -h, j, -h))
                / (4 * h * h);
    }

    private double[] mode(int[] places) {
        return modes.computeIfAbsent(Arrays.toString(places), key -> ascent(places));
    }

    private double[] ascent(int[] places) {
        double[] b = new double[places.length];
        for (int step = 0; step < 15; step++) {
            double[][] a = derivatives(places, b);
            eliminate(a);
            double here = density(places, b);
            double part = 1;
            double[] next = b;
            do {
                next = b.clone();
                for (int i = 0; i < b.length; i++) {
                    next[i] += part * a[i][b.length];
                }
                part /= 2;
            } while (!(density(places, next) >= here - 1e-9) && part > 1e-6);
            b = next;
        }
        return b;
    }

    /** The log-evidence, up to a constant that is the same for all models. */
    double logEvidence(byte[] state) {
        int[] places = places(state);
        double[] b = mode(places);
        double[][] a = derivatives(places, b);
        return density(places, b) + determinants(places, a);
    }

    /**
     * The normal distribution of the linear predictor of a row in one model, by Laplace's method.
     *
     * @return mean and standard deviation
     */
    double[] predictor(byte[] state, double[] row) {
        int[] places = places(state);
        double[] b = mode(places);
        double[][] a = derivatives(places, b);
        double[] values = IntStream.of(places)
                .mapToDouble(place -> place < 0 ? 1 : row[place])
                .toArray();
        double mean = 0;
        for (int i = 0; i < b.length; i++) {
            a[i][b.length] = values[i];
            mean += b[i] * values[i];
        }
        eliminate(a);
        double variance = 0;
        for (int i = 0; i < b.length; i++) {
            variance += values[i] * a[i][b.length];
        }
        return new double[] {mean, Math.sqrt(variance)};
    }

    /** The linear predictor of all rows at the mode of one model. */
    double[] eta(byte[] state) {
        int[] places = places(state);
        return eta(places, mode(places));
    }

    private double determinants(int[] places, double[][] a) {
        int base = always.length + (constant ? 1 : 0);
        int k = places.length - base;
        if (penalty > 0) {
            return -penalty * k;
        }
        double[][] p = new double[k][k + 1];
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < k; j++) {
                p[i][j] = precision(places[base + i], places[base + j]);
            }
        }
        return 0.5 * eliminate(p) - 0.5 * eliminate(a);
    }

    /**
     * The change of the log-evidence from one model to another, with the density of both replaced by its second-order
     * expansion at the mode of the one.
     */
    double expansion(byte[] from, byte[] to) {
        byte[] both = from.clone();
        for (int j = 0; j < both.length; j++) {
            both[j] |= to[j];
        }
        int[] old = places(from);
        double[] mode = mode(old);
        int[] union = places(both);
        double[] at = new double[union.length];
        for (int i = 0; i < union.length; i++) {
            for (int m = 0; m < old.length; m++) {
                at[i] += old[m] == union[i] ? mode[m] : 0;
            }
        }
        double[][] all = derivatives(union, at);
        int k = union.length;
        int[] kept = places(to);
        int[] in = IntStream.range(0, k)
                .filter(i -> IntStream.of(kept).anyMatch(place -> place == union[i]))
                .toArray();
        double[][] a = new double[in.length][in.length + 1];
        double value = density(union, at); // with the coefficients that leave moved to 0, then those that stay at best
        for (int i = 0; i < k; i++) {
            boolean stays = contains(in, i);
            value -= stays ? 0 : all[i][k] * at[i];
            for (int j = 0; j < k; j++) {
                value -= stays || contains(in, j) ? 0 : 0.5 * all[i][j] * at[i] * at[j];
            }
        }
        for (int i = 0; i < in.length; i++) {
            a[i][in.length] = all[in[i]][k];
            for (int j = 0; j < in.length; j++) {
                a[i][j] = all[in[i]][in[j]];
            }
            for (int j = 0; j < k; j++) {
                a[i][in.length] += contains(in, j) ? 0 : all[in[i]][j] * at[j];
            }
        }
        double[] gradient = Arrays.stream(a).mapToDouble(row -> row[in.length]).toArray();
        double determinants = determinants(kept, a);
        if (penalty > 0) {
            eliminate(a);
        }
        for (int i = 0; i < in.length; i++) {
            value += 0.5 * gradient[i] * a[i][in.length];
        }
        double[][] here = derivatives(old, mode);
        return value + determinants - density(old, mode) - determinants(old, here);
    }

    /**
     * The second derivatives at the mode of the model without variables, less what its columns explain, divided by g;
     * zeros for the columns that are always in.
     */
    double[][] informationAtNull(double g, int p) {
        byte[] none = new byte[p];
        byte[] all = new byte[p];
        Arrays.fill(all, (byte) 1);
        IntStream.of(always).forEach(j -> all[j] = 0);
        double[] mode = mode(places(none));
        int[] union = places(all);
        int base = mode.length;
        double[][] a = derivatives(union, Arrays.copyOf(mode, union.length));
        for (int i = 0; i < base; i++) { // Schur complement, one column of the base at a time
            for (int k = i + 1; k < union.length; k++) {
                double factor = a[k][i] / a[i][i];
                for (int l = i; l < union.length; l++) {
                    a[k][l] -= factor * a[i][l];
                }
            }
        }
        double[][] information = new double[p][p];
        for (int k = base; k < union.length; k++) {
            for (int l = base; l < union.length; l++) {
                information[union[k]][union[l]] = a[k][l] / g;
            }
        }
        return information;
    }

    private static boolean contains(int[] places, int place) {
        return IntStream.of(places).anyMatch(one -> one == place);
    }

    private static double eliminate(double[][] a) {
        double logDet = 0.0;
        for (int i = 0; i < a.length; i++) {
            logDet += Math.log(a[i][i]);
            double pivot = a[i][i];
            for (int j = 0; j < a[i].length; j++) {
                a[i][j] /= pivot;
            }
            for (int other = 0; other < a.length; other++) {
                double factor = other == i ? 0.0 : a[other][i];
                for (int j = 0; j < a[i].length; j++) {
                    a[other][j] -= factor * a[i][j];
                }
            }
        }
        return logDet;
    }
}

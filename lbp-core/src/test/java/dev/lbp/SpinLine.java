package dev.lbp;

import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.SiteRatios;
import java.util.Arrays;
import java.util.Optional;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A line of n spins s = 2x - 1: {@code log pi(x) = J sum_i s_i s_{i+1} + sum_i h_i s_i}, for tests of the engines. Its
 * parameters are multiples of 1/8, so that single and double precision and every order of summation give the same
 * number, and a tracker that counts agrees with the definition bit for bit.
 */
public final class SpinLine implements LocalEnergyModel {

    private static final long serialVersionUID = 1L;

    private final double coupling;
    private final double[] field;

    private SpinLine(double coupling, double[] field) {
        this.coupling = coupling;
        this.field = field;
    }

    /** A coupling of 1/4, and fields between -3/8 and 3/8. */
    public static SpinLine of(int n) {
        double[] field = new double[n];
        for (int i = 0; i < n; i++) {
            field[i] = (i * 5 % 7 - 3) / 8.0;
        }
        return new SpinLine(0.25, field);
    }

    /** Every state equally likely. */
    public static SpinLine flat(int n) {
        return new SpinLine(0.0, new double[n]);
    }

    /** Independent sites with log-odds 2 h. */
    public static SpinLine independent(int n, double h) {
        double[] field = new double[n];
        Arrays.fill(field, h);
        return new SpinLine(0.0, field);
    }

    /** Neighbours so strongly coupled that no site ever flips by itself: two states, all 0 and all 1. */
    public static SpinLine locked(int n) {
        return new SpinLine(64.0, new double[n]);
    }

    /** The definition. */
    public double score(byte[] x) {
        double sum = 0.0;
        for (int i = 0; i < x.length; i++) {
            double s = 2 * x[i] - 1;
            sum += field[i] * s + (i + 1 < x.length ? coupling * s * (2 * x[i + 1] - 1) : 0.0);
        }
        return sum;
    }

    /** The same target for the batched engine. */
    public EnergyModel batched(DataType type) {
        return new Batched(this, type);
    }

    /** The same target as a lambda. */
    public EnergyModel plain() {
        return EnergyModels.of(field.length, this::score);
    }

    @Override
    public int dimension() {
        return field.length;
    }

    @Override
    public int[][] colouring() {
        int n = field.length;
        int[][] classes = {new int[(n + 1) / 2], new int[n / 2]};
        for (int i = 0; i < n; i++) {
            classes[i % 2][i / 2] = i;
        }
        return classes;
    }

    @Override
    public Tracker newTracker() {
        return new LineTracker(this);
    }

    @Override
    public Optional<SiteRatios> siteRatios() {
        return Optional.of((state, sites, from, to, out) -> {
            for (int k = from; k < to; k++) {
                out[k - from] = ratio(state, sites[k]);
            }
        });
    }

    private double ratio(byte[] state, int i) {
        double left = i > 0 ? 2 * state[i - 1] - 1 : 0.0;
        double right = i + 1 < state.length ? 2 * state[i + 1] - 1 : 0.0;
        return (2 - 4 * state[i]) * (field[i] + coupling * (left + right));
    }

    private record Batched(SpinLine line, DataType dataType) implements EnergyModel {

        @Override
        public int dimension() {
            return line.dimension();
        }

        @Override
        public INDArray logProb(INDArray states) {
            double[][] x = Rows.of(states);
            double[] logProb = new double[x.length];
            for (int c = 0; c < x.length; c++) {
                for (int i = 0; i < x[c].length; i++) {
                    double next = i + 1 < x[c].length ? line.coupling * (2 * x[c][i + 1] - 1) : 0.0;
                    logProb[c] += (2 * x[c][i] - 1) * (line.field[i] + next);
                }
            }
            return Rows.vector(logProb, dataType);
        }

        /** In a line, first-order ratios are exact: no site is coupled with itself. */
        @Override
        public INDArray gradient(INDArray states) {
            double[][] x = Rows.of(states);
            double[][] gradient = new double[x.length][dimension()];
            for (int c = 0; c < x.length; c++) {
                for (int i = 0; i < x[c].length; i++) {
                    double left = i > 0 ? 2 * x[c][i - 1] - 1 : 0.0;
                    double right = i + 1 < x[c].length ? 2 * x[c][i + 1] - 1 : 0.0;
                    gradient[c][i] = 2 * (line.field[i] + line.coupling * (left + right));
                }
            }
            return Rows.matrix(gradient, dataType);
        }

        @Override
        public boolean exactFlips() {
            return true;
        }
    }

    private static final class LineTracker implements Tracker {

        private static final long serialVersionUID = 1L;

        private final SpinLine line;
        private byte[] state = new byte[0];
        private byte[] saved = new byte[0];
        private double logProb;
        private double savedLogProb;

        LineTracker(SpinLine line) {
            this.line = line;
        }

        @Override
        public void reset(byte[] from) {
            state = from.clone();
            logProb = line.score(state);
        }

        @Override
        public double logProb() {
            return logProb;
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            for (int k = 0; k < n; k++) {
                out[k] = ratio(sites[k]);
            }
        }

        private double ratio(int i) {
            return line.ratio(state, i);
        }

        @Override
        public int flip(int site, int[] touched) {
            logProb += ratio(site);
            state[site] ^= 1;
            int n = 0;
            for (int i = Math.max(0, site - 1); i <= Math.min(state.length - 1, site + 1); i++) {
                touched[n++] = i;
            }
            return n;
        }

        @Override
        public void save() {
            saved = state.clone();
            savedLogProb = logProb;
        }

        @Override
        public void restore() {
            state = saved.clone();
            logProb = savedLogProb;
        }
    }
}

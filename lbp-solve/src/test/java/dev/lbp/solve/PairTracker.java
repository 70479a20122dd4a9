package dev.lbp.solve;

import dev.lbp.target.LocalEnergyModel;

/** Pairs of bits with sums that are kept through flips, and a fault that a test chooses. */
record PairTracker(double[][] pairs, Fault fault) implements LocalEnergyModel {

    enum Fault {
        NONE,
        /** The sum gets an error of 1e-5 at each flip until it is refreshed, which must be in time. */
        DRIFT,
        /** The same, but refresh() does not say that it changes anything. */
        DRIFT_UNTOLD,
        /** Log-ratios have the wrong sign. */
        SIGN,
        /** The score is larger by 1e-6 at each call. */
        GROWS,
        /** The score is NaN where all bits are 1. */
        NAN,
        /** The tracker throws at the 1,000th flip. */
        THROWS
    }

    @Override
    public int dimension() {
        return pairs.length;
    }

    @Override
    public Tracker newTracker() {
        return new Sums(pairs, fault);
    }

    /** The log-probability of a state. */
    double score(byte[] state) {
        double sum = 0.0;
        for (int i = 0; i < state.length; i++) {
            for (int j = 0; j <= i; j++) {
                sum += pairs[i][j] * state[i] * state[j];
            }
        }
        return sum;
    }

    private static final class Sums implements Tracker {

        private static final long serialVersionUID = 1L;

        private final double[][] pairs;
        private final Fault fault;
        private byte[] state = new byte[0];
        private double[] field = new double[0];
        private double sum;
        private int flips;
        private int sinceRefresh;
        private byte[] savedState = new byte[0];
        private double[] savedField = new double[0];
        private double savedSum;

        Sums(double[][] pairs, Fault fault) {
            this.pairs = pairs;
            this.fault = fault;
        }

        @Override
        public void reset(byte[] to) {
            state = to.clone();
            load();
        }

        private void load() {
            field = new double[state.length];
            sum = 0.0;
            for (int i = 0; i < state.length; i++) {
                field[i] = pairs[i][i];
                for (int j = 0; j < state.length; j++) {
                    field[i] += i == j ? 0.0 : pairs[Math.max(i, j)][Math.min(i, j)] * state[j];
                }
                sum += 0.5 * state[i] * (field[i] + pairs[i][i]);
            }
        }

        @Override
        public double logProb() {
            int ones = 0;
            for (byte bit : state) {
                ones += bit;
            }
            sum += fault == Fault.GROWS ? 1e-6 : 0.0;
            return fault == Fault.NAN && ones == state.length ? Double.NaN : sum;
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            for (int k = 0; k < n; k++) {
                double ratio = (1 - 2 * state[sites[k]]) * field[sites[k]];
                out[k] = fault == Fault.SIGN ? -ratio : ratio;
            }
        }

        @Override
        public int flip(int site, int[] touched) {
            if (fault == Fault.THROWS && ++flips == 1_000) {
                throw new ArithmeticException("of the model");
            }
            if (fault == Fault.DRIFT && ++sinceRefresh > REFRESH_AFTER + 2) {
                throw new IllegalStateException("must be refreshed");
            }
            int sign = 1 - 2 * state[site];
            sum += sign * field[site] + (fault == Fault.DRIFT || fault == Fault.DRIFT_UNTOLD ? 1e-5 : 0.0);
            state[site] ^= 1;
            for (int j = 0; j < state.length; j++) {
                field[j] += j == site ? 0.0 : sign * pairs[Math.max(site, j)][Math.min(site, j)];
            }
            return ALL_SITES;
        }

        @Override
        public boolean refresh() {
            if (fault == Fault.DRIFT) {
                load();
                sinceRefresh = 0;
            }
            return fault == Fault.DRIFT;
        }

        @Override
        public void save() {
            savedState = state.clone();
            savedField = field.clone();
            savedSum = sum;
        }

        @Override
        public void restore() {
            state = savedState.clone();
            field = savedField.clone();
            sum = savedSum;
        }
    }
}

package dev.lbp;

import dev.lbp.target.LocalEnergyModel;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A ring of n bits that prefer 1 and equal neighbours: {@code log pi(x) = sum_i a x_i + b [x_i = x_i+1]} with a = 3/4,
 * b = 1/2. Its tracker keeps the state, a log-ratio for each site and the log-probability, and tells one lie.
 */
record LyingLine(int dimension, Lie lie, AtomicInteger trackers, Shared shared) implements LocalEnergyModel {

    private static final double FIELD = 0.75;
    private static final double COUPLING = 0.5;

    /** What is wrong with the tracker. */
    enum Lie {
        NONE,
        /** {@code save()} does nothing. */
        SAVE_NOTHING,
        /** {@code save()} keeps the array itself, which flips then change. */
        SAVE_SHALLOW,
        /** {@code save()} does nothing from its second call on. */
        SAVE_ONCE,
        /** {@code save()} does nothing from its 3,000th call on. */
        SAVE_3000,
        /** {@code restore()} does nothing. */
        RESTORE_NOTHING,
        /** {@code restore()} is right only the first time. */
        RESTORE_ONCE,
        /** {@code restore()} forgets the log-probability. */
        RESTORE_NO_LOG_PROB,
        /** {@code restore()} forgets the log-ratios. */
        RESTORE_NO_RATIOS,
        /** {@code flip()} forgets the log-probability of site 0. */
        FLIP_NO_LOG_PROB,
        /** {@code flip()} does not change the log-ratio of the right neighbour. */
        FLIP_NO_NEIGHBOUR,
        /** {@code flip()} does not tell the left neighbour, from its 200th call on. */
        TOUCHED_LATE,
        /** {@code logProb()} has the sum of one flip before. */
        LOG_PROB_STALE,
        /** {@code logRatios()} has the wrong sign. */
        RATIOS_SIGN,
        /** {@code logRatios()} is that of the first state. */
        RATIOS_STALE,
        /** {@code reset()} keeps ones of the state before. */
        RESET_KEEPS,
        /** {@code newTracker()} always returns the same one. */
        TRACKER_SAME,
        /** All trackers have the same array of ratios. */
        ARRAYS_SAME,
        /** {@code colouring()} has one class. */
        COLOURING
    }

    /** What trackers share that must not. */
    static final class Shared implements java.io.Serializable {
        private static final long serialVersionUID = 1L;
        private transient Tracker tracker;
        private transient double[] ratios;
    }

    static LyingLine of(int dimension, Lie lie) {
        return new LyingLine(dimension, lie, new AtomicInteger(), new Shared());
    }

    @Override
    public int[][] colouring() {
        int[][] classes = new int[lie == Lie.COLOURING ? 1 : 2][dimension / (lie == Lie.COLOURING ? 1 : 2)];
        for (int i = 0; i < dimension; i++) {
            classes[i % classes.length][i / classes.length] = i;
        }
        return classes;
    }

    @Override
    public synchronized Tracker newTracker() {
        trackers.incrementAndGet();
        if (lie == Lie.TRACKER_SAME) {
            shared.tracker = shared.tracker == null ? new LineTracker(this) : shared.tracker;
            return shared.tracker;
        }
        return new LineTracker(this);
    }

    private static final class LineTracker implements Tracker {

        private static final long serialVersionUID = 1L;

        private final LyingLine line;
        private final int n;
        private byte[] state;
        private double[] ratios;
        private double logProb;
        private double before;
        private byte[] savedState;
        private double[] savedRatios;
        private double savedLogProb;
        private int saves;
        private int restores;
        private int flips;

        LineTracker(LyingLine line) {
            this.line = line;
            this.n = line.dimension;
            this.state = new byte[n];
            this.ratios = new double[n];
            if (line.lie == Lie.ARRAYS_SAME) {
                line.shared.ratios = line.shared.ratios == null ? ratios : line.shared.ratios;
                ratios = line.shared.ratios;
            }
            this.savedState = state.clone();
            this.savedRatios = ratios.clone();
        }

        @Override
        public void reset(byte[] from) {
            for (int i = 0; i < n; i++) {
                state[i] = line.lie == Lie.RESET_KEEPS ? (byte) (state[i] | from[i]) : from[i];
            }
            logProb = 0.0;
            for (int i = 0; i < n; i++) {
                logProb += FIELD * state[i] + (state[i] == state[(i + 1) % n] ? COUPLING : 0.0);
            }
            before = logProb;
            for (int i = 0; i < n; i++) {
                ratios[i] = ratio(i);
            }
        }

        private double ratio(int i) {
            int equal = (state[i] == state[(i + 1) % n] ? 1 : 0) + (state[i] == state[(i + n - 1) % n] ? 1 : 0);
            return FIELD * (1 - 2 * state[i]) + COUPLING * (2 - 2 * equal);
        }

        @Override
        public double logProb() {
            return line.lie == Lie.LOG_PROB_STALE ? before : logProb;
        }

        @Override
        public void logRatios(int[] sites, int count, double[] out) {
            for (int k = 0; k < count; k++) {
                out[k] = line.lie == Lie.RATIOS_SIGN ? -ratios[sites[k]] : ratios[sites[k]];
            }
        }

        @Override
        public int flip(int site, int[] touched) {
            flips++;
            before = logProb;
            if (line.lie != Lie.FLIP_NO_LOG_PROB || site > 0) {
                logProb += ratio(site);
            }
            state[site] ^= 1;
            int left = (site + n - 1) % n;
            int right = (site + 1) % n;
            if (line.lie != Lie.RATIOS_STALE) {
                ratios[site] = ratio(site);
                ratios[left] = ratio(left);
                ratios[right] = line.lie == Lie.FLIP_NO_NEIGHBOUR ? ratios[right] : ratio(right);
            }
            touched[0] = site;
            touched[1] = right;
            touched[2] = left;
            return line.lie == Lie.TOUCHED_LATE && flips >= 200 ? 2 : 3;
        }

        @Override
        public void save() {
            saves++;
            if (line.lie == Lie.SAVE_NOTHING
                    || line.lie == Lie.SAVE_ONCE && saves > 1
                    || line.lie == Lie.SAVE_3000 && saves >= 3000) {
                return;
            }
            savedState = line.lie == Lie.SAVE_SHALLOW ? state : state.clone();
            savedRatios = line.lie == Lie.SAVE_SHALLOW ? ratios : ratios.clone();
            savedLogProb = logProb;
        }

        @Override
        public void restore() {
            restores++;
            if (line.lie == Lie.RESTORE_NOTHING || line.lie == Lie.RESTORE_ONCE && restores > 1) {
                return;
            }
            System.arraycopy(savedState, 0, state, 0, n);
            if (line.lie != Lie.RESTORE_NO_RATIOS) {
                System.arraycopy(savedRatios, 0, ratios, 0, n);
            }
            if (line.lie != Lie.RESTORE_NO_LOG_PROB) {
                logProb = savedLogProb;
            }
            before = logProb;
        }
    }
}

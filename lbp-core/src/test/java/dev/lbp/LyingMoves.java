package dev.lbp;

import java.util.Arrays;

/**
 * A distribution over the states of a space whose tracker tells one lie. Each label is its own inverse, as for swaps.
 */
final class LyingMoves extends TableMoves {

    private static final long serialVersionUID = 1L;

    /** What is wrong with the tracker. */
    enum Lie {
        NONE,
        /** {@code save()} does nothing. */
        SAVE_NOTHING,
        /** {@code save()} does nothing from its second call on. */
        SAVE_ONCE,
        /** {@code restore()} does nothing. */
        RESTORE_NOTHING,
        /** {@code restore()} does nothing from its 300th call on. */
        RESTORE_300,
        /** {@code apply()} forgets the log-probability, from its 200th call on. */
        APPLY_NO_LOG_PROB,
        /** {@code apply()} tells no label but the applied one, from its 200th call on. */
        TOUCHED_LATE,
        /** {@code changes()} gives one site alone, from its 200th call on. */
        CHANGES_LATE,
        /** {@code inverse()} of label 0 is another one in states that begin with the value 3. */
        INVERSE_SOMETIMES,
        /** {@code logRatios()} is too large by a tenth, from its 500th call on. */
        RATIOS_LATE,
        /** {@code newTracker()} always returns the same one. */
        TRACKER_SAME
    }

    private final Lie lie;
    private transient Tracker same;

    LyingMoves(MoveSpace space, Lie lie) {
        super(space, x -> 3.0 * Math.sin(1.0 + 7.0 * x));
        this.lie = lie;
    }

    @Override
    public String name() {
        return "LyingMoves";
    }

    @Override
    public synchronized Tracker newTracker() {
        if (lie == Lie.TRACKER_SAME) {
            same = same == null ? new LyingTracker() : same;
            return same;
        }
        return new LyingTracker();
    }

    private final class LyingTracker extends TableTracker {

        private static final long serialVersionUID = 1L;

        private int saves;
        private int restores;
        private int applied;
        private int changed;
        private int asked;
        private double forgotten;

        @Override
        public void reset(int[] state) {
            forgotten = 0.0;
            super.reset(state);
        }

        @Override
        public double logProb() {
            return super.logProb() + forgotten;
        }

        @Override
        public void logRatios(int[] moves, int n, double[] out) {
            super.logRatios(moves, n, out);
            if (lie == Lie.RATIOS_LATE && ++asked >= 500) {
                for (int k = 0; k < n; k++) {
                    out[k] += 0.1;
                }
            }
        }

        @Override
        public int inverse(int move) {
            int inverse = super.inverse(move);
            return lie == Lie.INVERSE_SOMETIMES && move == 0 && startsWithThree() ? inverse + 1 : inverse;
        }

        private boolean startsWithThree() {
            int[] sites = new int[dimension()];
            int[] values = new int[dimension()];
            int count = super.changes(0, sites, values); // label 0 exchanges the first two values
            return count == 2 && values[1] == 3;
        }

        @Override
        public int changes(int move, int[] sites, int[] values) {
            int count = super.changes(move, sites, values);
            return lie == Lie.CHANGES_LATE && ++changed >= 200 ? Math.min(1, count) : count;
        }

        @Override
        public int apply(int move, int[] touched) {
            double before = super.logProb();
            int count = super.apply(move, touched);
            applied++;
            if (lie == Lie.APPLY_NO_LOG_PROB && applied >= 200) {
                forgotten += before - super.logProb();
            }
            if (lie == Lie.TOUCHED_LATE && applied >= 200) {
                touched[0] = move;
                Arrays.fill(touched, 1, touched.length, 0);
                return 1;
            }
            return count;
        }

        @Override
        public void save() {
            saves++;
            if (lie != Lie.SAVE_NOTHING && (lie != Lie.SAVE_ONCE || saves == 1)) {
                super.save();
            }
        }

        @Override
        public void restore() {
            restores++;
            if (lie != Lie.RESTORE_NOTHING && (lie != Lie.RESTORE_300 || restores < 300)) {
                super.restore();
            }
        }
    }
}

package dev.lbp;

import dev.lbp.target.LocalEnergyModel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A dense pairwise target whose tracker adds rounded numbers to its fields and its log-probability at each flip. So its
 * numbers depend on all earlier flips, until it is refreshed.
 *
 * @param refreshes whether the tracker refreshes
 * @param trackers counts the trackers
 * @param calls counts the calls of {@code refresh()} of the first tracker; chains compare theirs with others
 */
public record DriftingSums(int dimension, boolean refreshes, AtomicInteger trackers, AtomicInteger calls)
        implements LocalEnergyModel {

    public static DriftingSums of(int dimension, boolean refreshes) {
        return new DriftingSums(dimension, refreshes, new AtomicInteger(), new AtomicInteger());
    }

    /** Numbers without a pattern in (-0.3, 0.3): no sum of them is exact. */
    private static double coupling(int i, int j) {
        return i == j ? 0.0 : 0.3 * Math.sin(1.0 + 7.0 * (i + 1) * (j + 1));
    }

    private static double field(int i) {
        return Math.cos(3.0 * i);
    }

    /** The log-probability, summed at once. */
    public static double logProb(byte[] x) {
        double sum = 0.0;
        for (int i = 0; i < x.length; i++) {
            double spin = 2 * x[i] - 1;
            sum += spin * field(i);
            for (int j = 0; j < i; j++) {
                sum += spin * (2 * x[j] - 1) * coupling(i, j);
            }
        }
        return sum;
    }

    @Override
    public String name() {
        return "drifting sums";
    }

    @Override
    public Tracker newTracker() {
        return new DriftingTracker(this);
    }

    private static final class DriftingTracker implements Tracker {

        private static final long serialVersionUID = 1L;

        private final DriftingSums model;
        private final int n;
        private final boolean isFirst;
        private byte[] state;
        private double[] fields;
        private double logProb;
        private byte[] savedState;
        private double[] savedFields;
        private double savedLogProb;

        DriftingTracker(DriftingSums model) {
            this.model = model;
            this.n = model.dimension;
            this.isFirst = model.trackers.getAndIncrement() == 0;
        }

        @Override
        public void reset(byte[] from) {
            state = from.clone();
            fields = new double[n];
            for (int i = 0; i < n; i++) {
                int site = i;
                fields[i] = (field(i)
                        + IntStream.range(0, n)
                                .mapToDouble(j -> (2 * state[j] - 1) * coupling(site, j))
                                .sum());
            }
            logProb = DriftingSums.logProb(state);
        }

        @Override
        public boolean refresh() {
            model.calls.addAndGet(isFirst ? 1 : 0);
            if (model.refreshes) {
                reset(state);
            }
            return model.refreshes;
        }

        @Override
        public double logProb() {
            return logProb;
        }

        @Override
        public void logRatios(int[] sites, int count, double[] out) {
            for (int k = 0; k < count; k++) {
                out[k] = -2.0 * (2 * state[sites[k]] - 1) * fields[sites[k]];
            }
        }

        @Override
        public int flip(int site, int[] touched) {
            double change = -2.0 * (2 * state[site] - 1);
            logProb += change * fields[site];
            state[site] ^= 1;
            for (int j = 0; j < n; j++) {
                fields[j] += change * coupling(site, j);
            }
            return ALL_SITES;
        }

        @Override
        public void save() {
            savedState = state.clone();
            savedFields = fields.clone();
            savedLogProb = logProb;
        }

        @Override
        public void restore() {
            state = savedState.clone();
            fields = savedFields.clone();
            logProb = savedLogProb;
        }
    }
}

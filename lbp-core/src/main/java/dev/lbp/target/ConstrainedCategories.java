package dev.lbp.target;

import dev.lbp.internal.Answers;
import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.Values;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;

/** A local model of categories with {@link SiteConstraints}. */
record ConstrainedCategories(CategoricalModel model, SiteConstraints constraints) implements CategoricalModel {

    @Override
    public int dimension() {
        return constraints.sites();
    }

    @Override
    public int values() {
        return constraints.values();
    }

    @Override
    public int values(int site) {
        return model.values(site);
    }

    @Override
    public int moves() {
        return model.moves();
    }

    @Override
    public String name() {
        return model.name() + " (" + constraints + ")";
    }

    @Override
    public Map<String, String> identity() {
        return constraints.identity(model.identity());
    }

    @Override
    public SiteNames siteNames() {
        return model.siteNames();
    }

    @Override
    public int[] randomState(UniformRandomProvider rng) {
        return constraints.repaired(model.randomState(rng), rng);
    }

    @Override
    public Tracker newTracker() {
        return new ConstrainedTracker(Answers.notNull("newTracker()", model.newTracker()), constraints);
    }

    /**
     * Wraps the model's tracker. It counts the state's mutations (sites that differ from the wild type) and its
     * forbidden values, since both change the log-probability.
     */
    private static final class ConstrainedTracker implements Tracker {

        private static final long serialVersionUID = 1L;

        private final Tracker tracker;
        private final SiteConstraints constraints;
        private final int values;
        private final int[] state;
        private final int[] savedState;
        private int mutations;

        /** The number of sites with a forbidden value: 0 in every possible state. */
        private int forbidden;

        private int savedMutations;
        private int savedForbidden;

        /** Scratch: whether the model has listed each label of the changed site as touched. */
        private final boolean[] listed;

        ConstrainedTracker(Tracker tracker, SiteConstraints constraints) {
            this.tracker = tracker;
            this.constraints = constraints;
            this.values = constraints.values();
            this.state = new int[constraints.sites()];
            this.savedState = new int[constraints.sites()];
            this.listed = new boolean[values];
        }

        @Override
        public void reset(int[] to) {
            int[] checked = Values.checked("state", to, state.length, values);
            tracker.reset(checked);
            System.arraycopy(checked, 0, state, 0, state.length);
            mutations = constraints.mutations(state);
            forbidden = constraints.forbiddenCount(state);
        }

        @Override
        public double logProb() {
            return forbidden > 0 ? Double.NEGATIVE_INFINITY : tracker.logProb() + constraints.logProb(mutations);
        }

        @Override
        public void logRatios(int[] moves, int n, double[] out) {
            tracker.logRatios(moves, n, out);
            for (int k = 0; k < n; k++) {
                int site = moves[k] / values;
                int value = moves[k] % values;
                out[k] = constraints.isForbidden(site, value)
                        ? Double.NEGATIVE_INFINITY
                        : out[k] + constraints.logRatio(mutations, mutationsAfter(site, value));
            }
        }

        private int mutationsAfter(int site, int value) {
            return mutations
                    - (constraints.isMutation(site, state[site]) ? 1 : 0)
                    + (constraints.isMutation(site, value) ? 1 : 0);
        }

        @Override
        public int inverse(int move) {
            return tracker.inverse(move);
        }

        @Override
        public int changes(int move, int[] sites, int[] changed) {
            return tracker.changes(move, sites, changed);
        }

        @Override
        public int apply(int move, int[] touched) {
            int site = move / values;
            // when the limit of mutations is reached or left, the log-ratios of all sites change
            boolean wasFull = constraints.isFull(mutations);
            int value = move % values;
            mutations = mutationsAfter(site, value);
            forbidden += (constraints.isForbidden(site, value) ? 1 : 0)
                    - (constraints.isForbidden(site, state[site]) ? 1 : 0);
            state[site] = value;
            int count = tracker.apply(move, touched);
            return wasFull == constraints.isFull(mutations) ? withLabelsOfSite(site, touched, count) : ALL_MOVES;
        }

        /** Adds all labels of the changed site to the touched ones: the price changes their log-ratios. */
        private int withLabelsOfSite(int site, int[] touched, int count) {
            return count == TouchedSites.ALL || !constraints.hasPrice()
                    ? count
                    : TouchedSites.withLabelsOf(site, touched, count, listed);
        }

        @Override
        public void save() {
            tracker.save();
            System.arraycopy(state, 0, savedState, 0, state.length);
            savedMutations = mutations;
            savedForbidden = forbidden;
        }

        @Override
        public void restore() {
            tracker.restore();
            System.arraycopy(savedState, 0, state, 0, state.length);
            mutations = savedMutations;
            forbidden = savedForbidden;
        }
    }
}

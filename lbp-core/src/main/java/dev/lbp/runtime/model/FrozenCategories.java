package dev.lbp.runtime.model;

import dev.lbp.internal.Answers;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.PairBonds;
import dev.lbp.target.SiteGraph;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/** A categorical model some of whose sites keep their value: the labels of these sites are illegal. */
public final class FrozenCategories implements CategoricalModel {

    private static final long serialVersionUID = 1L;

    private final CategoricalModel model;
    private final boolean[] frozen;
    private final int values;

    /**
     * @param frozen N values, true for sites that never change
     */
    public FrozenCategories(CategoricalModel model, boolean[] frozen) {
        this.model = model;
        this.frozen = frozen;
        this.values = model.values();
    }

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public int values() {
        return values;
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
    public Optional<SiteGraph> graph() {
        return model.graph();
    }

    @Override
    public Optional<PairBonds> bonds() {
        return model.bonds().map(bonds -> bonds.holding(frozen));
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public int[] randomState(UniformRandomProvider rng) {
        return model.randomState(rng);
    }

    @Override
    public Tracker newTracker() {
        return new FrozenTracker(Answers.notNull("newTracker()", model.newTracker()));
    }

    /** The model's tracker, with negative infinity for labels of frozen sites. */
    private final class FrozenTracker implements Tracker {

        private static final long serialVersionUID = 1L;

        private final Tracker tracker;

        FrozenTracker(Tracker tracker) {
            this.tracker = tracker;
        }

        @Override
        public void reset(int[] state) {
            tracker.reset(state);
        }

        @Override
        public double logProb() {
            return tracker.logProb();
        }

        /** Makes moves of frozen sites impossible: label {@code i * C + c} gives value c to site i. */
        @Override
        public void logRatios(int[] moves, int n, double[] out) {
            tracker.logRatios(moves, n, out);
            for (int k = 0; k < n; k++) {
                if (frozen[moves[k] / values]) {
                    out[k] = Double.NEGATIVE_INFINITY;
                }
            }
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
            return tracker.apply(move, touched);
        }

        @Override
        public void save() {
            tracker.save();
        }

        @Override
        public void restore() {
            tracker.restore();
        }
    }
}

package dev.lbp.runtime.engine;

import dev.lbp.target.CategoricalModel;
import dev.lbp.target.MoveModel;
import org.apache.commons.rng.UniformRandomProvider;

/** A model with its own moves whose trackers tell {@link Decisions} of every move. */
public class TracedMoves implements MoveModel {

    private static final long serialVersionUID = 1L;

    private final MoveModel model;
    private final transient Decisions decisions;

    private TracedMoves(MoveModel model, Decisions decisions) {
        this.model = model;
        this.decisions = decisions;
    }

    public static MoveModel of(MoveModel model, Decisions decisions) {
        return model instanceof CategoricalModel
                ? new TracedCategories(model, decisions)
                : new TracedMoves(model, decisions);
    }

    private static final class TracedCategories extends TracedMoves implements CategoricalModel {

        private static final long serialVersionUID = 1L;

        TracedCategories(MoveModel model, Decisions decisions) {
            super(model, decisions);
        }
    }

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public int values() {
        return model.values();
    }

    @Override
    public int moves() {
        return model.moves();
    }

    @Override
    public int[] randomState(UniformRandomProvider rng) {
        return model.randomState(rng);
    }

    @Override
    public Tracker newTracker() {
        return new Traced(model.newTracker(), decisions);
    }

    private record Traced(Tracker sound, Decisions decisions) implements Tracker {

        @Override
        public void reset(int[] state) {
            sound.reset(state);
        }

        @Override
        public double logProb() {
            return sound.logProb();
        }

        @Override
        public void logRatios(int[] moves, int n, double[] out) {
            sound.logRatios(moves, n, out);
        }

        @Override
        public int inverse(int move) {
            return sound.inverse(move);
        }

        @Override
        public int changes(int move, int[] sites, int[] values) {
            return sound.changes(move, sites, values);
        }

        @Override
        public int apply(int move, int[] touched) {
            decisions.note(100 + move);
            return sound.apply(move, touched);
        }

        @Override
        public void save() {
            sound.save();
        }

        @Override
        public void restore() {
            decisions.note(200);
            sound.restore();
        }
    }
}

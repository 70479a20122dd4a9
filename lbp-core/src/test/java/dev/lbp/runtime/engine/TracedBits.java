package dev.lbp.runtime.engine;

import dev.lbp.WrappedTracker;
import dev.lbp.target.LocalEnergyModel;
import org.apache.commons.rng.UniformRandomProvider;

/** A model whose trackers tell of every flip. */
public record TracedBits(LocalEnergyModel model, Decisions decisions) implements LocalEnergyModel {

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public boolean exactFlips() {
        return model.exactFlips();
    }

    @Override
    public int[][] colouring() {
        return model.colouring();
    }

    @Override
    public Tracker newTracker() {
        return new TracedTracker(model.newTracker(), decisions);
    }

    private static final class TracedTracker extends WrappedTracker {

        private static final long serialVersionUID = 1L;

        private final transient UniformRandomProvider decisions;

        TracedTracker(LocalEnergyModel.Tracker sound, Decisions decisions) {
            super(sound);
            this.decisions = decisions;
        }

        @Override
        public int flip(int site, int[] touched) {
            ((Decisions) decisions).note(100 + site);
            return super.flip(site, touched);
        }

        @Override
        public void restore() {
            ((Decisions) decisions).note(200);
            super.restore();
        }
    }
}

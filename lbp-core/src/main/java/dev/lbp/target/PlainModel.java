package dev.lbp.target;

import dev.lbp.internal.Check;
import dev.lbp.internal.ScoredWhole;
import dev.lbp.internal.States;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A target of plain Java functions. Without a gradient, log-ratios come from the scores of all neighbours. */
record PlainModel(
        String name, int dimension, EnergyModels.LogProbFactory factory, EnergyModels.@Nullable Gradient gradient)
        implements EnergyModels.Function {

    @Override
    public EnergyModels.Function named(String other) {
        return new PlainModel(Check.notBlank("name", other), dimension, factory, gradient);
    }

    @Override
    public boolean exactFlips() {
        return gradient == null;
    }

    /** False: a step scores the state and, for informed moves, all its neighbours. */
    @Override
    public boolean costGrowsWithFlips() {
        return false;
    }

    /** Leaves out the class name of the lambda, which the JVM generates. */
    @Override
    public String toString() {
        return "a function of " + dimension + (dimension == 1 ? " bit" : " bits")
                + (gradient == null ? "" : ", with its gradient");
    }

    @Override
    public LocalEnergyModel.Tracker newTracker() {
        return new Tracker(dimension, Check.notNull("factory.create()", factory.create()), gradient);
    }

    /**
     * A tracker that scores lazily: a random walk uses no log-ratios, so it costs one evaluation per step. The
     * functions receive a copy of the state. The copy is compared with the state after each score, and once after the
     * scores of all neighbours.
     */
    private static final class Tracker implements LocalEnergyModel.Tracker, ScoredWhole {

        private static final long serialVersionUID = 1L;

        private final EnergyModels.LogProb score;
        private final EnergyModels.@Nullable Gradient gradient;
        private final byte[] state;

        /** The argument of the functions: the state, or a neighbour of it. */
        private final byte[] argument;

        private final double[] partials;
        private boolean scored;
        private double logProb;

        private final byte[] saved;
        private boolean savedScored;
        private double savedLogProb;

        Tracker(int dimension, EnergyModels.LogProb score, EnergyModels.@Nullable Gradient gradient) {
            this.score = score;
            this.gradient = gradient;
            this.state = new byte[dimension];
            this.argument = new byte[dimension];
            this.partials = new double[gradient == null ? 0 : dimension];
            this.saved = new byte[dimension];
        }

        @Override
        public void reset(byte[] from) {
            Check.length(state.length, "state", Check.notNull("state", from).length);
            System.arraycopy(from, 0, state, 0, state.length);
            System.arraycopy(from, 0, argument, 0, argument.length);
            scored = false;
        }

        @Override
        public double logProb() {
            if (!scored) {
                logProb = score.of(argument);
                checkUnchanged();
                scored = true;
            }
            return logProb;
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            if (gradient != null) {
                Arrays.fill(partials, 0.0); // a function that adds up its terms starts at 0
                gradient.at(argument, partials);
                checkUnchanged();
                for (int k = 0; k < n; k++) {
                    out[k] = (1 - 2 * state[sites[k]]) * partials[sites[k]];
                }
                return;
            }
            double here = logProb();
            for (int k = 0; k < n; k++) {
                double there = flippedScore(sites[k]);
                if (!(there <= Double.MAX_VALUE)) { // named as the user's function, not as a log-ratio
                    throw new IllegalStateException("must not be NaN or +Infinity: logProb=" + there);
                }
                out[k] = there - here;
            }
            checkUnchanged(); // once: a comparison costs as much as the cheapest score
        }

        /** The score of the state with one site flipped. The argument is as before afterwards, even if it fails. */
        private double flippedScore(int site) {
            argument[site] ^= 1;
            try {
                return score.of(argument);
            } finally {
                argument[site] ^= 1;
            }
        }

        private void checkUnchanged() {
            States.checkUnchanged(state, argument);
        }

        @Override
        public int flip(int site, int[] touched) {
            state[site] ^= 1;
            argument[site] ^= 1;
            scored = false;
            return ALL_SITES;
        }

        @Override
        public void save() {
            System.arraycopy(state, 0, saved, 0, state.length); // cheap compared with a score
            savedScored = scored;
            savedLogProb = logProb;
        }

        @Override
        public void restore() {
            System.arraycopy(saved, 0, state, 0, state.length);
            System.arraycopy(saved, 0, argument, 0, argument.length);
            scored = savedScored;
            logProb = savedLogProb;
        }
    }
}

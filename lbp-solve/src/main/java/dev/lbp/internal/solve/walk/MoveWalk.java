package dev.lbp.internal.solve.walk;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Values;
import dev.lbp.target.MoveModel;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A state that changes by the moves of a {@link MoveModel}. {@link #improve} tries the move whose label it is given.
 */
final class MoveWalk implements Walk<int[]> {

    /** The most random states that are drawn to find one of positive probability. */
    private static final int DRAWS = 100;

    private final MoveModel model;
    private final MoveModel.Tracker tracker;
    private final int moves;
    private final int[] state;
    /** Whether the present state has a positive probability. */
    private boolean possible;

    private final int[] sites;
    private final int[] values;
    private final int[] touched;
    private final int[] askedLabel = new int[1];
    private final double[] answer = new double[1];

    MoveWalk(MoveModel model) {
        this.model = model;
        this.tracker = Answers.notNull("newTracker()", model.newTracker());
        this.moves = model.moves();
        this.state = new int[model.dimension()];
        this.sites = new int[state.length];
        this.values = new int[state.length];
        this.touched = new int[moves];
    }

    @Override
    public void begin(UniformRandomProvider random) {
        possible = false;
        for (int k = 0; k < DRAWS && !possible; k++) { // until a state has a positive probability
            draw(random);
        }
    }

    /** Replaces the state by a random one of the model. */
    private void draw(UniformRandomProvider random) {
        int[] drawn = Values.checked("randomState()", model.randomState(random), state.length, model.values());
        System.arraycopy(drawn, 0, state, 0, state.length);
        tracker.reset(drawn);
        possible = logProb() != Double.NEGATIVE_INFINITY;
    }

    @Override
    public double step(double least, UniformRandomProvider random) {
        if (!possible) {
            draw(random);
            return Double.NEGATIVE_INFINITY;
        }
        return move(random.nextInt(moves), least);
    }

    /** Makes the move with a label if its log-ratio is at least {@code least}. Returns the log-ratio. */
    private double move(int label, double least) {
        askedLabel[0] = label;
        tracker.logRatios(askedLabel, 1, answer);
        double ratio = ModelAnswers.logRatio(answer[0]);
        if (ratio >= least) {
            int count = tracker.changes(label, sites, values);
            tracker.apply(label, touched);
            for (int k = 0; k < count; k++) {
                state[sites[k]] = values[k];
            }
        }
        return ratio;
    }

    @Override
    public int places() {
        return moves;
    }

    @Override
    public boolean improve(int place) {
        return possible && move(place, Double.MIN_VALUE) > 0.0;
    }

    @Override
    public int sweepSteps() {
        return state.length;
    }

    @Override
    public double logProb() {
        return ModelAnswers.logProb(tracker.logProb());
    }

    @Override
    public int[] state() {
        return state.clone();
    }
}

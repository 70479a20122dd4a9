package dev.lbp.internal.solve.walk;

import dev.lbp.internal.TrackerTolerance;
import dev.lbp.internal.solve.Finds;
import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Restarts;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.Sizes;
import dev.lbp.target.Target;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Anneals one state by single moves, and ends with a descent to a local optimum. A step accepts a log-ratio r if
 * {@code r >= -T E} with an exponential number E, which is the rule of Metropolis at temperature T.
 *
 * <p>Each restart looks at {@value #LOOKS} moves of a walk that accepts all, and, after a descent, at as many moves
 * from a local optimum: their log-ratios give the {@link Cooling}. The anneal ends earlier once
 * steps change nothing.
 */
final class WalkSearch<S> implements Search<S> {

    /** A state with its log-probability. */
    private record Found<S>(S state, double value) {}

    /** Sweeps of the shortest anneal. */
    private static final int SWEEPS = 300;

    private static final int LOOKS = 256;

    /** The first of these moves, whose log-ratios are compared with log-probabilities. */
    private static final int COMPARED = 16;

    /** An anneal ends after this number of steps for each place, if none of them has changed the log-probability. */
    private static final int STILL = 3;

    private final Target model;
    private final Problem<S> problem;
    private final Walk<S> walk;

    /** Moves since the beginning of this restart that may have left rounding errors in the tracker. */
    private double changes;

    WalkSearch(Target model, Problem<S> problem, Walk<S> walk) {
        this.model = model;
        this.problem = problem;
        this.walk = walk;
    }

    @Override
    public double restart(long restart, UniformRandomProvider random, Finds<S> finds) {
        String where = "restart " + restart;
        Cooling cooling = ModelAnswers.call(model, where, () -> {
            changes = 0.0;
            walk.begin(random);
            return cooling(random, finds);
        });
        double first = report(ModelAnswers.call(model, where, () -> checkedState()), finds);
        Found<S> last = ModelAnswers.call(model, where, () -> {
            anneal(cooling, SWEEPS * Restarts.factor(restart), random, finds);
            return checkedState();
        });
        return Math.max(first, report(last, finds));
    }

    private static <S> double report(Found<S> found, Finds<S> finds) {
        if (found.value() >= finds.worth()) {
            finds.found(found.state(), found.value());
        }
        return found.value();
    }

    /** Finds the scale of the log-ratios. The walk ends at a local optimum. */
    private Cooling cooling(UniformRandomProvider random, Finds<S> finds) {
        Sizes anywhere = looks(-Double.MAX_VALUE, random);
        descend(finds);
        return Cooling.of(anywhere, looks(Double.POSITIVE_INFINITY, random));
    }

    /**
     * The log-ratios of some moves.
     *
     * @param least moves are made from this log-ratio
     */
    private Sizes looks(double least, UniformRandomProvider random) {
        Sizes sizes = new Sizes();
        for (int k = 0; k < LOOKS; k++) {
            double before = k < COMPARED ? walk.logProb() : Double.NaN;
            double ratio = walk.step(least, random);
            if (k < COMPARED && ratio >= least) {
                compare(before, ratio, walk.logProb());
            }
            sizes.add(ratio);
        }
        changes += LOOKS;
        return sizes;
    }

    private void compare(double before, double ratio, double after) {
        double scale = Math.max(Math.abs(before), Math.abs(after));
        if (!TrackerTolerance.closeRatios(after - before, ratio, changes + LOOKS, ratio, scale)) {
            throw new IllegalStateException("must be the difference of logProb(), " + before + " and then " + after
                    + ": the log-ratio of a move=" + ratio);
        }
    }

    private void anneal(Cooling cooling, long sweeps, UniformRandomProvider random, Finds<S> finds) {
        ContinuousSampler exponential = ZigguratSampler.Exponential.of(random);
        int steps = walk.sweep();
        long unchanged = 0; // steps since the log-probability changed
        for (long t = 0; t < sweeps && unchanged < (long) STILL * walk.places(); t++) {
            double temperature = cooling.temperature(t, sweeps);
            for (int k = 0; k < steps; k++) {
                if (finds.ended()) {
                    return;
                }
                double least = -temperature * exponential.sample();
                double ratio = walk.step(least, random);
                unchanged = ratio >= least && ratio != 0.0 ? 0 : unchanged + 1;
            }
            changes += steps;
        }
        descend(finds);
    }

    /**
     * Makes moves that gain, until none is left. Gains that are lost in the rounding of the log-probability are none.
     */
    private void descend(Finds<S> finds) {
        double before;
        double here = walk.logProb();
        do {
            before = here;
            for (int place = 0; place < walk.places() && !finds.ended(); place++) {
                walk.improve(place);
            }
            here = walk.logProb();
        } while (here > before && !finds.ended());
    }

    /** The present state, if its log-probability is that of a new tracker but for rounding. */
    private Found<S> checkedState() {
        S state = walk.state();
        double kept = walk.logProb();
        double exact = problem.value(state);
        if (!TrackerTolerance.close(exact, kept, TrackerTolerance.after(changes), exact)) {
            throw new IllegalStateException("must keep the state and all sums in a tracker: logProb()=" + kept
                    + ", of a new tracker at the same state " + exact);
        }
        return new Found<>(state, exact);
    }
}

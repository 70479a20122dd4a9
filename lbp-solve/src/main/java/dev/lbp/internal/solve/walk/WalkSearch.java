package dev.lbp.internal.solve.walk;

import dev.lbp.internal.TrackerTolerance;
import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Restarts;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.internal.solve.Sizes;
import dev.lbp.target.Target;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Anneals one state by single moves, and ends with a climb to a local optimum. A step accepts a log-ratio r if
 * {@code r >= -T E} with an exponential random number E, which is the Metropolis rule at temperature T.
 *
 * <p>Each restart first measures the log-ratios of {@value #MEASURED} moves of a walk that accepts all moves, and then
 * of {@value #MEASURED} moves from a local optimum. {@link Cooling} chooses the temperatures from these. An anneal ends
 * early once steps no longer change the log-probability.
 */
final class WalkSearch<S> implements Search<S> {

    /** A state with its log-probability, as the model computes it. */
    private record Found<S>(S state, double value) {}

    /** Sweeps of the shortest anneal. */
    private static final int SWEEPS = 300;

    private static final int MEASURED = 256;

    /** The log-ratios of the first measured moves, this many, are checked against the log-probabilities. */
    private static final int COMPARED = 16;

    /** An anneal ends after this many steps in a row, per {@link Walk#places place}, without a new log-probability. */
    private static final int STEPS_WITHOUT_CHANGE = 3;

    private final Target model;
    private final Problem<S> problem;
    private final Walk<S> walk;

    /** Moves in this restart that may have left rounding errors in the tracker. */
    private double changes;

    WalkSearch(Target model, Problem<S> problem, Walk<S> walk) {
        this.model = model;
        this.problem = problem;
        this.walk = walk;
    }

    /** Reports two states: the local optimum at which the choice of temperatures ends, and the end of the anneal. */
    @Override
    public double restart(long restart, UniformRandomProvider random, SearchMonitor<S> monitor) {
        String where = "restart " + restart;
        Cooling cooling = ModelAnswers.call(model, where, () -> {
            changes = 0.0;
            walk.begin(random);
            return cooling(random, monitor);
        });
        double first = report(ModelAnswers.call(model, where, () -> checkedState()), monitor);
        Found<S> last = ModelAnswers.call(model, where, () -> {
            anneal(cooling, SWEEPS * Restarts.factor(restart), random, monitor);
            return checkedState();
        });
        return Math.max(first, report(last, monitor));
    }

    /** Reports a state unless it is too bad to be kept. Returns its value. */
    private static <S> double report(Found<S> found, SearchMonitor<S> monitor) {
        if (found.value() >= monitor.leastValue()) {
            monitor.report(found.state(), found.value());
        }
        return found.value();
    }

    /** Chooses temperatures from measured log-ratios. The walk ends at a local optimum. */
    private Cooling cooling(UniformRandomProvider random, SearchMonitor<S> monitor) {
        Sizes anywhere = measure(-Double.MAX_VALUE, random); // accepts all moves
        climb(monitor);
        return Cooling.of(anywhere, measure(Double.POSITIVE_INFINITY, random)); // accepts none
    }

    /**
     * Tries {@value #MEASURED} random moves, and returns the sizes of their log-ratios.
     *
     * @param least a move is made if its log-ratio is at least this
     */
    private Sizes measure(double least, UniformRandomProvider random) {
        Sizes sizes = new Sizes();
        for (int k = 0; k < MEASURED; k++) {
            double before = k < COMPARED ? walk.logProb() : Double.NaN;
            double ratio = walk.step(least, random);
            if (k < COMPARED && ratio >= least) {
                checkDifference(before, ratio, walk.logProb());
            }
            sizes.add(ratio);
        }
        changes += MEASURED;
        return sizes;
    }

    /** Throws if the log-ratio of a move is not the difference of the log-probabilities after and before the move. */
    private void checkDifference(double before, double ratio, double after) {
        double largest = Math.max(Math.abs(before), Math.abs(after));
        // A ratio rounds relative to itself, or to the log-probabilities if the model subtracts them.
        if (!TrackerTolerance.closeRatios(after - before, ratio, changes + MEASURED, ratio, largest)) {
            throw new IllegalStateException("must be the difference of logProb(), " + before + " and then " + after
                    + ": the log-ratio of a move=" + ratio);
        }
    }

    /** Makes sweeps at falling temperatures, then climbs. Ends early if the log-probability no longer changes. */
    private void anneal(Cooling cooling, long sweeps, UniformRandomProvider random, SearchMonitor<S> monitor) {
        ContinuousSampler exponential = ZigguratSampler.Exponential.of(random);
        int steps = walk.sweepSteps();
        long unchanged = 0; // steps since the log-probability changed
        for (long t = 0; t < sweeps && unchanged < (long) STEPS_WITHOUT_CHANGE * walk.places(); t++) {
            double temperature = cooling.temperature(t, sweeps);
            for (int k = 0; k < steps; k++) {
                if (monitor.mustEnd()) {
                    return;
                }
                double least = -temperature * exponential.sample(); // Metropolis accepts log-ratios from here on
                double ratio = walk.step(least, random);
                unchanged = ratio >= least && ratio != 0.0 ? 0 : unchanged + 1;
            }
            changes += steps;
        }
        climb(monitor);
    }

    /**
     * Makes moves of positive log-ratio until none is left, or their gains are below the rounding of the
     * log-probability.
     */
    private void climb(SearchMonitor<S> monitor) {
        double before;
        double here = walk.logProb();
        do {
            before = here;
            for (int place = 0; place < walk.places() && !monitor.mustEnd(); place++) {
                walk.improve(place);
            }
            here = walk.logProb();
        } while (here > before && !monitor.mustEnd());
    }

    /** The present state. Throws if the log-probability of the walk's tracker is not that of a new tracker. */
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

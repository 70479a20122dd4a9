package dev.lbp.solve;

import dev.lbp.internal.TrackerTolerance;
import dev.lbp.target.Target;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Anneals one state by single moves, and ends with a descent to a local optimum. A step accepts a log-ratio r if
 * {@code r >= -T E} with an exponential number E, which is the rule of Metropolis at temperature T.
 *
 * <p><b>Temperatures.</b> The scale of a model's log-ratios is not known, and may differ between its sites. Each restart
 * looks at {@value #LOOKS} moves of a walk that accepts all, and, after a descent, at as many moves from a local
 * optimum. The anneal begins at the largest size of the former, and ends far below the small ones of the latter:
 * temperatures fall by a constant factor from sweep to sweep, so several scales get their share. It ends earlier once
 * sweeps change nothing.
 */
final class WalkSearch<S> implements Search<S> {

    /** Sweeps of the shortest anneal. */
    private static final int SWEEPS = 100;

    private static final int LOOKS = 256;

    /** The first temperature, as a share of the largest log-ratio. */
    private static final double HOT = 0.5;

    /** The last temperature, as a share of this quantile of the log-ratios at a local optimum. */
    private static final double COLD = 0.2;

    private static final double SMALL = 0.05;

    /** Sweeps without a change of the log-probability that end an anneal. */
    private static final int STILL = 3;

    private final Target model;
    private final Problem<S> problem;
    private final Walk<S> walk;
    private double hot;
    private double cold;

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
        long sweeps = SWEEPS * Restarts.factor(restart);
        double first = report(
                ModelAnswers.call(model, where, () -> {
                    setTemperatures(random, finds);
                    return checkedState(restart);
                }),
                finds);
        double last = report(
                ModelAnswers.call(model, where, () -> {
                    anneal(sweeps, random, finds);
                    return checkedState(restart);
                }),
                finds);
        return Math.max(first, last);
    }

    private static <S> double report(Scored<S> found, Finds<S> finds) {
        if (found.value() >= finds.worth()) {
            finds.found(found.state(), found.value());
        }
        return found.value();
    }

    /** Finds the scale of the log-ratios. The walk ends at a local optimum. */
    private void setTemperatures(UniformRandomProvider random, Finds<S> finds) {
        walk.begin(random);
        changes = 0.0;
        double[] sizes = sizes(-Double.MAX_VALUE, random);
        descend(finds);
        double[] small = sizes(Double.POSITIVE_INFINITY, random);
        hot = sizes.length == 0 ? 1.0 : HOT * sizes[sizes.length - 1];
        cold = small.length == 0 ? COLD * hot : Math.min(hot, COLD * small[(int) (SMALL * small.length)]);
    }

    /**
     * The sizes of the log-ratios of some moves that are neither 0 nor infinite, in ascending order.
     *
     * @param least moves are made from this log-ratio
     */
    private double[] sizes(double least, UniformRandomProvider random) {
        double[] sizes = new double[LOOKS];
        int count = 0;
        for (int k = 0; k < LOOKS; k++) {
            double size = Math.abs(walk.step(least, random));
            if (size > 0.0 && size <= Double.MAX_VALUE) {
                sizes[count++] = size;
            }
        }
        changes += LOOKS;
        double[] sorted = Arrays.copyOf(sizes, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private void anneal(long sweeps, UniformRandomProvider random, Finds<S> finds) {
        ContinuousSampler exponential = ZigguratSampler.Exponential.of(random);
        int steps = walk.sweep();
        int still = 0;
        for (long t = 0; t < sweeps && still < STILL; t++) {
            double temperature = hot * Math.pow(cold / hot, t / (sweeps - 1.0));
            boolean changed = false;
            for (int k = 0; k < steps; k++) {
                if (finds.ended()) {
                    return;
                }
                double least = -temperature * exponential.sample();
                double ratio = walk.step(least, random);
                changed |= ratio >= least && ratio != 0.0;
            }
            changes += steps;
            still = changed ? 0 : still + 1;
        }
        descend(finds);
    }

    /** Makes moves that gain, until none is left. Gains that are lost in the rounding of the log-probability are none. */
    private void descend(Finds<S> finds) {
        double before;
        double here = walk.logProb();
        do {
            before = here;
            for (int place = 0; place < walk.places() && !finds.ended(); place++) {
                walk.improve(place);
            }
            here = walk.logProb();
        } while (here > before);
    }

    /** The present state, if its log-probability is that of a new tracker but for rounding. */
    private Scored<S> checkedState(long restart) {
        S state = walk.state();
        double kept = walk.logProb();
        double exact = problem.value(state);
        if (!TrackerTolerance.close(exact, kept, TrackerTolerance.after(changes), exact)) {
            throw new IllegalStateException("must keep the state and all sums in a tracker: logProb()=" + kept
                    + ", of a new tracker at the same state " + exact);
        }
        return new Scored<>(state, exact, restart);
    }
}

package dev.lbp.runtime.engine;

import dev.lbp.internal.TrackerTolerance;
import java.util.ArrayList;
import java.util.List;

/**
 * Scores states of chains a second time, on the thread that runs the chains, while no chain calls the model. A score
 * that is not a function of the state alone then differs: one whose calls share memory between threads, draws random
 * numbers, or counts.
 *
 * <p>States are scored when the number of steps has passed a power of two, and at the end of a run, in turn over the
 * chains. At a time they are at most one, and one more in 32 steps of a chain: so a run whose score takes seconds is
 * hardly longer. It draws no random numbers.
 *
 * @param <S> the array of a state
 */
final class SecondScores<S> {

    /** A second score in so many steps of a chain costs each of its threads 3 %, if a step is one score. */
    private static final int STEPS_PER_SCORE = 32;

    private final Ensemble<S> ensemble;

    /** The number of steps after which states are scored again. */
    private long next = 1;

    /** The chain whose turn it is. */
    private int turn;

    SecondScores(Ensemble<S> ensemble) {
        this.ensemble = ensemble;
    }

    /** The most states that are scored at a time. */
    private int most() {
        return (int) Math.min(ensemble.chains.size(), 1 + ensemble.chains.get(0).steps() / STEPS_PER_SCORE);
    }

    /** Compares the scores of some chains, if it is time. No chain may be in a step. */
    void compareIfDue() {
        long steps = ensemble.chains.get(0).steps();
        if (steps >= next) {
            next = 2 * Long.highestOneBit(steps);
            compare();
        }
    }

    /** Compares the scores of some chains. No chain may be in a step. */
    void compare() {
        List<S> states = new ArrayList<>();
        List<Double> scores = new ArrayList<>();
        int first = turn;
        for (int k = 0; k < most(); k++) {
            ChainState<S> chain = ensemble.chains.get(turn);
            states.add(chain.state);
            scores.add(chain.logProb);
            turn = (turn + 1) % ensemble.chains.size();
        }
        compare(first, states, scores);
    }

    /**
     * Compares the scores of the first ones of some states.
     *
     * @param scores of the states, from the steps that came to them
     */
    void compare(List<S> states, List<Double> scores) {
        compare(0, states.subList(0, Math.min(most(), states.size())), scores);
    }

    private void compare(int first, List<S> states, List<Double> scores) {
        double[] again = states.isEmpty() ? new double[0] : ensemble.scoreAgain(first, states);
        for (int k = 0; k < again.length; k++) {
            if (!TrackerTolerance.close(again[k], scores.get(k), ensemble.rounding(), again[k])) {
                throw ensemble.failure(
                        ensemble.chains.get((first + k) % ensemble.chains.size()),
                        new IllegalStateException("must depend on the state alone: logProb=" + scores.get(k)
                                + ", of the same state scored again, with no other call at the time, " + again[k]
                                + ": do its calls share an array or a counter between threads"
                                + " (EnergyModels.perChain makes a function for each chain),"
                                + " or does it draw random numbers, or count?"));
            }
        }
    }
}

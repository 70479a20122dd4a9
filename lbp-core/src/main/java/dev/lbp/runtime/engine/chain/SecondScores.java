package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.TrackerTolerance;
import dev.lbp.runtime.engine.step.ScoredState;
import java.util.ArrayList;
import java.util.List;

/**
 * Scores states of chains a second time, on the thread that runs the chains, while no chain calls the model. The scores
 * differ if they are not a function of the state alone: if calls share memory between threads, draw random numbers, or
 * count.
 *
 * <p>States are scored after 16 steps, whenever the number of steps has doubled, and at the end of a run. Each time one
 * state is scored, plus one for every 32 steps taken, but at most one of each chain; the chains take turns. So even a
 * run whose score takes seconds is hardly longer. No random numbers are drawn.
 *
 * @param <S> the array of a state
 */
final class SecondScores<S> {

    /**
     * The number of steps for each second score. If a step costs as much as a score, each round of second scores takes
     * about 3 % of the time so far, for any number of threads.
     */
    private static final int STEPS_PER_SCORE = 32;

    private final Ensemble<S> ensemble;

    /** The number of steps of the first chain after which states are scored again. */
    private long next = 16;

    /** The chain whose turn it is. */
    private int turn;

    SecondScores(Ensemble<S> ensemble) {
        this.ensemble = ensemble;
    }

    /** The largest number of states to score in one comparison after the present step. */
    private long largestCount() {
        return 1 + ensemble.chains.get(0).steps() / STEPS_PER_SCORE;
    }

    /** Compares the scores of some chains, if it is time. No chain may be in a step. */
    void compareIfDue() {
        long steps = ensemble.chains.get(0).steps();
        if (steps >= next) {
            next = 2 * Long.highestOneBit(steps); // the next power of two
            compare();
        }
    }

    /** Compares the scores of some chains. No chain may be in a step. */
    void compare() {
        int first = turn;
        List<ScoredState<S>> taken = new ArrayList<>();
        for (long k = Math.min(ensemble.chains.size(), largestCount()); k > 0; k--) {
            taken.add(ensemble.chains.get(turn).takeScored());
            turn = (turn + 1) % ensemble.chains.size();
        }
        compare(first, taken);
    }

    /** Compares the scores of the first {@link #largestCount} states. No chain may be in a step. */
    void compare(List<ScoredState<S>> states) {
        int count = (int) Math.min(states.size(), largestCount());
        for (int from = 0; from < count; from += ensemble.chains.size()) {
            compare(0, states.subList(from, Math.min(count, from + ensemble.chains.size())));
        }
    }

    /** Scores states a second time, state k by chain {@code first + k} modulo their number, and compares the scores. */
    private void compare(int first, List<ScoredState<S>> states) {
        double[] again = ensemble.scoreAgain(
                first, states.stream().map(ScoredState::state).toList());
        for (int k = 0; k < again.length; k++) {
            ChainState<S> chain = ensemble.chains.get((first + k) % ensemble.chains.size());
            TrackerTolerance.faultOfScores(states.get(k).logProb(), again[k]).ifPresent(fault -> {
                throw ensemble.failure(chain, new IllegalStateException(fault));
            });
        }
    }
}

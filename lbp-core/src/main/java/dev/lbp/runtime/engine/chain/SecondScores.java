package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.TrackerTolerance;
import dev.lbp.runtime.engine.step.ScoredState;
import java.util.ArrayList;
import java.util.List;

/**
 * Scores states of chains a second time, on the thread that runs the chains, while no chain calls the model. A score
 * that is not a function of the state alone then differs: one whose calls share memory between threads, draws random
 * numbers, or counts.
 *
 * <p>States are scored after 16 steps, whenever the number of steps has doubled, and at the end of a run. The chains
 * take turns: at a time one state is scored, and one more in 32 steps, but at most one of each chain. So a run whose
 * score takes seconds is hardly longer. It draws no random numbers.
 *
 * @param <S> the array of a state
 */
final class SecondScores<S> {

    /** If a step is one score, second scores take 3 % of a run's time at a time, for any number of threads. */
    private static final int STEPS_PER_SCORE = 32;

    private final Ensemble<S> ensemble;

    /** The number of steps after which states are scored again. */
    private long next = 16;

    /** The chain whose turn it is. */
    private int turn;

    SecondScores(Ensemble<S> ensemble) {
        this.ensemble = ensemble;
    }

    /** The most states that are scored at a time. */
    private long most() {
        return 1 + ensemble.chains.get(0).steps() / STEPS_PER_SCORE;
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
        int first = turn;
        List<ScoredState<S>> some = new ArrayList<>();
        for (long k = Math.min(ensemble.chains.size(), most()); k > 0; k--) {
            some.add(ensemble.chains.get(turn).takeScored());
            turn = (turn + 1) % ensemble.chains.size();
        }
        compare(first, some);
    }

    /** Compares the scores of the first ones of some states. No chain may be in a step. */
    void compare(List<ScoredState<S>> states) {
        int count = (int) Math.min(states.size(), most());
        for (int from = 0; from < count; from += ensemble.chains.size()) {
            compare(0, states.subList(from, Math.min(count, from + ensemble.chains.size())));
        }
    }

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

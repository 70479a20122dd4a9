package dev.lbp.solve;

import java.time.Duration;
import java.util.List;

/**
 * What a {@link Solver} found.
 *
 * @param problem what was solved and how, in one line
 * @param top the best distinct states, best first; at least one
 * @param improvements each better state when it was found, in the order of time
 * @param ending why the search ended
 * @param restarts restarts that ended by themselves
 * @param hits those of them that ended with the best value. A best value that many restarts hit is likely the best
 *     there is; one that a single restart hit may be passed by the next
 * @param elapsed wall-clock time
 * @param <S> the array of a state: {@code byte[]} for bits, {@code int[]} for whole numbers
 */
public record Solution<S>(
        String problem,
        List<Scored<S>> top,
        List<Improvement> improvements,
        Ending ending,
        long restarts,
        long hits,
        Duration elapsed) {

    /** Copies the lists. */
    public Solution {
        top = List.copyOf(top);
        improvements = List.copyOf(improvements);
    }

    /** The best state. */
    public S best() {
        return top.get(0).state();
    }

    /** The log-probability of the best state. */
    public double value() {
        return top.get(0).value();
    }

    /** Whether the best state is possible: its log-probability is above negative infinity. */
    public boolean possible() {
        return value() != Double.NEGATIVE_INFINITY;
    }
}

package dev.lbp.solve;

import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a {@link Solver} found.
 *
 * @param problem the problem and the method, in one line
 * @param top the best distinct states, best first; at least one
 * @param improvements the times and values of all improvements, in the order of time
 * @param ending why the search ended
 * @param restarts the number of completed restarts
 * @param hits the number of completed restarts that reached the best value. A value that many restarts reached is
 *     likely the optimum; a value that a single restart reached may be exceeded by the next restart
 * @param elapsed wall-clock time, including earlier calls of a resumed search
 * @param processorTime processor time of the searching threads, including earlier calls. A busy machine changes it less
 *     than the wall-clock time. It leaves out the JIT, the garbage collector and threads that a model starts. Zero if
 *     this JVM cannot measure it
 * @param notes warnings, in sentences: a checkpoint that could not be written
 * @param <S> the array of a state: {@code byte[]} for bits, {@code int[]} for whole numbers
 */
public record Solution<S>(
        String problem,
        List<Scored<S>> top,
        List<Improvement> improvements,
        Ending ending,
        long restarts,
        long hits,
        Duration elapsed,
        Duration processorTime,
        List<String> notes) {

    private static final int HITS_TO_AGREE = 10;

    /** Copies the lists. */
    public Solution {
        top = List.copyOf(top);
        improvements = List.copyOf(improvements);
        notes = List.copyOf(notes);
    }

    /** The best distinct states, best first; their arrays are copies. */
    @Override
    public List<Scored<S>> top() {
        return top.stream()
                .map(scored -> new Scored<>(States.copy(scored.state()), scored.value(), scored.restart()))
                .toList();
    }

    /** The best state; a copy. */
    public S best() {
        return States.copy(top.get(0).state());
    }

    /** The log-probability of the best state. */
    public double value() {
        return top.get(0).value();
    }

    /**
     * Whether restarts agree on the best value: at least {@value #HITS_TO_AGREE} restarts and half of all reached it.
     * Then a better state is unlikely, which is no proof.
     */
    public boolean agreed() {
        return hits >= HITS_TO_AGREE && 2 * hits >= restarts;
    }

    /** Whether the best state has a probability above 0. Otherwise the search found no possible state. */
    public boolean possible() {
        return value() > Double.NEGATIVE_INFINITY;
    }

    /**
     * The number of sites where a state differs from the best state.
     *
     * @param rank index of the state in {@link #top}
     */
    public int distance(int rank) {
        Check.that(rank >= 0 && rank < top.size(), "be in [0, " + (top.size() - 1) + "]", "rank", rank);
        return States.distance(top.get(0).state(), top.get(rank).state());
    }

    /** A text of several lines: the best value, what the hits mean, and the best states. */
    public String summary() {
        return summary(Objective.LOG_PROBABILITY);
    }

    /** The text of {@link #summary()}, with values of the user's quantity. */
    public String summary(Objective objective) {
        return new SolutionText(this, Check.notNull("objective", objective)).summary();
    }

    /**
     * Writes a report: one HTML page that needs no network and no script.
     *
     * @param file its directory is made with its parents if there is none
     * @throws IllegalArgumentException unless the path is free or a regular file
     * @throws IOException if the page cannot be written; an old file is then left as it was
     * @see SolutionReport
     */
    public void report(Path file) throws IOException {
        SolutionReport.of(this).write(file);
    }

    /** Writes a report with values of the user's quantity; otherwise as {@link #report(Path)}. */
    public void report(Path file, Objective objective) throws IOException {
        SolutionReport.of(this).objective(objective).write(file);
    }
}

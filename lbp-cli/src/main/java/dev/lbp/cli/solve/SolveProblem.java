package dev.lbp.cli.solve;

import dev.lbp.cli.problem.Problem.Measure;
import dev.lbp.solve.Solver;
import java.util.List;

/**
 * What {@code lbp solve} looks for in a file, with values in the units of the file.
 *
 * @param <S> the array of a state
 */
interface SolveProblem<S> {

    /** The form of the file, and its size. */
    String description();

    /** What is looked for, in words. */
    String aim();

    /** How the solver's log-probabilities become values of the file. */
    Units units();

    /** The values that a target may have. */
    TargetRange targets();

    /**
     * Checks a target.
     *
     * @throws IllegalArgumentException if no state can have it
     */
    default void checkTarget(double target) {
        targets().check(target);
    }

    /** A search, without settings. */
    Solver<S> solver();

    /** The value of a state, computed from the lines of the file alone, followed by further measures of it. */
    List<Measure> measures(S state);

    /** What rounding may change in a value; 0 if all weights are whole. */
    double tolerance();

    /** The plural name of what {@link #line} lists. */
    String sites();

    /** A state on one line, in the order of the file. */
    String line(S state);

    /** The lines of a state in a file, comments first. */
    default String text(S state) {
        return "# " + sites() + " in the order of the sites\n" + line(state) + "\n";
    }

    /** A line on how to read the input; empty if there is none. */
    default String note() {
        return "";
    }
}

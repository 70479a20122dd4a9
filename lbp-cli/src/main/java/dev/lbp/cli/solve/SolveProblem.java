package dev.lbp.cli.solve;

import dev.lbp.cli.problem.Problem.Measure;
import dev.lbp.solve.Solver;
import java.util.List;

/**
 * The problem of {@code lbp solve}, with values in the units of the file.
 *
 * @param <S> the type of a state, an array
 */
interface SolveProblem<S> {

    /** The form of the file and the size of the problem. */
    String description();

    /** The goal, in words. */
    String aim();

    /** The conversion of the solver's log-probabilities to values in the units of the file. */
    Units units();

    /** The range of values that {@code --target} may have. */
    TargetRange targets();

    /**
     * Checks a target.
     *
     * @throws IllegalArgumentException if no state can have it
     */
    default void checkTarget(double target) {
        targets().check(target);
    }

    /** A new solver of this problem, with the default settings. */
    Solver<S> solver();

    /** The value of a state, computed from the lines of the file, followed by further measures of the state. */
    List<Measure> measures(S state);

    /** The largest rounding error of a value; 0 if all weights are whole. */
    double tolerance();

    /** The plural name of the entries of {@link #line}. */
    String sites();

    /** A state on one line, in the order of the file. */
    String line(S state);

    /** The text of a state for a file. It begins with comments. */
    default String text(S state) {
        return "# " + sites() + " in the order of the sites\n" + line(state) + "\n";
    }

    /** Notes on the input, each a line. Empty if there are none. */
    default String note() {
        return "";
    }
}

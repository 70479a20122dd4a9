package dev.lbp.cli.problem;

import dev.lbp.Run;
import dev.lbp.Sampler;
import dev.lbp.result.Estimate;
import dev.lbp.result.RunResult;
import dev.lbp.result.TemperingResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The problem of {@code lbp sample}: states with a number that tells how good each is, and a distribution that favours
 * good ones more at a larger inverse temperature beta.
 *
 * @param <R> the result of its runs
 */
public interface Problem<R extends RunResult> {

    /** Kind and size, for titles. */
    String description();

    /**
     * Describes a run on its target at an inverse temperature.
     *
     * @param ones the fixed number of ones; null for any number
     */
    Run<?, R, ?> run(Sampler sampler, double beta, @Nullable Integer ones);

    /** The type of its results. */
    Class<R> resultType();

    /**
     * The number that tells how good the best state is, computed from the input alone, followed by further measures of
     * it.
     */
    List<Measure> best(R result);

    /** That number from a log-probability at an inverse temperature. */
    double measure(double logProb, double beta);

    /** The name of {@link #measure}. */
    default String measured(R result) {
        return best(result).get(0).name();
    }

    /** log Z of a tempered run. */
    default Estimate logZ(R result, TemperingResult ladder) {
        return new Estimate(ladder.logZ(), ladder.logZError());
    }

    /** The term of a state in Z. */
    default String term() {
        return "exp(-beta E)";
    }

    /** The lines of the best state in its file, the first of them comments on the columns. */
    String bestState(R result);

    /** The table of the best states with their visits, as comma-separated values; empty if they were not kept. */
    default String bestStates(R result) {
        return "";
    }

    /** The table of marginals with their errors, as comma-separated values; empty if there are none. */
    String marginals(R result);

    /** A line on how to read the input; empty if there is none. */
    default String note() {
        return "";
    }

    /**
     * A line on how to read the marginals; empty if there is none.
     *
     * @param ones the fixed number of ones; null for any number
     */
    default String marginalsNote(R result, @Nullable Integer ones) {
        return "";
    }

    /** A number with its name. */
    record Measure(String name, double value) {

        /** The name of the best value. */
        public String best() {
            return (name.endsWith("energy") ? "lowest " : "best ") + name;
        }
    }
}

package dev.lbp.cli.problem;

import dev.lbp.Run;
import dev.lbp.Sampler;
import dev.lbp.result.Estimate;
import dev.lbp.result.RunResult;
import dev.lbp.result.TemperingResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The problem of {@code lbp sample}: a measure of the quality of a state, such as an energy or a weight, and a
 * distribution that favours good states, more so at a larger inverse temperature beta.
 *
 * @param <R> the type of the results of runs
 */
public interface Problem<R extends RunResult> {

    /** The kind and the size, for titles. */
    String description();

    /**
     * A run on the target at an inverse temperature.
     *
     * @param ones the fixed number of ones; null for any number
     */
    Run<?, R, ?> run(Sampler sampler, double beta, @Nullable Integer ones);

    /** The type of the results of runs. */
    Class<R> resultType();

    /** The measures of the best state, computed from the input. The first one is the quality. */
    List<Measure> best(R result);

    /** The quality of a state, from its log-probability at an inverse temperature. */
    double measure(double logProb, double beta);

    /** The name of the quality, which {@link #measure} computes. */
    default String measured(R result) {
        return best(result).get(0).name();
    }

    /** log Z of a tempered run. */
    default Estimate logZ(R result, TemperingResult ladder) {
        return new Estimate(ladder.logZ(), ladder.logZError());
    }

    /** The term that a state contributes to Z, as a formula in words. */
    default String term() {
        return "exp(-beta E)";
    }

    /** The text of the best state for its file. It begins with comments on the columns. */
    String bestState(R result);

    /**
     * The table of the best states with their visits, as comma-separated values. Empty if the run did not keep them.
     */
    default String bestStates(R result) {
        return "";
    }

    /** The table of marginals with their errors, as comma-separated values. Empty if there are none. */
    String marginals(R result);

    /** Notes on the input, each a line. Empty if there are none. */
    default String note() {
        return "";
    }

    /**
     * A note on the marginals, a line. Empty if there is none.
     *
     * @param ones the fixed number of ones; null for any number
     */
    default String marginalsNote(R result, @Nullable Integer ones) {
        return "";
    }

    /** A measure of a state, with its name. */
    record Measure(String name, double value) {

        /** The name of the best value, such as "lowest energy". */
        public String best() {
            return (name.endsWith("energy") ? "lowest " : "best ") + name;
        }
    }
}
